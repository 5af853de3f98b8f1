package dev.zipfs.internal.inflate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class CheckpointIndexFormatTest {
    private static final byte[] PLAIN = Samples.classes(400_000);
    private static final byte[] COMPRESSED = Samples.deflate(PLAIN, 6, Deflater.DEFAULT_STRATEGY);
    private static final CompressedInput INPUT = new CompressedBytes(COMPRESSED);
    private static byte[] saved;

    @BeforeAll
    static void save() throws IOException {
        saved = CheckpointIndexFormat.save(ResumeTest.record(INPUT, PLAIN));
    }

    @Test
    void loadsWhatItSaved() throws IOException {
        CheckpointIndex index = load(saved);
        assertThat(index.complete()).isTrue();
        assertThat(index.size()).isEqualTo(6);
        assertThat(index.crc32()).hasValue(Integer.toUnsignedLong(crc(PLAIN, PLAIN.length)));
        assertThat(CheckpointIndexFormat.save(index)).isEqualTo(saved);
        for (int at = 1 << 16; at < PLAIN.length; at += 1 << 16) {
            try (PlainStream stream = InflateDecoder.resume(INPUT, index, index.before(at))) {
                byte[] rest = Arrays.copyOfRange(PLAIN, at, PLAIN.length);
                assertThat(ResumeTest.readAll(stream, rest.length)).isEqualTo(rest);
            }
        }
    }

    @Test
    void savesAnIndexThatIsNotComplete() throws IOException {
        CheckpointIndex index = new CheckpointIndex(COMPRESSED.length, PLAIN.length, Long.MAX_VALUE, 1 << 16);
        try (InflateDecoder decoder = new InflateDecoder(INPUT, index)) {
            decoder.skipTo(200_000);
        }
        CheckpointIndex loaded = load(CheckpointIndexFormat.save(index));
        assertThat(loaded.complete()).isFalse();
        assertThat(loaded.size()).isEqualTo(2);
        try (InflateDecoder decoder = InflateDecoder.resume(INPUT, loaded, loaded.before(200_000))) {
            decoder.skipTo(Long.MAX_VALUE);
        }
        assertThat(loaded.complete()).isTrue();
        assertThat(CheckpointIndexFormat.save(loaded)).isEqualTo(saved);
    }

    @Test
    void readsFromTheBuffersPosition() throws IOException {
        ByteBuffer buffer = ByteBuffer.allocateDirect(saved.length + 20).order(ByteOrder.BIG_ENDIAN);
        buffer.position(7);
        buffer.put(saved).flip().position(7);
        assertThat(CheckpointIndexFormat.load(buffer, COMPRESSED.length, PLAIN.length, 1 << 20)
                        .size())
                .isEqualTo(6);
        assertThat(buffer.position()).isEqualTo(7);
    }

    @Test
    void keepsToTheMemoryItMayUse() throws IOException {
        CheckpointIndex index =
                CheckpointIndexFormat.load(ByteBuffer.wrap(saved), COMPRESSED.length, PLAIN.length, 10_000);
        assertThat(index.size()).isBetween(1, 3);
        assertThat(index.complete()).isTrue();
    }

    @Test
    void refusesEveryTruncationAndEveryChangedByte() {
        for (int size = 0; size < saved.length; size += size < 200 ? 1 : 97) {
            byte[] cut = Arrays.copyOf(saved, size);
            assertThatThrownBy(() -> load(cut)).isInstanceOf(CorruptIndexException.class);
        }
        for (int at = 0; at < saved.length; at += at < 200 ? 1 : 97) {
            byte[] changed = saved.clone();
            changed[at] ^= 0x10;
            assertThatThrownBy(() -> load(changed)).as("byte %d", at).isInstanceOf(CorruptIndexException.class);
        }
        byte[] longer = Arrays.copyOf(saved, saved.length + 4);
        assertThatThrownBy(() -> load(sealed(longer))).isInstanceOf(CorruptIndexException.class);
        assertThatThrownBy(() -> CheckpointIndexFormat.load(
                        ByteBuffer.wrap(saved), COMPRESSED.length + 1, PLAIN.length, 1 << 20))
                .isInstanceOf(CorruptIndexException.class);
        assertThatThrownBy(() -> CheckpointIndexFormat.load(
                        ByteBuffer.wrap(saved), COMPRESSED.length, PLAIN.length + 1, 1 << 20))
                .isInstanceOf(CorruptIndexException.class);
    }

    /** With the checksum made right: what a hostile writer can do. Either refused, or it gives an error or refused bytes. */
    @Test
    void survivesMadeUpContent() throws IOException {
        Random random = new Random(10);
        int loaded = 0;
        for (int round = 0; round < 1200; round++) {
            byte[] made = saved.clone();
            for (int n = 1 + random.nextInt(3); n > 0; n--) {
                int at = 4 + random.nextInt(random.nextBoolean() ? 100 : made.length - 8);
                made[at] = (byte) (random.nextBoolean() ? random.nextInt() : made[at] ^ 1 << random.nextInt(8));
            }
            try {
                CheckpointIndex index = load(sealed(made));
                loaded++;
                readEverywhere(index);
            } catch (IOException e) {
                // Refused at load or at use: both are right.
            }
        }
        assertThat(loaded).as("some get past the checks of a header").isGreaterThan(50);
    }

    private static void readEverywhere(CheckpointIndex index) throws IOException {
        byte[] some = new byte[1000];
        for (int at = 1 << 16; at < PLAIN.length; at += 1 << 16) {
            Checkpoint checkpoint = index.before(at);
            if (checkpoint != null) {
                try (PlainStream stream = InflateDecoder.resume(INPUT, index, checkpoint)) {
                    stream.read(some, 0, some.length);
                }
                try (PlainStream stream = PrimedInflater.resume(INPUT, index, checkpoint)) {
                    stream.read(some, 0, some.length);
                }
            }
        }
    }

    private static CheckpointIndex load(byte[] bytes) throws IOException {
        return CheckpointIndexFormat.load(ByteBuffer.wrap(bytes), COMPRESSED.length, PLAIN.length, Long.MAX_VALUE);
    }

    private static byte[] sealed(byte[] bytes) {
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(bytes.length - 4, crc(bytes, bytes.length - 4));
        return bytes;
    }

    private static int crc(byte[] bytes, int length) {
        CRC32 crc = new CRC32();
        crc.update(bytes, 0, length);
        return (int) crc.getValue();
    }
}
