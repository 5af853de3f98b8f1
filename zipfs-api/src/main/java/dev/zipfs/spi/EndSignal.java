package dev.zipfs.spi;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Tells that a mount has ended, once: what {@link DriveMount#ended()} and those who wait for the end need. Thread-safe.
 *
 * @since 0.1.0
 */
public final class EndSignal {
    private final CompletableFuture<Void> future = new CompletableFuture<>();

    /** Makes a signal that was not given yet. */
    public EndSignal() {}

    /** Gives the signal. Does nothing where it was given already. */
    public void give() {
        future.complete(null);
    }

    /**
     * Whether it was given.
     *
     * @return {@code true} from the first {@link #give()} on
     */
    public boolean given() {
        return future.isDone();
    }

    /**
     * What {@link DriveMount#ended()} answers.
     *
     * @return a stage that completes with the signal, and that nobody else can complete
     */
    public CompletionStage<Void> stage() {
        return future.minimalCompletionStage();
    }

    /**
     * Waits without giving up on an interrupt: an interrupted thread too must not leave a drive half ended. It is interrupted
     * again afterwards.
     *
     * @param limit how long to wait at most
     * @return whether the signal was given in time
     */
    public boolean await(Duration limit) {
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
