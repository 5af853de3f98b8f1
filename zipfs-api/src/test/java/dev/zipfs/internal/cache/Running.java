package dev.zipfs.internal.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/** A call that runs on a thread of its own. */
final class Running<T> {
    private static final long LIMIT_SECONDS = 20;

    private final FutureTask<T> task;
    final Thread thread;

    private Running(Callable<T> call) {
        task = new FutureTask<>(call);
        thread = new Thread(task, "test reader");
        thread.setDaemon(true);
    }

    static <T> Running<T> start(Callable<T> call) {
        Running<T> running = new Running<>(call);
        running.thread.start();
        return running;
    }

    /** Starts so many calls at the same moment and gives what they return; fails if one fails. */
    static <T> List<T> together(int count, Callable<T> call) throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(count);
        List<Running<T>> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add(start(() -> {
                barrier.await();
                return call.call();
            }));
        }
        List<T> results = new ArrayList<>();
        for (Running<T> each : all) {
            results.add(each.result());
        }
        return results;
    }

    T result() throws Exception {
        return task.get(LIMIT_SECONDS, TimeUnit.SECONDS);
    }

    boolean isDone() {
        return task.isDone();
    }

    /** Waits until the thread is parked: with nothing of the cache in the way, that is where it waits for another's work. */
    void awaitWaiting() {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
        while (thread.getState() != Thread.State.WAITING && System.nanoTime() < end) {
            Thread.onSpinWait();
        }
        assertThat(thread.getState()).isEqualTo(Thread.State.WAITING);
    }
}
