package dev.zipfs.internal.zip;

import static dev.zipfs.internal.zip.Packed.DEFLATE64;
import static dev.zipfs.internal.zip.Packed.XZ;
import static dev.zipfs.internal.zip.Packed.ZSTD;
import static dev.zipfs.internal.zip.Packed.content;
import static dev.zipfs.internal.zip.Packed.open;
import static dev.zipfs.internal.zip.Packed.read;
import static dev.zipfs.internal.zip.Packed.small;
import static dev.zipfs.internal.zip.Packed.xz;
import static dev.zipfs.internal.zip.Packed.zstd;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zipfs.ArchiveFormatException;
import dev.zipfs.UnsupportedFeatureException;
import dev.zipfs.spi.EntryReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Damaged, lying and greedy data of methods that can be entered in the middle. */
@Timeout(120)
class DamagedMethodsTest {
    private final TinyZip zip = new TinyZip();

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
}
