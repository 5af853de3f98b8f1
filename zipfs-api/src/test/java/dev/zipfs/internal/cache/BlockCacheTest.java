package dev.zipfs.internal.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zipfs.DriveStatistics.Metric;
import dev.zipfs.cache.CachePolicies;
import dev.zipfs.spi.AccessCost;
import dev.zipfs.spi.OpenFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class BlockCacheTest {
    private static final int BLOCK = CacheFixture.BLOCK;

    @TempDir
    Path directory;

    private CacheFixture fixture;

    @BeforeEach
    void prepare() {
        fixture = new CacheFixture(directory);
    }

    @Test
    void readsSlicesOfTheWhole() throws IOException {
        FakeReader.Entry entry = FakeReader.Entry.sequential(10 * BLOCK + 17);
        try (BlockCache cache = fixture.make();
                OpenFile file = cache.open(0, "a", false, entry)) {
            assertThat(file.size()).isEqualTo(entry.size);
            for (long at : new long[] {0, 1, BLOCK - 1, BLOCK, 5 * BLOCK + 3, 10 * BLOCK, 10 * BLOCK + 16, 7}) {
                int length = (int) Math.min(3 * BLOCK + 1, entry.size - at);
                assertThat(CacheFixture.read(file, at, 3 * BLOCK + 1))
                        .as("at %s", at)
                        .isEqualTo(entry.bytes(at, length));
            }
        }
        assertThat(entry.openNow).hasValue(0);
        assertThat(fixture.count(Metric.MEMORY_BYTES)).isZero();
    }

    @Test
    void readPastEndReturnsMinusOne() throws IOException {
        FakeReader.Entry entry = FakeReader.Entry.sequential(100);
        try (BlockCache cache = fixture.make();
                OpenFile file = cache.open(0, "a", false, entry)) {
            assertThat(file.read(100, ByteBuffer.allocate(1))).isEqualTo(-1);
            assertThat(file.read(Long.MAX_VALUE, ByteBuffer.allocate(1))).isEqualTo(-1);
            assertThat(file.read(99, ByteBuffer.allocate(10))).isEqualTo(1);
            assertThat(file.read(5, ByteBuffer.allocate(0))).isZero();
            assertThatThrownBy(() -> file.read(-1, ByteBuffer.allocate(1)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("-1");
        }
    }

    @Test
    void emptyEntryIsAtItsEnd() throws IOException {
        try (BlockCache cache = fixture.make();
                OpenFile file = cache.open(0, "a", false, FakeReader.Entry.sequential(0))) {
            assertThat(file.size()).isZero();
            assertThat(file.read(0, ByteBuffer.allocate(1))).isEqualTo(-1);
        }
    }

    @Test
    void entryReadInPlaceTakesNoBlock() throws IOException {
        FakeReader.Entry entry = new FakeReader.Entry(1, 100_000, AccessCost.DIRECT, 1);
        try (BlockCache cache = fixture.make();
                OpenFile file = cache.open(0, "a", false, entry)) {
            assertThat(CacheFixture.read(file, 50_000, 1000)).isEqualTo(entry.bytes(50_000, 1000));
            assertThat(fixture.count(Metric.PEAK_MEMORY_BYTES)).isZero();
        }
        assertThat(entry.openNow).hasValue(0);
    }

    @Test
    void lastThenFirstDecodesOnce() throws IOException {
        FakeReader.Entry entry = FakeReader.Entry.sequential(64 * BLOCK);
        try (BlockCache cache = fixture.make()) {
            for (int i = 0; i < 50; i++) {
                try (OpenFile file = cache.open(0, "a", false, entry)) {
                    assertThat(CacheFixture.read(file, entry.size - 64, 64))
                            .isEqualTo(entry.bytes(entry.size - 64, 64));
                }
                try (OpenFile file = cache.open(0, "a", false, entry)) {
                    assertThat(CacheFixture.read(file, 0, 64)).isEqualTo(entry.bytes(0, 64));
                }
            }
        }
        assertThat(entry.decoded.get()).isEqualTo(entry.size);
    }

    @Test
    void nothingKeptStillServesSmallReadsFromOneDecode() throws IOException {
        fixture.memory = 0;
        fixture.policy = CachePolicies.none();
        FakeReader.Entry entry = FakeReader.Entry.sequential(16 * BLOCK);
        try (BlockCache cache = fixture.make();
                OpenFile file = cache.open(0, "a", false, entry)) {
            for (int at = 0; at < entry.size; at += 64) {
                assertThat(CacheFixture.read(file, at, 64)).isEqualTo(entry.bytes(at, 64));
            }
        }
        assertThat(entry.decoded.get()).isEqualTo(entry.size);
        assertThat(fixture.count(Metric.PEAK_MEMORY_BYTES)).isEqualTo(BLOCK);
    }
}
