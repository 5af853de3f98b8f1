package dev.zipfs.internal.inflate;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.zip.Deflater;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Any sequence of positional reads gives slices of the whole, whatever was recorded before. */
class CheckpointProperties {
    private static final byte[] PLAIN = plain();

    /** A read of some bytes at some position, with our decoder or with zlib's. */
    record Read(int position, int length, boolean zlib) {}

    @Property(tries = 60, seed = "42")
    void readsAreSlices(
            @ForAll("reads") List<Read> reads, @ForAll("levels") int level, @ForAll("memories") long maxMemory)
            throws IOException {
        CompressedInput input = new CompressedBytes(COMPRESSED[level]);
        assertReadsAreSlices(input, new CheckpointIndex(input.size(), PLAIN.length, maxMemory, 1 << 16), reads);
    }

    private static void assertReadsAreSlices(CompressedInput input, CheckpointIndex index, List<Read> reads)
            throws IOException {
        for (Read read : reads) {
            int length = Math.min(read.length, PLAIN.length - read.position);
            byte[] bytes = new byte[length];
            try (PlainStream stream = open(input, index, read)) {
                stream.skipTo(read.position);
                int n = stream.read(bytes, 0, length);
                if (n != length
                        || !Arrays.equals(bytes, 0, n, PLAIN, read.position, read.position + n)
                        || stream.position() != read.position + n) {
                    throw new AssertionError(read + " with " + index.size() + " checkpoints gave " + n + " bytes");
                }
            }
        }
    }

    private static PlainStream open(CompressedInput input, CheckpointIndex index, Read read) throws IOException {
        Checkpoint checkpoint = index.before(read.position);
        return read.zlib
                ? PrimedInflater.resume(input, index, checkpoint)
                : InflateStreams.decoder(input, index, checkpoint);
    }

    private static final byte[][] COMPRESSED = {
        Samples.stored(PLAIN, 65535),
        Samples.deflate(PLAIN, 1, Deflater.DEFAULT_STRATEGY),
        Samples.deflate(PLAIN, 6, Deflater.DEFAULT_STRATEGY),
        Samples.deflate(PLAIN, 6, Deflater.HUFFMAN_ONLY),
        Samples.deflate(PLAIN, 9, Deflater.DEFAULT_STRATEGY, 10_000, Deflater.SYNC_FLUSH),
    };

    @Provide
    Arbitrary<List<Read>> reads() {
        Arbitrary<Integer> positions = Arbitraries.oneOf(
                Arbitraries.integers().between(0, PLAIN.length - 1),
                Arbitraries.integers()
                        .between(0, PLAIN.length / 65536)
                        .flatMap(n -> Arbitraries.integers().between(-2, 2).map(d -> clamp(n * 65536 + d))));
        Arbitrary<Integer> lengths = Arbitraries.oneOf(
                Arbitraries.integers().between(1, 300), Arbitraries.integers().between(1, 200_000));
        return Combinators.combine(positions, lengths, Arbitraries.of(true, false))
                .as(Read::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(12);
    }

    @Provide
    Arbitrary<Integer> levels() {
        return Arbitraries.integers().between(0, COMPRESSED.length - 1);
    }

    @Provide
    Arbitrary<Long> memories() {
        return Arbitraries.of(0L, 5_000L, 20_000L, Long.MAX_VALUE);
    }

    private static int clamp(int position) {
        return Math.max(0, Math.min(PLAIN.length - 1, position));
    }

    /** Something of everything. */
    private static byte[] plain() {
        byte[] bytes = new byte[600_000];
        System.arraycopy(Samples.text(200_000), 0, bytes, 0, 200_000);
        System.arraycopy(Samples.classes(200_000), 0, bytes, 200_000, 200_000);
        System.arraycopy(Samples.far(100_000), 0, bytes, 400_000, 100_000);
        System.arraycopy(Samples.periods(100_000), 0, bytes, 500_000, 100_000);
        return bytes;
    }
}
