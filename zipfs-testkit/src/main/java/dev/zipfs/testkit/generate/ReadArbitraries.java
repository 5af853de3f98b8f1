package dev.zipfs.testkit.generate;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/**
 * Sequences of reads as programs make them: forward, backward, at random, around block borders and past the end.
 *
 * @since 0.1.0
 */
public final class ReadArbitraries {
    private static final int LONGEST = 70_000;

    private ReadArbitraries() {}

    /**
     * Single reads.
     *
     * @param size how long what is read is, in bytes
     * @return reads of up to 70,000 bytes within it, and some past its end
     */
    public static Arbitrary<Read> reads(long size) {
        Arbitrary<Long> anywhere = Arbitraries.longs().between(0, size + 10);
        Arbitrary<Long> borders = Arbitraries.longs()
                .between(0, size / 4096 + 1)
                .flatMap(block -> Arbitraries.longs().between(-2, 2).map(near -> Math.max(0, block * 4096 + near)));
        Arbitrary<Long> positions = Arbitraries.frequencyOf(
                Tuple.of(3, anywhere),
                Tuple.of(3, borders),
                Tuple.of(1, Arbitraries.of(0L, Math.max(0, size - 1), size, size + 1, Long.MAX_VALUE)));
        Arbitrary<Integer> lengths =
                Arbitraries.oneOf(Arbitraries.integers().between(0, LONGEST), Arbitraries.of(0, 1, 4096, 4097, 65_536));
        return Combinators.combine(positions, lengths, Arbitraries.of(true, false))
                .as(Read::new);
    }

    /**
     * Reads one after the other.
     *
     * @param size how long what is read is, in bytes
     * @return 1 to 30 reads
     */
    public static Arbitrary<List<Read>> sequences(long size) {
        return reads(size).list().ofMinSize(1).ofMaxSize(30);
    }

    /**
     * What several threads read at once.
     *
     * @param size how long what is read is, in bytes
     * @param threads how many threads at most, 2 or more
     * @return for each of 2 to {@code threads} threads, 1 to 30 reads
     */
    public static Arbitrary<List<List<Read>>> schedules(long size, int threads) {
        return sequences(size).list().ofMinSize(2).ofMaxSize(threads);
    }
}
