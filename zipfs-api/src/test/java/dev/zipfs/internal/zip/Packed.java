package dev.zipfs.internal.zip;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import dev.zipfs.spi.AccessCost;
import dev.zipfs.spi.EntryReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

/** Contents packed by methods whose data can be entered in the middle, and the laws of reading them. */
final class Packed {

    static final int BZIP2 = 12;
    static final int DEFLATE64 = 9;
    static final int XZ = 95;
    static final int ZSTD = 93;

    /** Compressible, and every part differs from every other. */
    static byte[] content(int size) {
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

    static byte[] bzip2(byte[] content, int level) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (BZip2CompressorOutputStream out = new BZip2CompressorOutputStream(packed, level)) {
            out.write(content);
        }
        return packed.toByteArray();
    }

    static byte[] xz(byte[] content, int block) throws IOException {
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
    static byte[] zstd(byte[] content, int frame, boolean table) throws IOException {
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

    static Map<Integer, byte[]> small(byte[] content) throws IOException {
        Map<Integer, byte[]> packed = new TreeMap<>();
        packed.put(BZIP2, bzip2(content, 1));
        packed.put(XZ, xz(content, 100_000));
        packed.put(ZSTD, zstd(content, 100_000, true));
        packed.put(20, zstd(content, 100_000, false));
        return packed;
    }

    static Opened open(int method, byte[] content, byte[] packed) throws IOException {
        TinyZip zip = new TinyZip();
        zip.add("x".getBytes(UTF_8), content).raw(method, packed);
        return Opened.of(zip);
    }

    static byte[] read(EntryReader reader, long position, int length) throws IOException {
        ByteBuffer dst = (position & 1) == 0 ? ByteBuffer.allocate(length) : ByteBuffer.allocateDirect(length);
        assertThat(reader.read(position, dst)).isEqualTo(length);
        byte[] bytes = new byte[length];
        dst.flip().get(bytes);
        return bytes;
    }

    /** Any sequence of reads gives slices, and once a pass is over a read costs what a section has at most. */
    static void assertRandomAccess(Opened opened, byte[] content, int section, boolean fromTheStart)
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
}
