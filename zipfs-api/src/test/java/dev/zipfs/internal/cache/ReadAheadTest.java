package dev.zipfs.internal.cache;

import static dev.zipfs.internal.cache.CacheFixture.read;
import static org.assertj.core.api.Assertions.assertThat;

import dev.zipfs.DriveStatistics.Metric;
import dev.zipfs.cache.CachePolicies;
import dev.zipfs.spi.OpenFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ReadAheadTest {
    private static final int BLOCK = CacheFixture.BLOCK;

    @TempDir
    Path directory;

    private CacheFixture fixture;
    private final FakeReader.Entry entry = FakeReader.Entry.restartable(200 * BLOCK, 16 * BLOCK);

    @BeforeEach
    void prepare() {
        fixture = new CacheFixture(directory);
        fixture.readAhead = 16 * BLOCK;
    }

    private static void await(String what, BooleanSupplier condition) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!condition.getAsBoolean() && System.nanoTime() < end) {
            Thread.onSpinWait();
        }
        assertThat(condition.getAsBoolean()).as(what).isTrue();
    }

    @Test
    void sequenceIsDecodedAheadUpToTheLimit() throws IOException {
        try (BlockCache cache = fixture.make();
                OpenFile file = cache.open(0, "a", false, entry)) {
            for (int block = 0; block < 20; block++) {
                assertThat(read(file, block * BLOCK, BLOCK)).isEqualTo(entry.bytes(block * BLOCK, BLOCK));
                assertThat(entry.decoded.get()).isLessThanOrEqualTo((block + 1 + 16L) * BLOCK);
            }
            await("half the window is ahead", () -> entry.decoded.get() >= (20 + 8) * BLOCK);
            assertThat(fixture.count(Metric.READ_AHEAD_BYTES)).isPositive();
            assertThat(fixture.count(Metric.READ_AHEAD_WASTED_BYTES)).isZero();
        }
    }

    @Test
    void sequenceIsDecodedOnceInAll() throws IOException {
        try (BlockCache cache = fixture.make();
                OpenFile file = cache.open(0, "a", false, entry)) {
            for (int at = 0; at < entry.size; at += 1000) {
                int length = (int) Math.min(1000, entry.size - at);
                assertThat(read(file, at, 1000)).isEqualTo(entry.bytes(at, length));
            }
            assertThat(entry.decoded.get()).isEqualTo(entry.size);
            assertThat(fixture.count(Metric.READ_AHEAD_WASTED_BYTES)).isZero();
        }
    }

    @Test
    void firstReadsDecodeNothingAhead() throws IOException {
        try (BlockCache cache = fixture.make();
                OpenFile file = cache.open(0, "a", false, entry);
                OpenFile random = cache.open(0, "a", false, entry)) {
            read(file, 0, 10);
            for (int block : new int[] {150, 3, 90, 20, 170, 60}) {
                read(random, block * BLOCK, 10);
            }
            assertThat(fixture.count(Metric.READ_AHEAD_BYTES)).isZero();
        }
    }

    @Test
    void nothingIsDecodedAheadWhereItIsNotWanted() throws IOException {
        fixture.readAhead = 0;
        try (BlockCache cache = fixture.make();
                OpenFile file = cache.open(0, "a", false, entry)) {
            for (int block = 0; block < 20; block++) {
                read(file, block * BLOCK, BLOCK);
            }
        }
        fixture.readAhead = 16 * BLOCK;
        fixture.policy = CachePolicies.none();
        try (BlockCache cache = fixture.make();
                OpenFile file = cache.open(0, "a", false, entry)) {
            for (int block = 0; block < 20; block++) {
                read(file, block * BLOCK, BLOCK);
            }
        }
        assertThat(fixture.count(Metric.READ_AHEAD_BYTES)).isZero();
        assertThat(entry.decoded.get()).isEqualTo(2 * 20 * BLOCK);
    }

    @Test
    void closingTheFileEndsIt() throws Exception {
        FakeReader.Gate gate = entry.gateAt(5 * BLOCK);
        try (BlockCache cache = fixture.make()) {
            OpenFile file = cache.open(0, "a", false, entry);
            for (int block = 0; block < 4; block++) {
                read(file, block * BLOCK, BLOCK);
            }
            gate.awaitArrival();
            file.close();
            gate.open();
            await("the helper has stopped", () -> entry.decodingNow.get() == 0 && entry.openNow.get() == 0);
            assertThat(entry.decoded.get()).isLessThanOrEqualTo(6 * BLOCK);
        }
        // The fifth block, which was there, and the one on which it was held up.
        assertThat(fixture.count(Metric.READ_AHEAD_WASTED_BYTES)).isEqualTo(2 * BLOCK);
    }

    @Test
    void closingTheCacheEndsItsThreads() throws Exception {
        FakeReader.Gate gate = entry.gateAt(5 * BLOCK);
        Set<Thread> others = helpers();
        BlockCache cache = fixture.make();
        OpenFile file = cache.open(0, "a", false, entry);
        for (int block = 0; block < 4; block++) {
            read(file, block * BLOCK, BLOCK);
        }
        gate.awaitArrival();
        Set<Thread> own = helpers();
        own.removeAll(others);
        assertThat(own)
                .isNotEmpty()
                .allSatisfy(thread -> assertThat(thread.isDaemon()).isTrue());
        Running<Void> closing = Running.start(() -> {
            cache.close();
            return null;
        });
        gate.open();
        closing.result();
        for (Thread thread : own) {
            thread.join();
        }
        assertThat(entry.openNow).hasValue(0);
        file.close();
    }

    private static Set<Thread> helpers() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("zipfs-read-ahead"))
                .collect(Collectors.toCollection(HashSet::new));
    }

    @Test
    void blockOnItsWayIsWaitedFor() throws Exception {
        FakeReader.Gate gate = entry.gateAt(5 * BLOCK);
        try (BlockCache cache = fixture.make();
                OpenFile file = cache.open(0, "a", false, entry)) {
            for (int block = 0; block < 5; block++) {
                read(file, block * BLOCK, BLOCK);
            }
            gate.awaitArrival();
            Running<byte[]> next = Running.start(() -> read(file, 5 * BLOCK, 10));
            next.awaitWaiting();
            gate.open();
            assertThat(next.result()).isEqualTo(entry.bytes(5 * BLOCK, 10));
        }
    }

    @Test
    void readElsewhereDoesNotWaitForWhatIsAhead() throws Exception {
        fixture.memory = 64 * BLOCK;
        try (BlockCache cache = fixture.make();
                OpenFile file = cache.open(0, "a", false, entry);
                OpenFile other = cache.open(0, "a", false, entry)) {
            // After one pass there are restart points, and only the end is in memory.
            read(other, 199 * BLOCK, 10);
            FakeReader.Gate first = entry.gateAt(5 * BLOCK);
            FakeReader.Gate second = entry.gateAt(7 * BLOCK);
            for (int block = 0; block < 5; block++) {
                read(file, block * BLOCK, BLOCK);
            }
            first.awaitArrival();
            Running<byte[]> elsewhere = Running.start(() -> read(other, 100 * BLOCK, 10));
            elsewhere.awaitWaiting();
            first.open();
            assertThat(elsewhere.result()).isEqualTo(entry.bytes(100 * BLOCK, 10));
            second.open();
        }
    }

    @Test
    void damageAheadIsToldToWhoComesToIt() throws Exception {
        entry.failAt = 5 * BLOCK;
        try (BlockCache cache = fixture.make();
                OpenFile file = cache.open(0, "a", false, entry)) {
            for (int block = 0; block < 5; block++) {
                assertThat(read(file, block * BLOCK, BLOCK)).isEqualTo(entry.bytes(block * BLOCK, BLOCK));
            }
            assertThat(fixture.count(Metric.FAILURES)).isZero();
            entry.failAt = Long.MAX_VALUE;
            assertThat(read(file, 5 * BLOCK, BLOCK)).isEqualTo(entry.bytes(5 * BLOCK, BLOCK));
        }
    }

    @Test
    void budgetThatHoldsNothingAheadStopsIt() throws IOException {
        fixture.memory = 2 * BLOCK;
        try (BlockCache cache = fixture.make();
                OpenFile file = cache.open(0, "a", false, entry)) {
            for (int block = 0; block < 100; block++) {
                read(file, block * BLOCK, BLOCK);
            }
        }
        assertThat(fixture.count(Metric.READ_AHEAD_BYTES)).isZero();
        assertThat(entry.decoded.get()).isEqualTo(100 * BLOCK);
    }
}
