package dev.zipfs.examples.benchmarks;

import dev.zipfs.cache.BlockKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Sequences of block accesses such as programs make, from fixed seeds. */
final class Traces {
    private Traces() {}

    /** One file from end to end, again and again. */
    static List<BlockKey> loop(int blocks, int rounds) {
        List<BlockKey> trace = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            sequence(trace, 0, 0, blocks);
        }
        return trace;
    }

    /** Few blocks often, many seldom. */
    static List<BlockKey> zipf(int blocks, int accesses, double exponent) {
        Zipf zipf = new Zipf(blocks, exponent, 7);
        List<BlockKey> trace = new ArrayList<>();
        for (int i = 0; i < accesses; i++) {
            trace.add(zipf.next(0));
        }
        return trace;
    }

    /** The same, and now and then somebody copies a large file. */
    static List<BlockKey> zipfWithScans(int blocks, int accesses, double exponent) {
        Zipf zipf = new Zipf(blocks, exponent, 8);
        List<BlockKey> trace = new ArrayList<>();
        for (int i = 0; i < accesses; i++) {
            trace.add(zipf.next(0));
            if (i % 10_000 == 5000) {
                sequence(trace, 1 + i / 10_000, 0, 2000);
            }
        }
        return trace;
    }

    /**
     * A game: its executable from end to end, then level by level a file of its own in sequence, in between the assets that
     * all levels share and pages of the executable.
     */
    static List<BlockKey> launcher(int levels) {
        Random random = new Random(9);
        Zipf assets = new Zipf(800, 1.0, 10);
        Zipf code = new Zipf(200, 1.2, 11);
        List<BlockKey> trace = new ArrayList<>();
        sequence(trace, 0, 0, 200);
        for (int level = 0; level < levels; level++) {
            for (int block = 0; block < 300; block++) {
                sequence(trace, 2 + level, block, block + 1);
                for (int i = random.nextInt(8); i > 0; i--) {
                    trace.add(assets.next(1));
                }
                if (random.nextInt(4) == 0) {
                    trace.add(code.next(0));
                }
            }
        }
        return trace;
    }

    private static void sequence(List<BlockKey> trace, int entry, int from, int to) {
        for (int block = from; block < to; block++) {
            trace.add(BlockKey.of(entry, block));
        }
    }

    /** Draws block numbers, the n-th most frequent one in proportion to 1 / n^exponent. */
    private static final class Zipf {
        private final double[] cumulated;
        private final int[] blocks;
        private final Random random;

        Zipf(int size, double exponent, long seed) {
            random = new Random(seed);
            cumulated = new double[size];
            blocks = new int[size];
            double sum = 0;
            for (int i = 0; i < size; i++) {
                sum += Math.pow(i + 1, -exponent);
                cumulated[i] = sum;
                int other = random.nextInt(i + 1);
                blocks[i] = blocks[other];
                blocks[other] = i;
            }
        }

        BlockKey next(int entry) {
            double draw = random.nextDouble() * cumulated[cumulated.length - 1];
            int place = Arrays.binarySearch(cumulated, draw);
            return BlockKey.of(entry, blocks[Math.min(place < 0 ? -place - 1 : place, blocks.length - 1)]);
        }
    }
}
