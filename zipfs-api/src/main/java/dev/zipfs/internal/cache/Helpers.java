package dev.zipfs.internal.cache;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The threads that decode ahead: two at most, made when needed, gone when idle. Thread-safe. */
final class Helpers implements ThreadFactory {
    private static final int THREADS = Math.min(2, Runtime.getRuntime().availableProcessors());
    private static final String NAME = "zipfs-read-ahead-";
    private static final long IDLE_SECONDS = 10;
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    private final ThreadPoolExecutor executor =
            new ThreadPoolExecutor(THREADS, THREADS, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), this);

    Helpers() {
        executor.allowCoreThreadTimeOut(true);
    }

    @Override
    public Thread newThread(Runnable work) {
        Thread thread = new Thread(work, NAME + NUMBERS.incrementAndGet());
        thread.setDaemon(true);
        return thread;
    }

    /** Tells whether the work will be done. */
    boolean execute(Runnable work) {
        try {
            executor.execute(work);
            return true;
        } catch (RejectedExecutionException | OutOfMemoryError noThread) {
            // Reading ahead is a favour: without a thread for it readers decode for themselves.
            return false;
        }
    }

    /** Lets what runs come to its end, which is after the block that is being decoded. */
    void shutDown() {
        // Not now: an interrupt in the middle of a read would close the archive's channel for everybody.
        executor.getQueue().clear();
        executor.shutdown();
    }

    /** Waits until the threads are gone, unless it is one of them that asks. An interrupt ends the wait and stays pending. */
    void await(long seconds) {
        if (!Thread.currentThread().getName().startsWith(NAME)) {
            try {
                executor.awaitTermination(seconds, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
