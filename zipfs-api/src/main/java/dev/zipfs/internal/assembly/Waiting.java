package dev.zipfs.internal.assembly;

import dev.zipfs.MountException;
import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** Waits for work done on another thread and gives its failure as if it had been done here. */
final class Waiting {
    private Waiting() {}

    static <T> T forResult(FutureTask<T> task) throws IOException {
        try {
            return task.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MountException(
                    MountException.Reason.DRIVER_FAILED, "the thread was interrupted while a driver was looked for", e);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            if (cause instanceof IOException) {
                throw (IOException) cause;
            }
            throw new MountException(
                    MountException.Reason.DRIVER_FAILED, "no driver could be looked for: " + cause, cause);
        }
    }
}
