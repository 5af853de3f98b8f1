package dev.zipfs.internal.zip;

import static dev.zipfs.internal.zip.Packed.BZIP2;
import static dev.zipfs.internal.zip.Packed.XZ;
import static dev.zipfs.internal.zip.Packed.ZSTD;
import static dev.zipfs.internal.zip.Packed.assertRandomAccess;
import static dev.zipfs.internal.zip.Packed.bzip2;
import static dev.zipfs.internal.zip.Packed.content;
import static dev.zipfs.internal.zip.Packed.open;
import static dev.zipfs.internal.zip.Packed.read;
import static dev.zipfs.internal.zip.Packed.small;
import static dev.zipfs.internal.zip.Packed.xz;
import static dev.zipfs.internal.zip.Packed.zstd;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zipfs.spi.AccessCost;
import dev.zipfs.spi.EntryReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Methods whose data can be entered in the middle: any bytes at the cost of a section. */
@Timeout(120)
class RestartableMethodsTest {
    @Test
    void bzip2IsEnteredAtItsBlocks() throws IOException {
        byte[] content = content(2_000_000);
        byte[] packed = bzip2(content, 1);
        assertRandomAccess(open(BZIP2, content, packed), content, 110_000, false);
    }

    @Test
    void bzip2OfSeveralStreamsAndAnEmptyOneIsRead() throws IOException {
        byte[] content = content(600_000);
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        packed.write(bzip2(Arrays.copyOfRange(content, 0, 150_000), 1));
        packed.write(bzip2(new byte[0], 9));
        packed.write(bzip2(Arrays.copyOfRange(content, 150_000, 600_000), 2));
        packed.write("trailing bytes".getBytes(UTF_8));
        assertRandomAccess(open(BZIP2, content, packed.toByteArray()), content, 260_000, false);
    }

    /** Runs of every length around the four that start one. */
    @Test
    void bzip2RunsAreRead() throws IOException {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        for (int length = 1; length < 600; length++) {
            for (int i = 0; i < length; i++) {
                content.write(length * 7);
            }
        }
        byte[] plain = content.toByteArray();
        assertThat(open(BZIP2, plain, bzip2(plain, 1)).content(0)).isEqualTo(plain);
    }

    @Test
    void xzIsEnteredAtItsBlocksWithoutAPassBefore() throws IOException {
        byte[] content = content(2_000_000);
        assertRandomAccess(open(XZ, content, xz(content, 100_000)), content, 100_000, true);
    }

    @Test
    void xzOfOneBlockIsSequential() throws IOException {
        byte[] content = content(300_000);
        try (EntryReader reader = open(XZ, content, xz(content, 300_000)).index.open(0)) {
            assertThat(reader.accessCost()).isEqualTo(AccessCost.SEQUENTIAL);
            assertThat(read(reader, 1000, 1000)).isEqualTo(Arrays.copyOfRange(content, 1000, 2000));
        }
    }

    @Test
    void zstandardIsEnteredByItsSeekTable() throws IOException {
        byte[] content = content(2_000_000);
        assertRandomAccess(open(ZSTD, content, zstd(content, 70_000, true)), content, 70_000, true);
    }

    @Test
    void zstandardIsEnteredAtItsFramesOnceTheyWereSeen() throws IOException {
        byte[] content = content(2_000_000);
        assertRandomAccess(open(ZSTD, content, zstd(content, 70_000, false)), content, 70_000, false);
        assertRandomAccess(open(20, content, zstd(content, 30_000, false)), content, 90_000, false);
    }

    @Test
    void zstandardOfOneFrameIsSequential() throws IOException {
        byte[] content = content(300_000);
        try (EntryReader reader =
                open(ZSTD, content, zstd(content, 300_000, false)).index.open(0)) {
            assertThat(reader.accessCost()).isEqualTo(AccessCost.SEQUENTIAL);
            assertThat(read(reader, 1000, 299_000)).isEqualTo(Arrays.copyOfRange(content, 1000, 300_000));
            assertThat(reader.accessCost()).isEqualTo(AccessCost.SEQUENTIAL);
        }
    }

    /** The same for bzip2, whose checksums leave nothing to compare but what is right. */
    @Test
    void bzip2IsWhatTheOracleSays() throws IOException {
        for (int level = 1; level <= 9; level += 4) {
            for (int size : new int[] {1, 2, 99_980, 99_981, 100_000, 300_000}) {
                byte[] content = content(size);
                byte[] packed = bzip2(content, level);
                assertThat(new BZip2CompressorInputStream(new ByteArrayInputStream(packed)).readAllBytes())
                        .isEqualTo(content);
                assertThat(open(BZIP2, content, packed).content(0)).isEqualTo(content);
            }
        }
    }

    @Test
    void threadsShareAReaderAndItMayBeClosedUnderThem() throws Exception {
        byte[] content = content(600_000);
        for (Map.Entry<Integer, byte[]> one : small(content).entrySet()) {
            EntryReader reader =
                    open(one.getKey(), content, one.getValue()).index.open(0);
            ExecutorService pool = Executors.newFixedThreadPool(4);
            try {
                List<Future<?>> running = new ArrayList<>();
                for (int thread = 0; thread < 4; thread++) {
                    SplittableRandom random = new SplittableRandom(thread);
                    running.add(pool.submit(() -> {
                        for (int i = 0; i < 40; i++) {
                            int position = random.nextInt(595_000);
                            assertThat(read(reader, position, 4000))
                                    .isEqualTo(Arrays.copyOfRange(content, position, position + 4000));
                        }
                        return null;
                    }));
                }
                for (Future<?> future : running) {
                    future.get(60, TimeUnit.SECONDS);
                }
                Future<?> late = pool.submit(() -> {
                    while (true) {
                        read(reader, 1000, 1000);
                        read(reader, 500_000, 1000);
                    }
                });
                reader.close();
                assertThatThrownBy(() -> late.get(60, TimeUnit.SECONDS)).hasMessageContaining("closed");
            } finally {
                pool.shutdownNow();
            }
        }
    }
}
