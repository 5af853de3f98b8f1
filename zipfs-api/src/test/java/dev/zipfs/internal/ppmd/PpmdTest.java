package dev.zipfs.internal.ppmd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zipfs.ArchiveFormatException;
import dev.zipfs.UnsupportedFeatureException;
import dev.zipfs.internal.BytesSource;
import dev.zipfs.internal.codec.EntryData;
import dev.zipfs.internal.codec.SourceRange;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PpmdTest {
    private static final byte[] TEXT =
            ("the same text again and again, ".repeat(40) + "\n").getBytes(StandardCharsets.UTF_8);

    /** The data of {@code 7z a -tzip -mm=PPMd x.zip text.txt}: order 8, 1 MiB, restart. */
    private static final byte[] PACKED =
            Base64.getDecoder().decode("BwBz8m8s6JzziDreKj3Ma1H6yFT/wFFEj2ltyqkAAAAChv/EYhsA");

    private static PpmdDecoder decoder(byte[] packed, long size, long limit) throws IOException {
        EntryData data = new EntryData("test.zip", "x", 0, size, EntryData.NO_CRC);
        return new PpmdDecoder(new SourceRange(new BytesSource(packed), 0, packed.length), data, limit);
    }

    private static byte[] decode(byte[] packed, int size) throws IOException {
        PpmdDecoder decoder = decoder(packed, size, 16 << 20);
        ByteBuffer dst = ByteBuffer.allocate(size + 10);
        while (decoder.decode(dst) > 0) {
            assertThat(dst.position()).isLessThanOrEqualTo(size);
        }
        return Arrays.copyOf(dst.array(), dst.position());
    }

    @Test
    void textIsRead() throws IOException {
        assertThat(decode(PACKED, TEXT.length)).isEqualTo(TEXT);
    }

    /** 7-Zip marks the end. */
    @Test
    void endMarkEndsTheData() throws IOException {
        assertThat(decode(PACKED, TEXT.length + 5)).isEqualTo(TEXT);
    }

    @Test
    void memoryThatTheHeaderClaimsIsNotTakenBeforeItIsUsed() throws IOException {
        byte[] greedy = PACKED.clone();
        greedy[0] = (byte) 0xF7;
        greedy[1] = 0x0F;
        assertThat(decode(greedy, TEXT.length)).isEqualTo(TEXT);
    }

    @Test
    void modelBeyondTheLimitIsRefusedByName() {
        assertThatThrownBy(() -> decoder(PACKED, TEXT.length, 2 * Memory.PAGE).decode(ByteBuffer.allocate(10_000)))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining("'x'")
                .hasMessageContaining("-Xmx");
    }

    @Test
    void unknownParametersAreRefused() {
        for (byte[] header : new byte[][] {{0, 0}, {7, 0x20}, {7, (byte) 0xF0}}) {
            byte[] packed = PACKED.clone();
            System.arraycopy(header, 0, packed, 0, 2);
            assertThatThrownBy(() -> decoder(packed, TEXT.length, 16 << 20))
                    .isInstanceOf(UnsupportedFeatureException.class)
                    .hasMessageContaining("restoration method");
        }
    }

    /** Whatever the code says, the model stays sound: bytes, or a typed error. */
    @Test
    void anyDataGivesBytesOrATypedError() throws IOException {
        SplittableRandom random = new SplittableRandom(6);
        int errors = 0;
        for (int i = 0; i < 300; i++) {
            byte[] packed = new byte[3000];
            random.nextBytes(packed);
            packed[0] = (byte) (packed[0] & 0x0F | 1);
            packed[1] = (byte) (packed[1] & 0x10);
            if (i % 2 == 0) {
                System.arraycopy(PACKED, 2, packed, 2, random.nextInt(PACKED.length - 2));
            }
            try {
                assertThat(decode(packed, 100_000).length).isBetween(0, 100_000);
            } catch (ArchiveFormatException e) {
                errors++;
                assertThat(e).hasMessageContaining("ppmd");
            }
        }
        assertThat(errors).isPositive();
    }

    @Test
    void cutDataIsTold() {
        for (int length = 0; length < PACKED.length - 4; length++) {
            byte[] cut = Arrays.copyOf(PACKED, length);
            assertThatThrownBy(() -> {
                        if (decode(cut, TEXT.length).length < TEXT.length) {
                            throw new IOException("fewer bytes");
                        }
                    })
                    .as("%d bytes", length)
                    .isInstanceOf(IOException.class);
        }
    }
}
