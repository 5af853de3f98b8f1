package dev.zipfs.internal.cache;

import static dev.zipfs.internal.cache.CacheFixture.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zipfs.DriveStatistics.Metric;
import dev.zipfs.spi.OpenFile;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Who decodes, who waits for what, and who is none the worse for it. */
@Timeout(60)
class SharedDecodeTest {
    private static final int BLOCK = CacheFixture.BLOCK;

    @TempDir
    Path directory;

    private CacheFixture fixture;

    @BeforeEach
    void prepare() {
        fixture = new CacheFixture(directory);
    }

    @Test
    void hundredOpensFromSixteenThreadsDecodeOnce() throws Exception {
        FakeReader.Entry entry = FakeReader.Entry.sequential(64 * BLOCK);
        AtomicInteger next = new AtomicInteger();
        try (BlockCache cache = fixture.make()) {
            Running.together(16, () -> {
                for (int i = next.getAndIncrement(); i < 100; i = next.getAndIncrement()) {
                    try (OpenFile file = cache.open(0, "a", false, entry)) {
                        for (int at = 0; at < entry.size; at += 3 * BLOCK) {
                            assertThat(read(file, at, 100)).isEqualTo(entry.bytes(at, 100));
                        }
                    }
                }
                return null;
            });
            assertThat(entry.mostDecoding).hasValue(1);
            // What lies behind the last block that anybody asked for need not be decoded.
            assertThat(entry.decoded.get()).isLessThanOrEqualTo(entry.size);
            assertThat(fixture.count(Metric.OPENS)).isEqualTo(100);
            assertThat(fixture.count(Metric.OPEN_HANDLES)).isZero();
        }
        assertThat(entry.openNow).hasValue(0);
    }

    @Test
    void manyHandlesShareOneReader() throws Exception {
        fixture.memory = 8 * BLOCK;
        FakeReader.Entry entry = FakeReader.Entry.restartable(256 * BLOCK, 8 * BLOCK);
        try (BlockCache cache = fixture.make()) {
            List<OpenFile> files = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                files.add(cache.open(0, "a", false, entry));
            }
            assertThat(entry.opens).hasValue(1);
            AtomicInteger next = new AtomicInteger();
            Running.together(16, () -> {
                for (int i = next.getAndIncrement(); i < 200; i = next.getAndIncrement()) {
                    long at = i * 999_983L % entry.size;
                    int length = (int) Math.min(BLOCK, entry.size - at);
                    assertThat(read(files.get(i), at, BLOCK)).isEqualTo(entry.bytes(at, length));
                }
                return null;
            });
            // The budget, one block for each of the handles that may keep one, one for each thread.
            assertThat(fixture.count(Metric.PEAK_MEMORY_BYTES)).isLessThanOrEqualTo((8 + 64 + 16) * BLOCK);
            files.forEach(OpenFile::close);
            assertThat(entry.openNow.get()).isLessThanOrEqualTo(1);
        }
        assertThat(entry.openNow).hasValue(0);
        assertThat(fixture.count(Metric.MEMORY_BYTES)).isZero();
        assertThat(fixture.count(Metric.CHECKPOINT_BYTES)).isZero();
    }

    @Test
    void readerAheadWaitsForItsBytesOnly() throws Exception {
        FakeReader.Entry entry = FakeReader.Entry.sequential(64 * BLOCK);
        FakeReader.Gate first = entry.gateAt(20 * BLOCK);
        FakeReader.Gate second = entry.gateAt(40 * BLOCK);
        try (BlockCache cache = fixture.make();
                OpenFile file = cache.open(0, "a", false, entry);
                OpenFile other = cache.open(0, "a", false, entry)) {
            Running<byte[]> far = Running.start(() -> read(file, 60 * BLOCK, 10));
            first.awaitArrival();
            assertThat(read(other, 10 * BLOCK, 10)).isEqualTo(entry.bytes(10 * BLOCK, 10));
            Running<byte[]> near = Running.start(() -> read(other, 30 * BLOCK, 10));
            near.awaitWaiting();
            first.open();
            assertThat(near.result()).isEqualTo(entry.bytes(30 * BLOCK, 10));
            second.awaitArrival();
            assertThat(far.isDone()).isFalse();
            second.open();
            assertThat(far.result()).isEqualTo(entry.bytes(60 * BLOCK, 10));
        }
        assertThat(entry.decoded.get()).isEqualTo(61 * BLOCK);
    }

    @Test
    void otherEntriesAreDecodedBeside() throws Exception {
        FakeReader.Entry slow = FakeReader.Entry.sequential(64 * BLOCK);
        FakeReader.Entry quick = FakeReader.Entry.restartable(64 * BLOCK, BLOCK);
        FakeReader.Gate gate = slow.gateAt(10);
        try (BlockCache cache = fixture.make();
                OpenFile slowFile = cache.open(0, "slow", false, slow);
                OpenFile quickFile = cache.open(1, "quick", false, quick)) {
            Running<byte[]> held = Running.start(() -> read(slowFile, 0, 10));
            gate.awaitArrival();
            assertThat(read(quickFile, 50 * BLOCK, 10)).isEqualTo(quick.bytes(50 * BLOCK, 10));
            gate.open();
            assertThat(held.result()).isEqualTo(slow.bytes(0, 10));
        }
    }

    @Test
    void readNearByDoesNotWaitForOneFarAhead() throws Exception {
        fixture.memory = 16 * BLOCK;
        FakeReader.Entry entry = FakeReader.Entry.restartable(1024 * BLOCK, 16 * BLOCK);
        FakeReader.Gate first = entry.gateAt(300 * BLOCK);
        FakeReader.Gate second = entry.gateAt(900 * BLOCK);
        try (BlockCache cache = fixture.make();
                OpenFile file = cache.open(0, "a", false, entry);
                OpenFile other = cache.open(0, "a", false, entry)) {
            Running<byte[]> far = Running.start(() -> read(file, 1000 * BLOCK, 10));
            first.awaitArrival();
            Running<byte[]> near = Running.start(() -> read(other, 40 * BLOCK, 10));
            near.awaitWaiting();
            first.open();
            assertThat(near.result()).isEqualTo(entry.bytes(40 * BLOCK, 10));
            second.awaitArrival();
            assertThat(far.isDone()).isFalse();
            second.open();
            assertThat(far.result()).isEqualTo(entry.bytes(1000 * BLOCK, 10));
        }
        // The detour cost the way from restart points, not the whole again.
        assertThat(entry.decoded.get()).isLessThan((1001 + 9 + 16) * BLOCK);
    }

    @Test
    void readerThatCannotRestartIsNotCalledBack() throws Exception {
        fixture.memory = 16 * BLOCK;
        FakeReader.Entry entry = FakeReader.Entry.sequential(1024 * BLOCK);
        FakeReader.Gate first = entry.gateAt(300 * BLOCK);
        try (BlockCache cache = fixture.make();
                OpenFile file = cache.open(0, "a", false, entry);
                OpenFile before = cache.open(0, "a", false, entry);
                OpenFile ahead = cache.open(0, "a", false, entry)) {
            Running<byte[]> far = Running.start(() -> read(file, 1000 * BLOCK, 10));
            first.awaitArrival();
            Running<byte[]> back = Running.start(() -> read(before, 2 * BLOCK, 10));
            back.awaitWaiting();
            Running<byte[]> further = Running.start(() -> read(ahead, 1010 * BLOCK, 10));
            further.awaitWaiting();
            first.open();
            assertThat(far.result()).isEqualTo(entry.bytes(1000 * BLOCK, 10));
            assertThat(further.result()).isEqualTo(entry.bytes(1010 * BLOCK, 10));
            assertThat(back.result()).isEqualTo(entry.bytes(2 * BLOCK, 10));
        }
        // One sweep for the two ahead, then three blocks from the start.
        assertThat(entry.decoded.get()).isEqualTo((1011 + 3) * BLOCK);
    }

    @Test
    void smallSequentialReadsOfAReaderWithoutRestartPointsDecodeOnce() throws Exception {
        fixture.memory = 0;
        FakeReader.Entry entry = FakeReader.Entry.sequential(100 * BLOCK + 5);
        try (BlockCache cache = fixture.make();
                OpenFile file = cache.open(0, "a", false, entry)) {
            for (long at = 0; at < entry.size; at += 1000) {
                assertThat(read(file, at, 1000)).hasSize((int) Math.min(1000, entry.size - at));
            }
        }
        assertThat(entry.decoded.get()).isEqualTo(entry.size);
    }

    @Test
    void failureReachesAllWhoWaitForIt() throws Exception {
        FakeReader.Entry entry = FakeReader.Entry.sequential(64 * BLOCK);
        FakeReader.Gate gate = entry.gateAt(20 * BLOCK);
        try (BlockCache cache = fixture.make();
                OpenFile file = cache.open(0, "a", false, entry)) {
            Running<byte[]> decoding = Running.start(() -> read(file, 30 * BLOCK, 10));
            gate.awaitArrival();
            Running<byte[]> waiting = Running.start(() -> read(file, 25 * BLOCK, 10));
            waiting.awaitWaiting();
            entry.failAt = 22 * BLOCK;
            gate.open();
            assertThatThrownBy(decoding::result).hasRootCauseMessage("made to fail");
            assertThatThrownBy(waiting::result).hasRootCauseMessage("made to fail");
            assertThat(read(file, 5 * BLOCK, 10)).isEqualTo(entry.bytes(5 * BLOCK, 10));
            entry.failAt = Long.MAX_VALUE;
            assertThat(read(file, 30 * BLOCK, 10)).isEqualTo(entry.bytes(30 * BLOCK, 10));
            assertThat(fixture.count(Metric.FAILURES)).isEqualTo(2);
        }
    }

    @Test
    void interruptedReaderHarmsNobodyElse() throws Exception {
        FakeReader.Entry entry = FakeReader.Entry.sequential(64 * BLOCK);
        FakeReader.Gate gate = entry.gateAt(20 * BLOCK);
        entry.failure = ClosedByInterruptException::new;
        try (BlockCache cache = fixture.make();
                OpenFile file = cache.open(0, "a", false, entry)) {
            Running<byte[]> interrupted = Running.start(() -> read(file, 30 * BLOCK, 10));
            gate.awaitArrival();
            Running<byte[]> waiting = Running.start(() -> read(file, 30 * BLOCK, 10));
            waiting.awaitWaiting();
            entry.failures.set(1);
            entry.failAt = 22 * BLOCK;
            gate.open();
            assertThatThrownBy(interrupted::result).hasRootCauseInstanceOf(ClosedByInterruptException.class);
            assertThat(waiting.result()).isEqualTo(entry.bytes(30 * BLOCK, 10));
        }
    }

    @Test
    void interruptWhileWaitingStaysPending() throws Exception {
        FakeReader.Entry entry = FakeReader.Entry.sequential(64 * BLOCK);
        FakeReader.Gate gate = entry.gateAt(20 * BLOCK);
        try (BlockCache cache = fixture.make();
                OpenFile file = cache.open(0, "a", false, entry)) {
            Running<byte[]> decoding = Running.start(() -> read(file, 30 * BLOCK, 10));
            gate.awaitArrival();
            Running<Boolean> waiting = Running.start(() -> {
                assertThat(read(file, 30 * BLOCK, 10)).isEqualTo(entry.bytes(30 * BLOCK, 10));
                return Thread.currentThread().isInterrupted();
            });
            waiting.awaitWaiting();
            waiting.thread.interrupt();
            gate.open();
            assertThat(waiting.result()).isTrue();
            assertThat(decoding.result()).hasSize(10);
        }
    }

    @Test
    void closingTheCacheEndsWhoWaitsAndWhoDecodes() throws Exception {
        FakeReader.Entry entry = FakeReader.Entry.sequential(64 * BLOCK);
        FakeReader.Gate gate = entry.gateAt(20 * BLOCK);
        BlockCache cache = fixture.make();
        OpenFile file = cache.open(0, "a", false, entry);
        Running<byte[]> decoding = Running.start(() -> read(file, 30 * BLOCK, 10));
        gate.awaitArrival();
        Running<byte[]> waiting = Running.start(() -> read(file, 50 * BLOCK, 10));
        waiting.awaitWaiting();
        Running<Void> closing = Running.start(() -> {
            cache.close();
            return null;
        });
        assertThatThrownBy(waiting::result)
                .isInstanceOf(ExecutionException.class)
                .rootCause()
                .isInstanceOf(IOException.class)
                .hasMessageContaining("closed");
        gate.open();
        assertThatThrownBy(decoding::result).rootCause().hasMessageContaining("closed");
        closing.result();
        assertThatThrownBy(() -> read(file, 0, 1))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("'a'");
        assertThatThrownBy(() -> cache.open(0, "a", false, entry)).isInstanceOf(IOException.class);
        file.close();
        file.close();
        cache.close();
        assertThat(entry.openNow).hasValue(0);
        assertThat(fixture.count(Metric.MEMORY_BYTES)).isZero();
        assertThat(fixture.count(Metric.OPEN_HANDLES)).isZero();
    }

    @Test
    void closingAFileWhileItIsReadLeavesNothingBehind() throws Exception {
        FakeReader.Entry entry = FakeReader.Entry.sequential(64 * BLOCK);
        FakeReader.Gate gate = entry.gateAt(20 * BLOCK);
        try (BlockCache cache = fixture.make()) {
            OpenFile file = cache.open(0, "a", false, entry);
            Running<byte[]> decoding = Running.start(() -> read(file, 30 * BLOCK, 10));
            gate.awaitArrival();
            file.close();
            assertThat(entry.openNow).hasValue(1);
            gate.open();
            assertThat(decoding.result()).isEqualTo(entry.bytes(30 * BLOCK, 10));
            assertThat(entry.openNow).hasValue(0);
            assertThatThrownBy(() -> read(file, 0, 1))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("closed");
        }
    }
}
