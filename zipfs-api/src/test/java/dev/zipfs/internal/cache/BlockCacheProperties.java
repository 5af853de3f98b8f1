package dev.zipfs.internal.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zipfs.DriveStatistics.Metric;
import dev.zipfs.cache.CachePolicies;
import dev.zipfs.cache.CachePolicy;
import dev.zipfs.spi.AccessCost;
import dev.zipfs.spi.OpenFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterTry;
import net.jqwik.api.lifecycle.BeforeTry;

/** No policy and no budget changes content; no budget is exceeded; nothing is left behind. */
class BlockCacheProperties {
    private static final int BLOCK = 256;
    private static final int THREADS = 4;

    private Path directory;

    @BeforeTry
    void makeDirectory() throws IOException {
        directory = Files.createTempDirectory("block-cache");
    }

    @AfterTry
    void deleteDirectory() throws IOException {
        Files.delete(directory);
    }

    /** A read of one entry; {@code reopen} through a fresh handle. */
    record Read(int entry, int position, int length, boolean reopen) {}

    /** A cache to be made, and entries to be read through it. */
    record Setting(
            Supplier<CachePolicy> policy, int memory, int disk, int readAhead, boolean encrypted, List<Long> sizes) {}

    @Property(tries = 120, seed = "20261130")
    void everyPolicyGivesSlicesOfTheWhole(@ForAll("settings") Setting setting, @ForAll("reads") List<Read> reads)
            throws IOException {
        CacheFixture fixture = fixture(setting);
        List<FakeReader.Entry> entries = entries(setting);
        try (BlockCache cache = fixture.make()) {
            readAll(cache, entries, setting.encrypted, reads);
            assertWithinBudgets(fixture, setting, 1);
        }
        assertNothingIsLeft(fixture, entries);
    }

    @Property(tries = 30, seed = "20261201")
    void threadsDoNotDisturbEachOther(@ForAll("settings") Setting setting, @ForAll("reads") List<Read> reads)
            throws Exception {
        CacheFixture fixture = fixture(setting);
        List<FakeReader.Entry> entries = entries(setting);
        try (BlockCache cache = fixture.make()) {
            Running.together(THREADS, () -> {
                List<Read> own = new ArrayList<>(reads);
                java.util.Collections.shuffle(
                        own, new Random(Thread.currentThread().getId()));
                readAll(cache, entries, setting.encrypted, own);
                return null;
            });
            assertWithinBudgets(fixture, setting, THREADS);
            assertThat(entries)
                    .allSatisfy(entry -> assertThat(entry.mostDecoding.get()).isLessThanOrEqualTo(1));
        }
        assertNothingIsLeft(fixture, entries);
    }

    private static void readAll(BlockCache cache, List<FakeReader.Entry> entries, boolean encrypted, List<Read> reads)
            throws IOException {
        Map<Integer, OpenFile> files = new HashMap<>();
        try {
            for (Read read : reads) {
                int number = read.entry % entries.size();
                FakeReader.Entry entry = entries.get(number);
                if (read.reopen && files.containsKey(number)) {
                    files.remove(number).close();
                }
                OpenFile file = files.get(number);
                if (file == null) {
                    file = cache.open(number, "e" + number, encrypted && number == 0, entry);
                    files.put(number, file);
                }
                assertIsSlice(file, entry, read.position, read.length);
            }
        } finally {
            files.values().forEach(OpenFile::close);
        }
    }

    private static void assertIsSlice(OpenFile file, FakeReader.Entry entry, int position, int length)
            throws IOException {
        ByteBuffer dst = ByteBuffer.allocateDirect(length + 2).position(1).limit(length + 1);
        int count = file.read(position, dst);
        if (position >= entry.size) {
            assertThat(count).isEqualTo(-1);
        } else {
            int expected = (int) Math.min(length, entry.size - position);
            assertThat(count).isEqualTo(expected);
            byte[] bytes = new byte[expected];
            dst.get(1, bytes);
            assertThat(bytes).isEqualTo(entry.bytes(position, expected));
        }
        assertThat(dst.get(0)).as("byte before").isZero();
        dst.limit(length + 2);
        assertThat(dst.get(length + 1)).as("byte after").isZero();
    }

    private static void assertWithinBudgets(CacheFixture fixture, Setting setting, int threads) {
        // A block that each of the handles keeps, one that each thread is about to hold, one per helper.
        long inUse = (long) BLOCK * (threads * setting.sizes.size() + threads + 2);
        assertThat(fixture.count(Metric.PEAK_MEMORY_BYTES)).isLessThanOrEqualTo(setting.memory + inUse);
        assertThat(fixture.count(Metric.DISK_BYTES)).isLessThanOrEqualTo(setting.disk);
    }

    private static void assertNothingIsLeft(CacheFixture fixture, List<FakeReader.Entry> entries) {
        for (Metric gauge : new Metric[] {
            Metric.MEMORY_BYTES, Metric.DISK_BYTES, Metric.OPEN_HANDLES, Metric.CHECKPOINTS, Metric.CHECKPOINT_BYTES
        }) {
            assertThat(fixture.count(gauge)).as("%s after closing", gauge).isZero();
        }
        assertThat(fixture.count(Metric.FAILURES)).isZero();
        assertThat(entries).allSatisfy(entry -> assertThat(entry.openNow).hasValue(0));
    }

    private CacheFixture fixture(Setting setting) {
        CacheFixture fixture = new CacheFixture(directory);
        fixture.block = BLOCK;
        fixture.policy = setting.policy.get();
        fixture.memory = setting.memory;
        fixture.disk = setting.disk;
        fixture.readAhead = setting.readAhead;
        return fixture;
    }

    private static List<FakeReader.Entry> entries(Setting setting) {
        List<FakeReader.Entry> entries = new ArrayList<>();
        AccessCost[] costs = {AccessCost.RESTARTABLE, AccessCost.SEQUENTIAL, AccessCost.DIRECT};
        for (long size : setting.sizes) {
            entries.add(new FakeReader.Entry(entries.size(), size, costs[entries.size() % costs.length], 3 * BLOCK));
        }
        return entries;
    }

    @Provide
    Arbitrary<Setting> settings() {
        Arbitrary<Supplier<CachePolicy>> policies = Arbitraries.of(List.<Supplier<CachePolicy>>of(
                () -> CachePolicies.tiered(5 * BLOCK),
                CachePolicies::lru,
                () -> CachePolicies.pinning("e1"),
                CachePolicies::diskOnly,
                CachePolicies::none));
        Arbitrary<Integer> budgets =
                Arbitraries.of(0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK, 8 * BLOCK + 7, 64 * BLOCK);
        Arbitrary<Long> sizes = Arbitraries.oneOf(
                Arbitraries.of(0L, 1L, BLOCK - 1L, (long) BLOCK, BLOCK + 1L),
                Arbitraries.longs().between(0, 20 * BLOCK));
        return Combinators.combine(
                        policies,
                        budgets,
                        budgets,
                        Arbitraries.of(0, 2 * BLOCK, 16 * BLOCK),
                        Arbitraries.of(true, false),
                        sizes.list().ofMinSize(1).ofMaxSize(5))
                .as(Setting::new);
    }

    @Provide
    Arbitrary<List<Read>> reads() {
        return Combinators.combine(
                        Arbitraries.integers().between(0, 4),
                        Arbitraries.integers().between(0, 21 * BLOCK),
                        Arbitraries.integers().between(0, 4 * BLOCK),
                        Arbitraries.of(true, false))
                .as(Read::new)
                .list()
                .ofMaxSize(60);
    }
}
