package dev.zipfs.internal.cache;

import static dev.zipfs.internal.cache.CacheFixture.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zipfs.DriveStatistics.Metric;
import dev.zipfs.internal.metrics.DriveCounters;
import dev.zipfs.spi.OpenFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How much memory is taken, and what happens where there is not so much. */
@Timeout(60)
class MemoryTest {
    private static final int BLOCK = CacheFixture.BLOCK;

    @TempDir
    Path directory;

    @Test
    void fullCacheAllocatesNothingMore() throws IOException {
        CacheFixture fixture = new CacheFixture(directory);
        fixture.memory = 8 * BLOCK;
        AtomicInteger allocated = new AtomicInteger();
        fixture.allocator = size -> {
            allocated.addAndGet(size);
            return ByteBuffer.allocateDirect(size);
        };
        FakeReader.Entry entry = FakeReader.Entry.restartable(64 * BLOCK, 4 * BLOCK);
        try (BlockCache cache = fixture.make();
                OpenFile file = cache.open(0, "a", false, entry)) {
            for (int i = 0; i < 500; i++) {
                read(file, i * 37 % 64 * BLOCK, BLOCK);
            }
            assertThat(fixture.count(Metric.EVICTIONS)).isGreaterThan(400);
            // The budget, the block being decoded, the one that the handle keeps while it is evicted.
            assertThat(allocated.get()).isLessThanOrEqualTo((8 + 2) * BLOCK);
            assertThat(fixture.count(Metric.MEMORY_BYTES)).isEqualTo(8 * BLOCK);
        }
    }

    /** The law of the budget, where a helper decodes ahead while blocks leave memory, for the disk or for good. */
    @ParameterizedTest
    @ValueSource(ints = {0, 64})
    void peakIsTheBudgetAndABlockForEachReader(int blocksOnDisk) throws Exception {
        for (int readers : new int[] {1, 4}) {
            CacheFixture fixture = new CacheFixture(directory);
            fixture.memory = 24 * BLOCK;
            fixture.disk = (long) blocksOnDisk * BLOCK;
            fixture.readAhead = 8 * BLOCK;
            FakeReader.Entry entry = FakeReader.Entry.restartable(200 * BLOCK + 17, 4 * BLOCK);
            try (BlockCache cache = fixture.make()) {
                Running.together(readers, () -> {
                    try (OpenFile file = cache.open(0, "a", false, entry)) {
                        for (int pass = 0; pass < 20; pass++) {
                            for (int block = 0; block <= 200; block++) {
                                read(file, (long) block * BLOCK, BLOCK);
                            }
                            for (int i = 0; i < 50; i++) {
                                read(file, (long) (i * 37 % 201) * BLOCK, 10);
                            }
                        }
                        return null;
                    }
                });
            }
            assertThat(fixture.count(Metric.READ_AHEAD_BYTES)).isPositive();
            assertThat(fixture.count(Metric.PEAK_MEMORY_BYTES))
                    .as("peak with %s readers", readers)
                    .isLessThanOrEqualTo(fixture.memory + (long) readers * BLOCK);
        }
    }

    @Test
    void smallEntriesAreChargedForWhatIsKeptAboutThem() throws IOException {
        CacheFixture fixture = new CacheFixture(directory);
        fixture.memory = 1 << 20;
        try (BlockCache cache = fixture.make()) {
            for (int i = 0; i < 4000; i++) {
                try (OpenFile file = cache.open(i, "e" + i, false, FakeReader.Entry.sequential(24))) {
                    read(file, 0, 24);
                }
            }
            assertThat(fixture.count(Metric.MEMORY_BYTES)).isLessThanOrEqualTo(24_000);
        }
    }

    @Test
    void budgetBeyondWhatTheJvmHasShrinks() throws IOException {
        CacheFixture fixture = new CacheFixture(directory);
        fixture.memory = 1000 * BLOCK;
        AtomicInteger left = new AtomicInteger(40);
        fixture.allocator = size -> {
            if (left.getAndDecrement() <= 0) {
                throw new OutOfMemoryError("made to fail");
            }
            return ByteBuffer.allocateDirect(size);
        };
        FakeReader.Entry entry = FakeReader.Entry.restartable(200 * BLOCK, 4 * BLOCK);
        try (BlockCache cache = fixture.make();
                OpenFile file = cache.open(0, "a", false, entry)) {
            for (int block = 0; block < 400; block++) {
                int at = block % 200 * BLOCK;
                assertThat(read(file, at, BLOCK)).isEqualTo(entry.bytes(at, BLOCK));
            }
            assertThat(left).as("asked once too often").hasValue(-1);
            assertThat(fixture.count(Metric.FAILURES)).isZero();
        }
    }

    @Test
    void noMemoryAtAllIsAnErrorThatSaysWhatToDo() throws IOException {
        CacheFixture fixture = new CacheFixture(directory);
        fixture.allocator = size -> {
            throw new OutOfMemoryError("made to fail");
        };
        try (BlockCache cache = fixture.make();
                OpenFile file = cache.open(0, "a", false, FakeReader.Entry.sequential(2 * BLOCK))) {
            assertThatThrownBy(() -> read(file, 0, 1))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("-Xmx");
        }
    }

    @Test
    void largeCachesTakeLargePieces() {
        List<Integer> pieces = new ArrayList<>();
        BufferPool pool = new BufferPool(
                BLOCK,
                20L << 30,
                size -> {
                    pieces.add(size);
                    return ByteBuffer.allocateDirect(size);
                },
                new DriveCounters());
        List<ByteBuffer> taken = new ArrayList<>();
        for (int i = 0; i < 17; i++) {
            ByteBuffer buffer = pool.take(BLOCK);
            assertThat(buffer.capacity()).isEqualTo(BLOCK);
            buffer.put(0, (byte) i);
            taken.add(buffer);
        }
        assertThat(pieces).containsExactly(16 * BLOCK, 16 * BLOCK);
        for (int i = 0; i < 17; i++) {
            assertThat(taken.get(i).get(0)).as("buffers do not overlap").isEqualTo((byte) i);
        }
    }

    @Test
    void closedCachesMemoryServesTheNext() {
        DriveCounters counters = new DriveCounters();
        BufferPool first = new BufferPool(BlockCache.BLOCK_SIZE, 1 << 20, ByteBuffer::allocateDirect, counters);
        ByteBuffer early = first.take(BlockCache.BLOCK_SIZE);
        ByteBuffer late = first.take(BlockCache.BLOCK_SIZE);
        first.give(early);
        first.close();
        first.give(late);
        BufferPool second = new BufferPool(
                BlockCache.BLOCK_SIZE,
                1 << 20,
                size -> {
                    throw new AssertionError("allocates though there is memory");
                },
                counters);
        assertThat(second.take(BlockCache.BLOCK_SIZE)).isSameAs(late);
        assertThat(second.take(BlockCache.BLOCK_SIZE)).isSameAs(early);
        assertThat(counters.get(Metric.MEMORY_BYTES)).isEqualTo(2 * BlockCache.BLOCK_SIZE);
    }
}
