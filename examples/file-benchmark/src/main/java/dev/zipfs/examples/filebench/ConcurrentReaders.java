package dev.zipfs.examples.filebench;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Threads that each open a subject and read it from start to end. */
final class ConcurrentReaders {
    private static final int BUFFER = 1 << 20;

    private ConcurrentReaders() {}

    /** The time from when all were let go until the last was done. */
    static long nanosToReadAll(Subject subject, int readers) throws IOException {
        ExecutorService threads = Executors.newFixedThreadPool(readers, ConcurrentReaders::newThread);
        CountDownLatch ready = new CountDownLatch(readers);
        CountDownLatch go = new CountDownLatch(1);
        try {
            List<Future<Long>> ends = new ArrayList<>();
            for (int i = 0; i < readers; i++) {
                ends.add(threads.submit(() -> {
                    ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER);
                    ready.countDown();
                    go.await();
                    try (Reading reading = subject.open()) {
                        return Benchmark.readAll(reading, subject.size(), buffer, bytes -> {});
                    }
                }));
            }
            ready.await();
            long start = System.nanoTime();
            go.countDown();
            for (Future<Long> end : ends) {
                end.get();
            }
            return System.nanoTime() - start;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException) {
                throw new IOException(Errors.reason((IOException) e.getCause()), e.getCause());
            }
            throw new IllegalStateException("a reader failed in an unforeseen way", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } finally {
            threads.shutdownNow();
        }
    }

    private static Thread newThread(Runnable work) {
        Thread thread = new Thread(work, "reader");
        thread.setDaemon(true);
        return thread;
    }
}
