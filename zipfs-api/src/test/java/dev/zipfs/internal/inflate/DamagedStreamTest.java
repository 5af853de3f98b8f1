package dev.zipfs.internal.inflate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.zipfs.ArchiveFormatException;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class DamagedStreamTest {
    private static final byte[] PLAIN = Samples.text(3000);
    private static final byte[] COMPRESSED = Samples.deflate(PLAIN, 6, Deflater.DEFAULT_STRATEGY);

    @Test
    void namesTheRuleAndThePlace() {
        assertFault(bits(1, 1, 3, 2), "block type 3", "§3.2.3", 0);
        assertFault(bits(1, 1, 0, 2, 0, 5, 5, 16, 5, 16), "disagree", "§3.2.4", 5);
        assertFault(bits(1, 1, 2, 2, 30, 5, 0, 5, 0, 4), "287 literal/length", "§3.2.7", 2);
        assertFault(bits(1, 1, 2, 2, 0, 5, 30, 5, 0, 4), "31 distance", "§3.2.7", 2);
        assertFault(bits(1, 1, 2, 2, 0, 5, 0, 5, 0, 4, 0, 12), "code length code", "§3.2.7", 3);
        assertFault(bits(1, 1, 2, 2, 0, 5, 0, 5, 0, 4, 0x249, 12), "code length code", "§3.2.7", 3);
        // A distance of 1 before there is a byte: length symbol 257 is 0000001, distance symbol 0 is 00000.
        assertFault(bits(1, 1, 1, 2, 0x40, 7, 0, 5), "before the first byte", "§3.2.5", 1);
        // Literal/length symbol 286 is 11000110, distance symbol 30 is 11110.
        assertFault(bits(1, 1, 1, 2, 0x63, 8), "no literal/length code", "§3.2.5", 1);
        assertFault(bits(1, 1, 1, 2, 0x0C, 8, 0x40, 7, 0x0F, 5), "no distance code", "§3.2.5", 2);
    }

    @Test
    void offsetsAreThoseOfTheArchive() {
        CompressedInput inner = new CompressedBytes(bits(1, 1, 3, 2));
        CompressedInput input = new CompressedInput() {
            @Override
            public long size() {
                return inner.size();
            }

            @Override
            public int read(long position, byte[] dst, int offset, int length) throws IOException {
                return inner.read(position, dst, offset, length);
            }

            @Override
            public long origin() {
                return 1L << 40;
            }
        };
        ArchiveFormatException fault = catchThrowableOfType(
                ArchiveFormatException.class, () -> new InflateDecoder(input, 10).read(new byte[10], 0, 10));
        assertThat(fault.offset()).hasValue(1L << 40);
        assertThat(fault.record()).hasValue("deflate stream");
    }

    @Test
    void everyTruncationIsAnError() {
        byte[][] streams = {
            COMPRESSED,
            Samples.stored(Samples.random(300), 100),
            Samples.deflate(PLAIN, 6, Deflater.HUFFMAN_ONLY),
            Samples.deflate(Samples.random(20), 6, Deflater.DEFAULT_STRATEGY),
            RandomStreams.stream(7, 2000)
        };
        for (byte[] stream : streams) {
            for (int size = 0; size < stream.length; size++) {
                byte[] cut = Arrays.copyOf(stream, size);
                assertThat(Oracle.ours(cut, Integer.MAX_VALUE).accepted)
                        .as("cut to %d", size)
                        .isFalse();
            }
        }
    }

    @Test
    void zerosAfterTheEndAreNotTakenForData() {
        // Fixed codes: a literal; end-of-block would be 0000000, which is what follows in the buffer but not in the
        // stream.
        byte[] cut = bits(1, 1, 1, 2, 0x0C, 8);
        assertThat(cut).hasSize(2);
        ArchiveFormatException fault = faultOf(Arrays.copyOf(cut, 1), InflateDecoder.UNKNOWN_SIZE);
        assertThat(fault).hasMessageContaining("ends before");
        assertThat(faultOf(cut, InflateDecoder.UNKNOWN_SIZE)).hasMessageContaining("ends before");
    }

    @Test
    void anotherSizeThanDeclaredIsAnErrorOfTheLastReadAtTheLatest() throws IOException {
        for (int less : new int[] {1, 2, 300, PLAIN.length}) {
            assertThat(faultOf(COMPRESSED, PLAIN.length - less)).hasMessageContaining("more than the");
        }
        for (long more : new long[] {1, 2, 1000, 1L << 40, Long.MAX_VALUE - 1 - PLAIN.length}) {
            assertThat(faultOf(COMPRESSED, PLAIN.length + more)).hasMessageContaining("stream ends after 3000 of");
        }
    }

    @Test
    void emptyBlocksEndWithTheCompressedBytes() {
        byte[] blocks = new byte[3 << 20];
        // Stored blocks of no bytes: 00 00 00 FF FF.
        for (int i = 0; i + 5 <= blocks.length; i += 5) {
            blocks[i + 3] = (byte) 0xFF;
            blocks[i + 4] = (byte) 0xFF;
        }
        assertThat(faultOf(blocks, InflateDecoder.UNKNOWN_SIZE)).hasMessageContaining("ends before");
        assertThat(faultOf(blocks, 0)).hasMessageContaining("ends before");
    }

    @Test
    void aSourceCanStopADecodeThatGivesNothing() {
        IOException stop = new IOException("cancelled");
        int[] reads = {0};
        CompressedInput endless = new CompressedInput() {
            @Override
            public long size() {
                return 1L << 60;
            }

            @Override
            public int read(long position, byte[] dst, int offset, int length) throws IOException {
                if (++reads[0] == 100) {
                    throw stop;
                }
                for (int i = 0; i < length; i++) {
                    dst[offset + i] = (byte) ((position + i) % 5 < 3 ? 0 : 0xFF);
                }
                return length;
            }
        };
        InflateDecoder decoder = new InflateDecoder(endless, 1L << 60);
        assertThatThrownBy(() -> decoder.read(new byte[1], 0, 1)).isSameAs(stop);
        assertThat(reads[0]).isEqualTo(100);
    }

    @Test
    void aDecoderThatHasThrownThrowsAgain() throws IOException {
        byte[] damaged = COMPRESSED.clone();
        Arrays.fill(damaged, damaged.length / 2, damaged.length, (byte) 0xFF);
        InflateDecoder decoder = new InflateDecoder(new CompressedBytes(damaged), PLAIN.length);
        byte[] dst = new byte[PLAIN.length];
        assertThatThrownBy(() -> decoder.read(dst, 0, dst.length)).isInstanceOf(ArchiveFormatException.class);
        assertThatThrownBy(() -> decoder.read(dst, 0, 1)).isInstanceOf(ArchiveFormatException.class);
        assertThatThrownBy(() -> decoder.skipTo(PLAIN.length)).isInstanceOf(ArchiveFormatException.class);
    }

    @Test
    void aSourceWithoutTheBytesItHasIsAnError() {
        CompressedInput liar = new CompressedInput() {
            @Override
            public long size() {
                return COMPRESSED.length;
            }

            @Override
            public int read(long position, byte[] dst, int offset, int length) {
                return -1;
            }
        };
        assertThatThrownBy(() -> new InflateDecoder(liar, PLAIN.length).read(new byte[1], 0, 1))
                .isInstanceOf(ArchiveFormatException.class);
    }

    @Test
    void closedDecodersRefuse() {
        InflateDecoder decoder = new InflateDecoder(new CompressedBytes(COMPRESSED), PLAIN.length);
        decoder.close();
        decoder.close();
        assertThatThrownBy(() -> decoder.read(new byte[1], 0, 1)).isInstanceOf(IOException.class);
    }

    /** Same decision and same bytes as zlib on thousands of damaged streams, of each kind there is. */
    @Test
    void agreesWithZlibOnDamagedStreams() {
        byte[][] streams = {
            COMPRESSED,
            Samples.deflate(Samples.classes(3000), 9, Deflater.DEFAULT_STRATEGY),
            Samples.deflate(PLAIN, 6, Deflater.HUFFMAN_ONLY),
            Samples.deflate(Samples.periods(3000), 6, Deflater.DEFAULT_STRATEGY),
            Samples.deflate(PLAIN, 6, Deflater.DEFAULT_STRATEGY, 200, Deflater.FULL_FLUSH),
            Samples.deflate(Arrays.copyOf(PLAIN, 60), 6, Deflater.DEFAULT_STRATEGY),
            Samples.stored(PLAIN, 500),
            RandomStreams.stream(11, 1500),
            RandomStreams.stream(12, 1500),
            RandomStreams.stream(13, 100),
        };
        Random random = new Random(8);
        int accepted = 0;
        for (int round = 0; round < 8_000; round++) {
            byte[] mutant = mutate(streams[round % streams.length], random);
            Oracle zlib = Oracle.zlib(mutant, 200_000);
            Oracle ours = Oracle.ours(mutant, 200_000);
            assertThat(ours.accepted).as("round %d", round).isEqualTo(zlib.accepted);
            if (zlib.accepted) {
                accepted++;
                assertThat(Arrays.equals(ours.bytes, zlib.bytes))
                        .as("round %d", round)
                        .isTrue();
                assertThat(ours.trailing).as("round %d", round).isEqualTo(zlib.trailing);
            }
        }
        assertThat(accepted).as("both decisions occur").isBetween(200, 7_800);
    }

    /** One to four changes: a bit, a byte, a piece gone, a piece of the same stream in its place. */
    private static byte[] mutate(byte[] stream, Random random) {
        byte[] mutant = stream.clone();
        for (int n = 1 + random.nextInt(4); n > 0; n--) {
            // Headers are the more delicate part: half of the changes go there.
            int at = random.nextInt(random.nextBoolean() ? Math.min(mutant.length, 90) : mutant.length);
            switch (random.nextInt(6)) {
                case 0, 1, 2 -> mutant[at] ^= (byte) (1 << random.nextInt(8));
                case 3 -> mutant[at] = (byte) random.nextInt();
                case 4 -> mutant = Arrays.copyOf(mutant, Math.max(1, mutant.length - random.nextInt(20)));
                default -> {
                    int from = random.nextInt(mutant.length);
                    int length = Math.min(random.nextInt(30), mutant.length - Math.max(at, from));
                    System.arraycopy(mutant, from, mutant, at, Math.max(0, length));
                }
            }
        }
        return mutant;
    }

    private static void assertFault(byte[] stream, String problem, String section, long offset) {
        ArchiveFormatException fault = faultOf(stream, InflateDecoder.UNKNOWN_SIZE);
        assertThat(fault).hasMessageContaining(problem);
        assertThat(fault.section().orElse("")).as(problem).contains(section);
        assertThat(fault.offset()).as(problem).hasValue(offset);
        assertThat(Oracle.zlib(stream, 1000).accepted).as("zlib on " + problem).isFalse();
    }

    private static ArchiveFormatException faultOf(byte[] stream, long plainSize) {
        byte[] dst = new byte[5000];
        return catchThrowableOfType(ArchiveFormatException.class, () -> {
            InflateDecoder decoder = new InflateDecoder(new CompressedBytes(stream), plainSize);
            while (decoder.read(dst, 0, dst.length) >= 0) {
                // Until it fails.
            }
        });
    }

    /** Pairs of a value and its number of bits, and then some zeros so that the fault is not the end. */
    private static byte[] bits(int... valuesAndWidths) {
        BitOutput out = new BitOutput();
        for (int i = 0; i < valuesAndWidths.length; i += 2) {
            out.put(valuesAndWidths[i], valuesAndWidths[i + 1]);
        }
        out.align();
        return out.toBytes();
    }
}
