package dev.zipfs.internal.zip;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zipfs.ArchiveFormatException;
import dev.zipfs.UnsupportedFeatureException;
import dev.zipfs.internal.BytesSource;
import dev.zipfs.spi.AccessCost;
import dev.zipfs.spi.ArchiveSource;
import dev.zipfs.spi.EntryReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.LZMAOutputStream;

/** Every compression method, whole, in pieces and damaged. */
class MethodsTest {
    private final TinyZip zip = new TinyZip();

    private static void assertReadsAnyRange(Opened opened, byte[] expected, AccessCost cost) throws IOException {
        assertThat(opened.content(0)).isEqualTo(expected);
        Random random = new Random(7);
        try (EntryReader reader = opened.index.open(0)) {
            assertThat(reader.accessCost()).isEqualTo(cost);
            for (int i = 0; i < 100; i++) {
                int from = random.nextInt(expected.length);
                int length = random.nextInt(expected.length - from + 1);
                ByteBuffer dst =
                        random.nextBoolean() ? ByteBuffer.allocate(length + 2) : ByteBuffer.allocateDirect(length + 2);
                dst.position(1).limit(length + 1);
                assertThat(reader.read(from, dst)).isEqualTo(length);
                byte[] got = new byte[length];
                dst.position(1).get(got);
                assertThat(got).isEqualTo(Arrays.copyOfRange(expected, from, from + length));
                assertThat(reader.restartPoint(from)).isBetween(0L, (long) from);
            }
            assertThat(reader.read(expected.length, ByteBuffer.allocate(1))).isEqualTo(-1);
            assertThat(reader.read(0, ByteBuffer.allocate(0))).isZero();
            ByteBuffer tooLarge = ByteBuffer.allocate(expected.length + 100);
            assertThat(reader.read(0, tooLarge)).isEqualTo(expected.length);
            assertThat(tooLarge.limit()).isEqualTo(expected.length + 100);
            assertThatThrownBy(() -> reader.read(-1, tooLarge)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    /** What every damaged archive must end in: the right bytes, or the right error at the last byte at the latest. */
    private static void assertDamageIsTold(Opened opened, int entry, String... message) throws IOException {
        try (EntryReader reader = opened.index.open(entry)) {
            ByteBuffer dst = ByteBuffer.allocate((int) reader.size());
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> reader.read(0, dst))
                        .isInstanceOf(ArchiveFormatException.class)
                        .hasMessageContaining("'" + opened.path(entry) + "'")
                        .satisfies(e -> assertThat(e.getMessage()).contains(message));
                assertThat(dst.position()).isZero();
                assertThat(dst.limit()).isEqualTo(dst.capacity());
            }
        }
    }

    private static byte[] noise(int length) {
        byte[] noise = new byte[length];
        new Random(3).nextBytes(noise);
        return noise;
    }

    @Test
    void storedIsReadInPlace() throws IOException {
        byte[] content = noise(100_000);
        zip.add("x".getBytes(UTF_8), content);
        assertReadsAnyRange(Opened.of(zip), content, AccessCost.DIRECT);
    }

    @Test
    void deflatedIsRead() throws IOException {
        byte[] content = ("deflate me " + "again ".repeat(30_000)).getBytes(UTF_8);
        zip.deflated("x", content);
        assertReadsAnyRange(Opened.of(zip), content, AccessCost.RESTARTABLE);
        zip.entries.clear();
        byte[] noise = noise(200_000);
        zip.deflated("x", noise);
        assertReadsAnyRange(Opened.of(zip), noise, AccessCost.RESTARTABLE);
    }

    @Test
    void samplesOfOtherMethodsAreRead() throws IOException {
        assertReadsAnyRange(Opened.of(Samples.BZIP2), Samples.TEXT, AccessCost.RESTARTABLE);
        assertReadsAnyRange(Opened.of(Samples.DEFLATE64), Samples.TEXT, AccessCost.RESTARTABLE);
        assertReadsAnyRange(Opened.of(Samples.LZMA), Samples.TEXT, AccessCost.SEQUENTIAL);
        assertReadsAnyRange(Opened.of(Samples.XZ), Samples.TEXT, AccessCost.SEQUENTIAL);
        assertReadsAnyRange(Opened.of(Samples.PPMD), Samples.TEXT, AccessCost.SEQUENTIAL);
    }

    /** Codes of nine bits, lowest first, that each stand for one byte (APPNOTE 6.3.10 §5.1). */
    @Test
    void shrunkIsRead() throws IOException {
        byte[] content = "shrunk content without any repetition of note".getBytes(UTF_8);
        Bits bits = new Bits();
        for (byte b : content) {
            bits.put(b, 9);
        }
        zip.add("x".getBytes(UTF_8), content).raw(1, bits.toBytes());
        assertReadsAnyRange(Opened.of(zip), content, AccessCost.SEQUENTIAL);
    }

    /** Two flat trees of 64 codes, then each byte behind a one bit (APPNOTE 6.3.10 §5.3). */
    @Test
    void implodedIsRead() throws IOException {
        byte[] content = "imploded content, literals only".getBytes(UTF_8);
        Bits bits = new Bits();
        for (int tree = 0; tree < 2; tree++) {
            bits.put(3, 8);
            for (int i = 0; i < 4; i++) {
                bits.put(0xF5, 8);
            }
        }
        for (byte b : content) {
            bits.put(1, 1);
            bits.put(b, 8);
        }
        zip.add("x".getBytes(UTF_8), content).raw(6, bits.toBytes());
        assertReadsAnyRange(Opened.of(zip), content, AccessCost.SEQUENTIAL);
    }

    @Test
    void wrongCrcIsTold() throws IOException {
        byte[] content = noise(100_000);
        zip.add("stored".getBytes(UTF_8), content).crc = 0x12345678L;
        zip.deflated("deflated", content).crc = 0x12345678L;
        Opened opened = Opened.of(zip);
        assertDamageIsTold(opened, 0, "CRC-32", "12345678", "§4.4.7");
        assertDamageIsTold(opened, 1, "CRC-32", "12345678", "§4.4.7");
    }

    @Test
    void wrongCrcIsToldAtTheLastByteNotBefore() throws IOException {
        byte[] content = noise(100_000);
        zip.add("stored".getBytes(UTF_8), content).crc = 0L;
        zip.deflated("deflated", content).crc = 0L;
        Opened opened = Opened.of(zip);
        for (int entry = 0; entry < 2; entry++) {
            try (EntryReader reader = opened.index.open(entry)) {
                for (int at = 0; at < 99_000; at += 1000) {
                    assertThat(reader.read(at, ByteBuffer.allocate(1000))).isEqualTo(1000);
                }
                assertThatThrownBy(() -> reader.read(99_000, ByteBuffer.allocate(1000)))
                        .isInstanceOf(ArchiveFormatException.class);
                assertThatThrownBy(() -> reader.read(0, ByteBuffer.allocate(10)))
                        .as("entry %d stays failed", entry)
                        .isInstanceOf(ArchiveFormatException.class);
            }
        }
    }

    @Test
    void lastByteAloneIsCheckedWhereDecodingPassesTheRest() throws IOException {
        zip.deflated("x", noise(100_000)).crc = 0L;
        try (EntryReader reader = Opened.of(zip).index.open(0)) {
            assertThat(reader.read(99_998, ByteBuffer.allocate(1))).isEqualTo(1);
            assertThatThrownBy(() -> reader.read(99_999, ByteBuffer.allocate(1)))
                    .isInstanceOf(ArchiveFormatException.class);
        }
    }

    @Test
    void dataThatEndsEarlyOrLateIsTold() throws IOException {
        byte[] content = noise(10_000);
        zip.deflated("short", content).size = 10_001L;
        zip.deflated("long", content).size = 9_999L;
        zip.deflated("cut", content).compressedSize = 5_000L;
        zip.deflated("trailing", content).compressedSize = 10_010L;
        Opened opened = Opened.of(zip);
        assertDamageIsTold(opened, 0, "ends after 10000 of 10001 bytes");
        assertDamageIsTold(opened, 1, "more than the 9999 bytes");
        assertDamageIsTold(opened, 2, "deflated data is damaged", "RFC 1951");
        assertThat(opened.content(3)).isEqualTo(content);
    }

    @Test
    void deflateThatIsNoneIsToldWithItsOffset() throws IOException {
        byte[] raw = TinyZip.deflate(noise(10_000));
        raw[0] = 7;
        zip.add("x".getBytes(UTF_8), noise(10_000)).raw(8, raw);
        Opened opened = Opened.of(zip);
        assertDamageIsTold(opened, 0, "deflated data is damaged", "offset", "RFC 1951");
    }

    @Test
    void claimThatDeflateCannotHoldIsRefusedWhenOpened() throws IOException {
        zip.deflated("x", noise(10)).size = 4_000_000_000L;
        Opened opened = Opened.of(zip);
        assertThatThrownBy(() -> opened.index.open(0))
                .isInstanceOf(ArchiveFormatException.class)
                .hasMessageContaining("more than");
    }

    @Test
    void mostThatDeflateCanHoldIsRead() throws IOException {
        byte[] zeros = new byte[2_000_000];
        zip.deflated("x", zeros);
        assertThat(Opened.of(zip).content(0)).isEqualTo(zeros);
    }

    /** A bad back reference in each of these methods, or what its decoder trips over first. */
    @Test
    void damagedDataOfOtherMethodsIsTold() throws IOException {
        for (byte[] sample : new byte[][] {Samples.BZIP2, Samples.DEFLATE64, Samples.LZMA, Samples.XZ}) {
            for (int at = 40; at < 80; at++) {
                byte[] damaged = sample.clone();
                damaged[at] ^= 0x55;
                Opened opened = Opened.of(damaged);
                try {
                    assertThat(opened.content(0)).isEqualTo(Samples.TEXT);
                } catch (IOException e) {
                    assertThat(e).isInstanceOfAny(ArchiveFormatException.class, UnsupportedFeatureException.class);
                    assertThat(e).hasMessageContaining("'text.txt'");
                }
            }
        }
    }

    @Test
    void lyingLzmaDictionaryCostsNoMoreThanTheEntry() throws IOException {
        byte[] archive = Samples.LZMA.clone();
        int properties = 30 + "text.txt".length() + 4;
        Arrays.fill(archive, properties + 1, properties + 5, (byte) 0x7F);
        assertThat(Opened.of(archive).content(0)).isEqualTo(Samples.TEXT);
    }

    /** Zeros are what LZMA makes smallest: nearly 7,000 of them to a byte. */
    @Test
    void lzmaDictionaryIsHeldToWhatTheDataCanBe() throws IOException {
        byte[] zeros = new byte[4_000_000];
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        packed.write(new byte[] {26, 2, 5, 0, 0x5D, -1, -1, -1, 0x0F});
        // The encoder needs ten times its dictionary; what the header claims of it is another matter.
        LZMA2Options options = new LZMA2Options(1);
        try (OutputStream out = new LZMAOutputStream(packed, options, false)) {
            out.write(zeros);
        }
        zip.add("x".getBytes(UTF_8), zeros).raw(CompressionMethod.LZMA, packed.toByteArray());
        assertThat(Opened.of(zip).content(0)).isEqualTo(zeros);

        zip.entries.get(0).size = 200_000_000L;
        com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        try (EntryReader reader = Opened.of(zip).index.open(0)) {
            assertThat(reader.read(0, ByteBuffer.allocate(1000))).isEqualTo(1000);
        }
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(20_000_000);
    }

    /** Storage that fails for a while is no damage: the entry is read once it is back. */
    @Test
    void failingStorageIsPassedOnAndForgotten() throws IOException {
        byte[] content = noise(10_000);
        zip.add("stored".getBytes(UTF_8), content);
        zip.deflated("deflated", content);
        List<byte[]> archives =
                List.of(zip.build(), Samples.BZIP2, Samples.LZMA, Samples.XZ, Samples.DEFLATE64, Samples.PPMD);
        for (byte[] archive : archives) {
            AtomicBoolean failing = new AtomicBoolean();
            Opened opened = Opened.of(new FailingSource(archive, failing), new CollectingRequest());
            for (int entry = 0; entry < opened.index.entryCount(); entry++) {
                try (EntryReader reader = opened.index.open(entry)) {
                    ByteBuffer dst = ByteBuffer.allocate((int) reader.size());
                    failing.set(true);
                    assertThatThrownBy(() -> reader.read(0, dst))
                            .isInstanceOf(IOException.class)
                            .isNotInstanceOf(ArchiveFormatException.class)
                            .hasMessage("no disk");
                    failing.set(false);
                    assertThat(reader.read(0, dst)).isEqualTo(dst.capacity());
                }
            }
        }
    }

    private static final class FailingSource implements ArchiveSource {
        private final BytesSource source;
        private final AtomicBoolean failing;

        FailingSource(byte[] archive, AtomicBoolean failing) {
            this.source = new BytesSource(archive);
            this.failing = failing;
        }

        @Override
        public String name() {
            return source.name();
        }

        @Override
        public long size() {
            return source.size();
        }

        @Override
        public int read(long position, ByteBuffer dst) throws IOException {
            if (failing.get()) {
                throw new IOException("no disk");
            }
            return source.read(position, dst);
        }

        @Override
        public String fingerprint() {
            return "";
        }

        @Override
        public void close() {}
    }

    @Test
    void closedReaderCannotBeRead() throws IOException {
        zip.add("stored", "abc");
        zip.deflated("deflated", noise(100));
        Opened opened = Opened.of(zip);
        for (int entry = 0; entry < 2; entry++) {
            EntryReader reader = opened.index.open(entry);
            reader.read(0, ByteBuffer.allocate(1));
            reader.close();
            reader.close();
            assertThatThrownBy(() -> reader.read(0, ByteBuffer.allocate(1)))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("closed");
        }
    }

    @Test
    void emptyEntriesHaveNothingToRead() throws IOException {
        zip.add("stored", "");
        zip.deflated("deflated", new byte[0]);
        Opened opened = Opened.of(zip);
        assertThat(opened.content(0)).isEmpty();
        assertThat(opened.content(1)).isEmpty();
    }
}
