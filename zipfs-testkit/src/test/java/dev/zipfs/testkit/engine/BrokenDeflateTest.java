package dev.zipfs.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zipfs.Archive;
import dev.zipfs.ArchiveFormatException;
import dev.zipfs.testkit.model.Content;
import dev.zipfs.testkit.model.EntryModel;
import dev.zipfs.testkit.model.HeaderLies;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Deflated entries that are broken somewhere: the error comes with the last byte at the latest. */
@Timeout(60)
class BrokenDeflateTest {
    private static final int SIZE = (1 << 20) + 4321;
    private static final byte[] PLAIN = Content.noise(SIZE, 8).toBytes();
    private static final byte[] PACKED = packed();

    private static byte[] packed() {
        Deflater deflater = new Deflater(6, true);
        deflater.setInput(PLAIN);
        deflater.finish();
        byte[] out = new byte[2 * SIZE];
        int length = deflater.deflate(out);
        deflater.end();
        return Arrays.copyOf(out, length);
    }

    private static Archive open(byte[] data, int crcError) throws IOException {
        CRC32 crc = new CRC32();
        crc.update(PLAIN);
        return Opening.open(EntryModel.file("a", Content.empty())
                .raw(8, data)
                .lies(HeaderLies.none().size(SIZE).crc(crc.getValue() ^ crcError)));
    }

    /** What comes before the error; fails where there is none. */
    private static byte[] readToTheError(Archive archive) throws IOException {
        ByteBuffer all = ByteBuffer.allocate(SIZE + 1);
        try (SeekableByteChannel channel = archive.entry("a").openChannel()) {
            assertThatThrownBy(() -> {
                        while (channel.read(all.limit(Math.min(all.position() + 1000, SIZE + 1))) >= 0) {
                            // On to the error.
                        }
                    })
                    .isInstanceOf(ArchiveFormatException.class)
                    .hasMessageContaining("'a'");
            assertThatThrownBy(() -> channel.position(0).read(ByteBuffer.allocate(1)))
                    .as("the entry stays failed")
                    .isInstanceOf(ArchiveFormatException.class);
        }
        return Arrays.copyOf(all.array(), all.position());
    }

    private static void lastByteIsAnError(Archive archive) throws IOException {
        try (SeekableByteChannel channel = archive.entry("a").openChannel()) {
            assertThatThrownBy(() -> channel.position(SIZE - 1).read(ByteBuffer.allocate(1)))
                    .isInstanceOf(ArchiveFormatException.class);
        }
    }

    @Test
    void wrongChecksumShowsBeforeTheLastByte() throws IOException {
        try (Archive archive = open(PACKED, 1)) {
            byte[] read = readToTheError(archive);
            assertThat(read.length).isPositive().isLessThan(SIZE);
            assertThat(read).isEqualTo(Arrays.copyOf(PLAIN, read.length));
        }
        try (Archive archive = open(PACKED, 1)) {
            lastByteIsAnError(archive);
        }
    }

    @ParameterizedTest
    @MethodSource("cuts")
    void cutDataGivesNoWrongByte(int length) throws IOException {
        byte[] cut = Arrays.copyOf(PACKED, length);
        try (Archive archive = open(cut, 0)) {
            byte[] read = readToTheError(archive);
            assertThat(read).isEqualTo(Arrays.copyOf(PLAIN, read.length));
        }
        try (Archive archive = open(cut, 0)) {
            lastByteIsAnError(archive);
        }
    }

    static Stream<Integer> cuts() {
        return Stream.of(PACKED.length / 100, PACKED.length / 3, PACKED.length - 1000, PACKED.length - 1);
    }

    @Test
    void garbageIsAnError() throws IOException {
        for (int seed = 0; seed < 20; seed++) {
            byte[] garbage = new byte[PACKED.length];
            new Random(seed).nextBytes(garbage);
            try (Archive archive = open(garbage, 0)) {
                readToTheError(archive);
            }
        }
    }

    /** One byte in the middle: what lies before it is right, and what is wrong after it does not pass for the entry. */
    @Test
    void damageInTheMiddleIsAnErrorOfTheWhole() throws IOException {
        for (int i = 1; i < 20; i++) {
            byte[] damaged = PACKED.clone();
            int at = PACKED.length / 20 * i;
            damaged[at] ^= 0x10;
            try (Archive archive = open(damaged, 0)) {
                byte[] read = readToTheError(archive);
                // Even of stored bytes there are no more before the damage than compressed ones.
                int sound = Math.min(read.length, at - 70_000);
                if (sound > 0) {
                    assertThat(Arrays.copyOf(read, sound)).isEqualTo(Arrays.copyOf(PLAIN, sound));
                }
            }
            try (Archive archive = open(damaged, 0)) {
                lastByteIsAnError(archive);
            }
        }
    }
}
