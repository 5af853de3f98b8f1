package dev.zipfs.winfsp.internal;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Tells that a mount has ended, once. Thread-safe. */
final class EndSignal {
    private final CompletableFuture<Void> future = new CompletableFuture<>();

    void give() {
        future.complete(null);
    }

    boolean given() {
        return future.isDone();
    }

    CompletionStage<Void> stage() {
        return future.minimalCompletionStage();
    }

    /** Waits without giving up on an interrupt: an interrupted thread too must not leave a drive half ended. */
    boolean await(Duration limit) {
        long deadline = System.nanoTime() + limit.toNanos();
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    future.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
                    return true;
                } catch (TimeoutException late) {
                    return false;
                } catch (ExecutionException impossible) {
                    return true;
                } catch (InterruptedException again) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
