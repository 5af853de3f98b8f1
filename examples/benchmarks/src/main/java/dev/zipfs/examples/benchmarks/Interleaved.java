package dev.zipfs.examples.benchmarks;

import dev.zipfs.internal.inflate.Checkpoint;
import dev.zipfs.internal.inflate.CheckpointIndex;
import dev.zipfs.internal.inflate.InflateDecoder;
import dev.zipfs.internal.inflate.PlainStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.Locale;
import java.util.Random;

/**
 * Ratios on a machine that is busy with other things, where {@link DecodeBenchmark} gives noise: the contenders take turns, and
 * what counts is the thread's CPU time, not the wall's. Prints medians.
 */
public final class Interleaved {
    private static final int WARM_UP = 5;
    private static final int ROUNDS = 9;
    private static final int READS = 2000;

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final byte[] block = new byte[1 << 18];
    private final byte[] buffer = new byte[1 << 16];

    private Interleaved() {}

    /** Something that takes CPU time. */
    private interface Work {
        void run() throws Exception;
    }

    /**
     * Runs it.
     *
     * @param args names of corpora, see {@link Corpus#plain}; none means all
     */
    public static void main(String[] args) throws Exception {
        String[] corpora = args.length > 0 ? args : new String[] {"executable", "text", "base64", "runs", "random"};
        System.out.printf("JDK %s, %s%n", Runtime.version(), System.getProperty("os.arch"));
        System.out.println("MB of plain bytes per CPU second, median of " + ROUNDS + " rounds");
        for (String corpus : corpora) {
            new Interleaved().compare(corpus);
        }
    }

    private void compare(String corpus) throws Exception {
        byte[] plain = Corpus.plain(corpus);
        MemoryInput input = new MemoryInput(Corpus.deflate(plain));
        double[][] speeds = new double[3][ROUNDS];
        for (int round = -WARM_UP; round < ROUNDS; round++) {
            double[] seconds = {
                cpuSeconds(() -> MemoryInput.readAll(new InflateDecoder(input, plain.length), block)),
                cpuSeconds(() -> MemoryInput.readAll(new InflateDecoder(input, index(input, plain)), block)),
                cpuSeconds(() -> input.inflateAll(block, buffer))
            };
            for (int i = 0; i < seconds.length && round >= 0; i++) {
                speeds[i][round] = plain.length / 1e6 / seconds[i];
            }
        }
        double ours = median(speeds[0]);
        double recording = median(speeds[1]);
        double inflater = median(speeds[2]);
        print(
                "%-10s ours %6.0f  recording %6.0f  Inflater %6.0f  ours/Inflater %5.2f  recording costs %3.0f %%",
                corpus, ours, recording, inflater, ours / inflater, 100 * (ours / recording - 1));
        pages(corpus, input, plain);
    }

    private void pages(String corpus, MemoryInput input, byte[] plain) throws Exception {
        CheckpointIndex index = index(input, plain);
        MemoryInput.readAll(new InflateDecoder(input, index), block);
        byte[] page = new byte[4096];
        Random random = new Random(3);
        double[] seconds = new double[READS];
        for (int i = -READS; i < READS; i++) {
            long position = (long) (random.nextDouble() * (plain.length - page.length));
            double spent = cpuSeconds(() -> page(input, index, position, page));
            if (i >= 0) {
                seconds[i] = spent;
            }
        }
        Arrays.sort(seconds);
        print(
                "%-10s 4 KiB from a checkpoint: p50 %.2f ms, p99 %.2f ms; a checkpoint has %d bytes on average",
                corpus,
                1000 * seconds[READS / 2],
                1000 * seconds[READS * 99 / 100],
                index.memory() / Math.max(1, index.size()));
    }

    private static void page(MemoryInput input, CheckpointIndex index, long position, byte[] page) throws Exception {
        Checkpoint checkpoint = index.before(position);
        try (PlainStream stream = checkpoint == null
                ? new InflateDecoder(input, index)
                : InflateDecoder.resume(input, index, checkpoint)) {
            stream.skipTo(position);
            stream.read(page, 0, page.length);
        }
    }

    private static CheckpointIndex index(MemoryInput input, byte[] plain) {
        return new CheckpointIndex(input.size(), plain.length, Long.MAX_VALUE);
    }

    private double cpuSeconds(Work work) throws Exception {
        long start = threads.getCurrentThreadCpuTime();
        work.run();
        return (threads.getCurrentThreadCpuTime() - start) / 1e9;
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    private static void print(String format, Object... values) {
        System.out.println(String.format(Locale.ROOT, format, values));
    }
}
