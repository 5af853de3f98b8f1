package dev.zipfs.testkit.generate;

import dev.zipfs.testkit.model.Content;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The law of reading: whatever is read before, each read gives the bytes that stand at its position, says how many, and touches
 * nothing else.
 *
 * @since 0.1.0
 */
public final class ReadConsistency {
    private static final byte GUARD = (byte) 0xA5;
    private static final int MARGIN = 16;

    private static final int THREADS = 4;
    private static final int READS_A_THREAD = 200;
    private static final long DEADLINE_SECONDS = 120;

    private ReadConsistency() {}

    /**
     * Reads at many positions, first one after the other, then on four threads at once, and compares. The reads are the same each
     * time.
     *
     * @param reader what is tested; used by several threads at once
     * @param expected what it must hold
     * @throws IOException if a read fails
     * @throws AssertionError on the first read that breaks the law
     */
    public static void check(PositionalReader reader, Content expected) throws IOException {
        List<List<Read>> schedules = new ArrayList<>();
        for (int thread = 0; thread <= THREADS; thread++) {
            schedules.add(reads(new SplittableRandom(thread), expected.size()));
        }
        check(reader, expected, schedules.remove(0));
        checkTogether(reader, expected, schedules);
    }

    /**
     * Reads on several threads at once, which start together, and compares.
     *
     * @param reader what is tested
     * @param expected what it must hold
     * @param schedules for each thread what it reads, one after the other
     * @throws IOException if a read fails
     * @throws AssertionError if a read breaks the law, or the threads have not ended after two minutes
     */
    public static void checkTogether(PositionalReader reader, Content expected, List<List<Read>> schedules)
            throws IOException {
        CyclicBarrier start = new CyclicBarrier(schedules.size());
        List<FutureTask<Void>> tasks = new ArrayList<>();
        for (List<Read> schedule : schedules) {
            FutureTask<Void> task = new FutureTask<>(() -> {
                start.await();
                check(reader, expected, schedule);
                return null;
            });
            Thread thread = new Thread(task, "reader " + tasks.size());
            thread.setDaemon(true);
            thread.start();
            tasks.add(task);
        }
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS);
        for (FutureTask<Void> task : tasks) {
            try {
                task.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
            } catch (TimeoutException e) {
                throw new AssertionError("readers have not ended after " + DEADLINE_SECONDS + " seconds", e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("interrupted while readers were at work");
            } catch (ExecutionException e) {
                if (e.getCause() instanceof AssertionError) {
                    throw new AssertionError(e.getCause().getMessage(), e.getCause());
                }
                throw new IOException("a read failed: " + e.getCause(), e.getCause());
            }
        }
    }

    /** Backward, forward and at random, over and past the end. */
    private static List<Read> reads(SplittableRandom random, long size) {
        List<Read> reads = new ArrayList<>();
        long position = 0;
        for (int i = 0; i < READS_A_THREAD; i++) {
            int length = random.nextInt(4) == 0 ? random.nextInt(70_000) : random.nextInt(5000);
            position = random.nextInt(3) == 0 ? position + length : random.nextLong(size + 10);
            reads.add(new Read(position, length, random.nextBoolean()));
        }
        return reads;
    }

    /**
     * Reads and compares.
     *
     * @param reader what is tested
     * @param expected what it must hold
     * @param reads one after the other
     * @throws IOException if a read fails
     * @throws AssertionError on the first read that breaks the law
     */
    public static void check(PositionalReader reader, Content expected, List<Read> reads) throws IOException {
        for (int i = 0; i < reads.size(); i++) {
            check(reader, expected, reads.get(i), "read " + i + " of " + reads.size());
        }
    }

    private static void check(PositionalReader reader, Content expected, Read read, String which) throws IOException {
        int capacity = read.length() + 2 * MARGIN;
        ByteBuffer buffer = read.direct() ? ByteBuffer.allocateDirect(capacity) : ByteBuffer.allocate(capacity);
        while (buffer.hasRemaining()) {
            buffer.put(GUARD);
        }
        buffer.limit(MARGIN + read.length()).position(MARGIN);

        int count = reader.read(read.position(), buffer);

        long left = Math.max(0, expected.size() - read.position());
        int wanted = (int) Math.min(left, read.length());
        // A buffer without room and a position past the end: both answers are true.
        boolean right = count == wanted && (left > 0 || read.length() == 0) || count == -1 && left == 0;
        require(right, which, read, "gave " + count + " bytes, expected " + (left == 0 ? -1 : wanted));
        require(buffer.position() == MARGIN + wanted, which, read, "left the buffer at " + buffer.position());
        require(buffer.limit() == MARGIN + read.length(), which, read, "moved the buffer's limit");

        byte[] seen = new byte[capacity];
        buffer.clear().get(seen);
        byte[] all = new byte[capacity];
        Arrays.fill(all, GUARD);
        if (wanted > 0) {
            System.arraycopy(expected.slice(read.position(), wanted), 0, all, MARGIN, wanted);
        }
        int mismatch = Arrays.mismatch(seen, all);
        require(mismatch < 0, which, read, "is wrong at byte " + (read.position() + mismatch - MARGIN));
    }

    private static void require(boolean law, String which, Read read, String broken) {
        if (!law) {
            throw new AssertionError(which + ", " + read + ": " + broken);
        }
    }
}
