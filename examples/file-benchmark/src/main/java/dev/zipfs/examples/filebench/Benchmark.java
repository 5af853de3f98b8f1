package dev.zipfs.examples.filebench;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * Measures subjects in turn: each test on one after the other, the next run in reverse order, so that what drifts while it
 * runs falls on all of them alike.
 */
public final class Benchmark {
    /** How many read at once in {@link Work#CONCURRENT}. */
    static final int READERS = 8;

    private static final int SEQUENTIAL = 4 << 20;
    private static final int BLOCK = 4 << 10;
    private static final int RANDOM_READS = 1024;
    private static final int REOPENS = 128;
    private static final long SEED = 20_261_130;

    /** Is told what is done next. */
    public interface Progress {
        /**
         * A test begins.
         *
         * @param run from 1 on
         * @param work the test
         * @param subject the subject's label
         */
        void at(int run, Work work, String subject);
    }

    /** Tests that share what is cached. */
    private interface Step {
        void on(Subject subject, Series series) throws IOException;
    }

    private final ByteBuffer block = ByteBuffer.allocateDirect(BLOCK);
    private final Progress progress;
    private ByteBuffer sequential = ByteBuffer.allocateDirect(SEQUENTIAL);
    private int run;

    private Benchmark(Progress progress) {
        this.progress = progress;
    }

    /**
     * Measures.
     *
     * @param subjects what to measure, at least one; all of the same content
     * @param runs how often, 1 or more
     * @param progress is told how far it is
     * @return a series for each subject, in the order given
     * @throws IOException if one cannot be read; the message begins with its name
     */
    public static List<Series> run(List<? extends Subject> subjects, int runs, Progress progress) throws IOException {
        List<Series> all = new ArrayList<>();
        List<Integer> order = new ArrayList<>();
        for (Subject subject : subjects) {
            order.add(all.size());
            all.add(new Series(subject));
        }
        Benchmark benchmark = new Benchmark(progress);
        List<Step> steps = List.of(
                benchmark::openings,
                benchmark::raw,
                benchmark::hashedAndAgain,
                benchmark::random,
                benchmark::concurrent);
        for (benchmark.run = 1; benchmark.run <= runs; benchmark.run++) {
            for (Step step : steps) {
                for (int i : order) {
                    try {
                        subjects.get(i).forget();
                        step.on(subjects.get(i), all.get(i));
                    } catch (IOException e) {
                        throw new IOException(subjects.get(i).name() + ": " + Errors.reason(e), e);
                    }
                }
            }
            Collections.reverse(order);
        }
        return List.copyOf(all);
    }

    private void openings(Subject subject, Series series) throws IOException {
        progress.at(run, Work.FIRST_BYTE, subject.label());
        series.add(Work.FIRST_BYTE, Samples.of(1, openAndRead(subject, 1)));
        progress.at(run, Work.REOPEN, subject.label());
        int length = (int) Math.min(BLOCK, subject.size());
        openAndRead(subject, length);
        long[] nanos = new long[REOPENS];
        for (int i = 0; i < REOPENS; i++) {
            nanos[i] = openAndRead(subject, length);
        }
        series.add(Work.REOPEN, Samples.of(length, nanos));
    }

    private long openAndRead(Subject subject, int length) throws IOException {
        block.clear().limit(length);
        long start = System.nanoTime();
        try (Reading reading = subject.open()) {
            readFully(reading, 0, block);
        }
        return System.nanoTime() - start;
    }

    private void raw(Subject subject, Series series) throws IOException {
        progress.at(run, Work.RAW, subject.label());
        long nanos = 0;
        boolean unbuffered = false;
        try (Reading reading = subject.openUnbuffered()) {
            sequential = aligned(sequential, reading.alignment());
            unbuffered = reading.unbuffered();
            nanos = readAll(reading, subject.size(), sequential, bytes -> {});
        } catch (IOException e) {
            if (!unbuffered) {
                throw e;
            }
            // Some file systems open a file unbuffered and then refuse to read it.
            unbuffered = false;
            try (Reading reading = subject.open()) {
                nanos = readAll(reading, subject.size(), sequential, bytes -> {});
            }
        }
        series.unbuffered(unbuffered);
        series.add(Work.RAW, Samples.of(subject.size(), nanos));
    }

    private void hashedAndAgain(Subject subject, Series series) throws IOException {
        progress.at(run, Work.HASH, subject.label());
        try (Reading reading = subject.open()) {
            Xxh3 hash = new Xxh3();
            series.add(
                    Work.HASH, Samples.of(subject.size(), readAll(reading, subject.size(), sequential, hash::update)));
            series.hash(Work.HASH, hash.hex());
        }
        progress.at(run, Work.AGAIN, subject.label());
        try (Reading reading = subject.open()) {
            series.add(
                    Work.AGAIN, Samples.of(subject.size(), readAll(reading, subject.size(), sequential, bytes -> {})));
        }
    }

    private void random(Subject subject, Series series) throws IOException {
        progress.at(run, Work.RANDOM, subject.label());
        int length = (int) Math.min(BLOCK, subject.size());
        SplittableRandom random = new SplittableRandom(SEED);
        Xxh3 hash = new Xxh3();
        long[] nanos = new long[RANDOM_READS];
        try (Reading reading = subject.open()) {
            for (int i = 0; i < RANDOM_READS; i++) {
                long position = random.nextLong(subject.size() - length + 1);
                block.clear().limit(length);
                long start = System.nanoTime();
                readFully(reading, position, block);
                nanos[i] = System.nanoTime() - start;
                hash.update(block.flip());
            }
        }
        series.add(Work.RANDOM, Samples.of(length, nanos));
        series.hash(Work.RANDOM, hash.hex());
    }

    private void concurrent(Subject subject, Series series) throws IOException {
        progress.at(run, Work.CONCURRENT, subject.label());
        series.add(
                Work.CONCURRENT,
                Samples.of(READERS * subject.size(), ConcurrentReaders.nanosToReadAll(subject, READERS)));
    }

    /**
     * Reads from start to end.
     *
     * @return how long that took, in nanoseconds
     */
    static long readAll(Reading reading, long size, ByteBuffer buffer, Consumer<ByteBuffer> sink) throws IOException {
        long start = System.nanoTime();
        long position = 0;
        while (position < size) {
            buffer.clear();
            int count = reading.read(position, buffer);
            if (count <= 0) {
                throw cutShort(position, size);
            }
            sink.accept(buffer.flip());
            position += count;
            // After a short read an unbuffered reading goes on from the last place that it may begin at.
            long over = position < size ? position % reading.alignment() : 0;
            if (over >= count) {
                throw new IOException("an unbuffered read stopped within a block, at " + position + " of " + size);
            }
            position -= over;
        }
        return System.nanoTime() - start;
    }

    private static void readFully(Reading reading, long position, ByteBuffer into) throws IOException {
        long end = position + into.remaining();
        while (into.hasRemaining()) {
            if (reading.read(end - into.remaining(), into) <= 0) {
                throw cutShort(end - into.remaining(), end);
            }
        }
    }

    private static EOFException cutShort(long position, long expected) {
        return new EOFException("it ends at byte " + position + ", where " + expected + " should be there");
    }

    private static ByteBuffer aligned(ByteBuffer buffer, int alignment) {
        boolean fits = buffer.alignmentOffset(0, alignment) == 0 && buffer.capacity() % alignment == 0;
        return fits
                ? buffer
                : ByteBuffer.allocateDirect(SEQUENTIAL + 2 * alignment).alignedSlice(alignment);
    }
}
