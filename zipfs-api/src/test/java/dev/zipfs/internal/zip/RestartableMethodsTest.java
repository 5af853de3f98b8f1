package dev.zipfs.internal.zip;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;
import dev.zipfs.ArchiveFormatException;
import dev.zipfs.UnsupportedFeatureException;
import dev.zipfs.spi.AccessCost;
import dev.zipfs.spi.EntryReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.apache.commons.compress.compressors.deflate64.Deflate64CompressorInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

/** Methods whose data can be entered in the middle: any bytes at the cost of a section, and no damage goes unnoticed. */
@Timeout(120)
class RestartableMethodsTest {
    private static final int BZIP2 = 12;
    private static final int DEFLATE64 = 9;
    private static final int XZ = 95;
    private static final int ZSTD = 93;

    private final TinyZip zip = new TinyZip();

    /** Compressible, and every part differs from every other. */
    private static byte[] content(int size) {
        byte[] content = new byte[size];
        SplittableRandom random = new SplittableRandom(11);
        byte[] words = new byte[4096];
        random.nextBytes(words);
        for (int at = 0; at < size; ) {
            int from = random.nextInt(words.length - 20);
            int length = Math.min(random.nextInt(1, 20), size - at);
            System.arraycopy(words, from, content, at, length);
            at += length;
            if (at < size && random.nextInt(3) == 0) {
                content[at++] = (byte) random.nextInt();
            }
        }
        return content;
    }

    private static byte[] bzip2(byte[] content, int level) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (BZip2CompressorOutputStream out = new BZip2CompressorOutputStream(packed, level)) {
            out.write(content);
        }
        return packed.toByteArray();
    }

    private static byte[] xz(byte[] content, int block) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (XZOutputStream out = new XZOutputStream(packed, new LZMA2Options(1))) {
            for (int at = 0; at < content.length; at += block) {
                out.write(content, at, Math.min(block, content.length - at));
                out.endBlock();
            }
        }
        return packed.toByteArray();
    }

    /** Frames, and the table of the seekable format if wanted. */
    private static byte[] zstd(byte[] content, int frame, boolean table) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        ByteBuffer lines =
                ByteBuffer.allocate(8 * (content.length / frame + 2) + 17).order(ByteOrder.LITTLE_ENDIAN);
        lines.position(8);
        for (int at = 0; at < content.length; at += frame) {
            byte[] part = Arrays.copyOfRange(content, at, Math.min(at + frame, content.length));
            byte[] one = Zstd.compress(part, 1);
            packed.write(one);
            lines.putInt(one.length).putInt(part.length);
        }
        if (table) {
            int count = lines.position() / 8 - 1;
            lines.putInt(count).put((byte) 0).putInt(0x8F92EAB1);
            lines.putInt(0, 0x184D2A5E).putInt(4, lines.position() - 8);
            packed.write(lines.array(), 0, lines.position());
        }
        return packed.toByteArray();
    }

    private Opened open(int method, byte[] content, byte[] packed) throws IOException {
        zip.entries.clear();
        zip.add("x".getBytes(UTF_8), content).raw(method, packed);
        return Opened.of(zip);
    }

    private static byte[] read(EntryReader reader, long position, int length) throws IOException {
        ByteBuffer dst = (position & 1) == 0 ? ByteBuffer.allocate(length) : ByteBuffer.allocateDirect(length);
        assertThat(reader.read(position, dst)).isEqualTo(length);
        byte[] bytes = new byte[length];
        dst.flip().get(bytes);
        return bytes;
    }

    /** Any sequence of reads gives slices, and once a pass is over a read costs what a section has at most. */
    private static void assertRandomAccess(Opened opened, byte[] content, int section, boolean fromTheStart)
            throws IOException {
        try (EntryReader reader = opened.index.open(0)) {
            if (!fromTheStart) {
                assertThat(read(reader, content.length - 10, 10))
                        .isEqualTo(Arrays.copyOfRange(content, content.length - 10, content.length));
            }
            assertThat(reader.accessCost()).isEqualTo(AccessCost.RESTARTABLE);
            if (fromTheStart) {
                assertThat(reader.decodedBytes()).as("decoded to open").isZero();
            }
            SplittableRandom random = new SplittableRandom(5);
            for (int i = 0; i < 60; i++) {
                int length = random.nextInt(1, 5000);
                int position = random.nextInt(content.length - length);
                long before = reader.decodedBytes();
                assertThat(reader.restartPoint(position)).isBetween(position - (long) section, (long) position);
                assertThat(read(reader, position, length))
                        .as("%d bytes at %d", length, position)
                        .isEqualTo(Arrays.copyOfRange(content, position, position + length));
                assertThat(reader.decodedBytes() - before).isLessThanOrEqualTo(section + 5000L);
            }
            long before = reader.decodedBytes();
            assertThat(read(reader, content.length - 10, 10))
                    .isEqualTo(Arrays.copyOfRange(content, content.length - 10, content.length));
            assertThat(reader.decodedBytes() - before).as("the end").isLessThanOrEqualTo(section);
            assertThat(reader.restartPoints()).isPositive();
            assertThat(reader.restartPointBytes()).isBetween(1L, content.length / 10L);
        }
        assertThat(opened.content(0)).isEqualTo(content);
    }

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
    void deflate64IsEnteredAtItsCheckpoints() throws IOException {
        Deflate64Writer stream = Deflate64Writer.random(1, 6_000_000);
        assertRandomAccess(open(DEFLATE64, stream.plain(), stream.packed()), stream.plain(), (1 << 20) + 1, false);
    }

    @Test
    void deflate64IsWhatTheOracleSays() throws IOException {
        for (int seed = 0; seed < 200; seed++) {
            Deflate64Writer stream = Deflate64Writer.random(seed, seed * 500);
            byte[] oracle =
                    new Deflate64CompressorInputStream(new ByteArrayInputStream(stream.packed())).readAllBytes();
            assertThat(oracle).as("oracle on seed %d", seed).isEqualTo(stream.plain());
            assertThat(open(DEFLATE64, oracle, stream.packed()).content(0))
                    .as("seed %d", seed)
                    .isEqualTo(oracle);
        }
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

    /** A table that adds up and is wrong all the same: the frames are elsewhere, or have other sizes. */
    @Test
    void lyingSeekTableIsGivenUp() throws IOException {
        byte[] content = content(700_000);
        byte[] packed = zstd(content, 70_000, true);
        ByteBuffer table = ByteBuffer.wrap(packed).order(ByteOrder.LITTLE_ENDIAN);
        int lines = packed.length - 9 - 10 * 8;
        for (int field = 0; field < 8; field += 4) {
            byte[] lying = packed.clone();
            ByteBuffer.wrap(lying)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putInt(lines + 8 + field, table.getInt(lines + 8 + field) - 1)
                    .putInt(lines + 16 + field, table.getInt(lines + 16 + field) + 1);
            Opened opened = open(ZSTD, content, lying);
            assertThat(opened.content(0)).isEqualTo(content);
            try (EntryReader reader = opened.index.open(0)) {
                assertThat(read(reader, 0, 699_999)).isEqualTo(Arrays.copyOf(content, 699_999));
                assertThat(read(reader, 300_000, 10)).isEqualTo(Arrays.copyOfRange(content, 300_000, 300_010));
            }
        }
    }

    @Test
    void largeZstandardWindowIsRefusedBeforeAnythingIsAllocated() throws IOException {
        byte[] frame = {0x28, (byte) 0xB5, 0x2F, (byte) 0xFD, 0, (byte) (19 << 3), 1, 0, 0};
        Opened opened = open(ZSTD, content(10), frame);
        try (EntryReader reader = opened.index.open(0)) {
            assertThatThrownBy(() -> reader.read(0, ByteBuffer.allocate(10)))
                    .isInstanceOf(UnsupportedFeatureException.class)
                    .hasMessageContaining("window of 512 MiB")
                    .hasMessageContaining("128 MiB is the limit");
        }
    }

    @Test
    void largeXzDictionaryIsRefusedBeforeAnythingIsAllocated() throws IOException {
        byte[] content = content(200_000);
        byte[] packed = xz(content, 100_000);
        // The block header: size, flags, filter 0x21, one byte of properties, the dictionary's size, padding, CRC-32.
        assertThat(packed[14]).isEqualTo((byte) 0x21);
        packed[16] = 37;
        java.util.zip.CRC32 crc = new java.util.zip.CRC32();
        int length = (packed[12] + 1) * 4 - 4;
        crc.update(packed, 12, length);
        ByteBuffer.wrap(packed).order(ByteOrder.LITTLE_ENDIAN).putInt(12 + length, (int) crc.getValue());
        try (EntryReader reader = open(XZ, content, packed).index.open(0)) {
            assertThatThrownBy(() -> reader.read(0, ByteBuffer.allocate(10)))
                    .isInstanceOf(UnsupportedFeatureException.class)
                    .hasMessageContaining("80 MiB is the limit");
        }
    }

    private static Map<Integer, byte[]> small(byte[] content) throws IOException {
        Map<Integer, byte[]> packed = new TreeMap<>();
        packed.put(BZIP2, bzip2(content, 1));
        packed.put(XZ, xz(content, 100_000));
        packed.put(ZSTD, zstd(content, 100_000, true));
        packed.put(20, zstd(content, 100_000, false));
        return packed;
    }

    @Test
    void wrongCrcIsToldAtTheLastByte() throws IOException {
        byte[] content = content(250_000);
        for (Map.Entry<Integer, byte[]> one : small(content).entrySet()) {
            zip.entries.clear();
            zip.add("x".getBytes(UTF_8), content).raw(one.getKey(), one.getValue()).crc = 0x12345678L;
            try (EntryReader reader = Opened.of(zip).index.open(0)) {
                assertThat(read(reader, 0, 249_000)).isEqualTo(Arrays.copyOf(content, 249_000));
                for (int i = 0; i < 2; i++) {
                    assertThatThrownBy(() -> read(reader, 249_000, 1000))
                            .as("method %d", one.getKey())
                            .isInstanceOf(ArchiveFormatException.class)
                            .hasMessageContaining("CRC-32");
                }
            }
        }
    }

    /** Where the last byte was read first, what is wrong shows when the rest has been read, in any order. */
    @Test
    void wrongCrcIsToldWhenAllSectionsHaveBeenRead() throws IOException {
        byte[] content = content(500_000);
        zip.add("x".getBytes(UTF_8), content).raw(XZ, xz(content, 100_000)).crc = 0x12345678L;
        try (EntryReader reader = Opened.of(zip).index.open(0)) {
            assertThat(read(reader, 499_990, 10)).hasSize(10);
            assertThat(read(reader, 100_000, 300_001)).hasSize(300_001);
            assertThat(read(reader, 0, 100_001)).hasSize(100_001);
            assertThatThrownBy(() -> read(reader, 400_000, 100_000))
                    .isInstanceOf(ArchiveFormatException.class)
                    .hasMessageContaining("CRC-32");
        }
    }

    @Test
    void wrongSizesAreTold() throws IOException {
        byte[] content = content(250_000);
        for (Map.Entry<Integer, byte[]> one : small(content).entrySet()) {
            for (long size : new long[] {249_999, 250_001, 100_000, 1, 4_000_000_000L}) {
                zip.entries.clear();
                zip.add("x".getBytes(UTF_8), content).raw(one.getKey(), one.getValue()).size = size;
                try (EntryReader reader = Opened.of(zip).index.open(0)) {
                    assertThatThrownBy(() -> {
                                ByteBuffer dst = ByteBuffer.allocate(1000);
                                for (long at = 0; at < size; at += 1000) {
                                    reader.read(at, dst.clear());
                                }
                            })
                            .as("method %d, size %d", one.getKey(), size)
                            .isInstanceOf(ArchiveFormatException.class);
                }
            }
        }
    }

    /** Changed, cut, or made up: the right bytes, or a typed error; never anything else. */
    @Test
    void damagedDataGivesTheRightBytesOrATypedError() throws IOException {
        byte[] content = content(120_000);
        Map<Integer, byte[]> sound = small(content);
        Deflate64Writer stream = Deflate64Writer.random(77, 30_000);
        SplittableRandom random = new SplittableRandom(3);
        sound.put(DEFLATE64, stream.packed());
        for (Map.Entry<Integer, byte[]> one : sound.entrySet()) {
            byte[] plain = one.getKey() == DEFLATE64 ? stream.plain() : content;
            for (int i = 0; i < 150; i++) {
                byte[] damaged = one.getValue().clone();
                int at = random.nextInt(i % 2 == 0 ? damaged.length : Math.min(damaged.length, 200));
                switch (i % 3) {
                    case 0 -> damaged[at] ^= (byte) (1 << random.nextInt(8));
                    case 1 -> damaged = Arrays.copyOf(damaged, at);
                    default -> {
                        byte[] noise = new byte[Math.min(50, damaged.length - at)];
                        random.nextBytes(noise);
                        System.arraycopy(noise, 0, damaged, at, noise.length);
                    }
                }
                Opened opened = open(one.getKey(), plain, damaged);
                try {
                    assertThat(opened.content(0))
                            .as("method %d, damage %d", one.getKey(), i)
                            .isEqualTo(plain);
                } catch (IOException e) {
                    assertThat(e)
                            .as("method %d, damage %d", one.getKey(), i)
                            .isInstanceOfAny(ArchiveFormatException.class, UnsupportedFeatureException.class);
                }
            }
        }
    }

    /** Where ours and the oracle both take damaged data, they take it for the same. */
    @Test
    void damagedDeflate64IsWhatTheOracleSays() throws IOException {
        SplittableRandom random = new SplittableRandom(9);
        byte[] sample = Deflate64Writer.random(78, 3000).packed();
        int both = 0;
        for (int i = 0; i < 1500; i++) {
            byte[] damaged = sample.clone();
            damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
            byte[] oracle;
            try (InputStream in = new Deflate64CompressorInputStream(new ByteArrayInputStream(damaged))) {
                oracle = in.readAllBytes();
            } catch (IOException | RuntimeException e) {
                continue;
            }
            both++;
            assertThat(open(DEFLATE64, oracle, damaged).content(0))
                    .as("damage %d", i)
                    .isEqualTo(oracle);
        }
        assertThat(both).isGreaterThan(100);
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
