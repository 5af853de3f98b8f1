package dev.zipfs.internal.assembly;

import dev.zipfs.ArchiveWarning;
import dev.zipfs.DriveStatistics;
import dev.zipfs.MountException;
import dev.zipfs.MountPoint;
import dev.zipfs.MountedDrive;
import dev.zipfs.spi.DriveMount;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A mounted drive from its first answer to its end. However the end comes about (close, unmount from outside, JVM exit)
 * it goes through {@link #release}, once, after the driver's last callback.
 */
final class DriveLifecycle implements MountedDrive {
    private static final Logger LOG = LoggerFactory.getLogger(DriveLifecycle.class);
    private static final Duration CLOSE_PATIENCE = Duration.ofSeconds(2);

    /** How often a busy driver is asked again: kernels do not tell when the last file was closed. */
    private static final long ASK_AGAIN_MILLIS = 25;

    private static final int OPEN_FILES_NAMED = 100;
    private static final int OPEN_FILES_IN_MESSAGE = 5;

    private final DriveParts parts;
    private final DriveMount mount;
    private final String backend;
    private final CompletableFuture<Void> closed = new CompletableFuture<>();
    private final Runnable atExit = this::closeForcibly;

    /** Set before the listener is told, so that a listener which closes the drive does not wait for itself. */
    private volatile boolean gone;

    private DriveLifecycle(DriveParts parts, DriveMount mount, String backend) {
        this.parts = parts;
        this.mount = mount;
        this.backend = backend;
    }

    /** Takes charge of a fresh mount and of the parts behind it. */
    static DriveLifecycle start(DriveParts parts, DriveMount mount, String backend) throws MountException {
        DriveLifecycle drive = new DriveLifecycle(parts, mount, backend);
        try {
            Shutdown.add(drive.atExit);
        } catch (IllegalStateException e) {
            mount.unmountForcibly();
            throw new MountException(
                    MountException.Reason.DRIVER_FAILED, "nothing can be mounted while the JVM is ending", e);
        }
        parts.listener().mounted(drive);
        mount.ended().whenComplete((nothing, failure) -> drive.release());
        return drive;
    }

    @Override
    public Path root() {
        return mount.root();
    }

    @Override
    public MountPoint mountPoint() {
        return mount.mountPoint();
    }

    @Override
    public String backend() {
        return backend;
    }

    @Override
    public String backendVersion() {
        return mount.version();
    }

    @Override
    public long entryCount() {
        return parts.entryCount();
    }

    @Override
    public List<ArchiveWarning> warnings() {
        return parts.warnings().kept();
    }

    @Override
    public DriveStatistics statistics() {
        return parts.counters().snapshot();
    }

    @Override
    public List<String> openFiles() {
        return parts.handles().paths(OPEN_FILES_NAMED);
    }

    @Override
    public Optional<Exception> failure() {
        return parts.failure();
    }

    @Override
    public boolean isMounted() {
        return !gone;
    }

    @Override
    public CompletionStage<Void> closed() {
        return closed.minimalCompletionStage();
    }

    @Override
    public void unmount(Duration patience) throws MountException {
        if (gone) {
            return;
        }
        long deadline = System.nanoTime() + nanos(patience);
        while (isMounted()) {
            try {
                mount.unmount();
                break;
            } catch (MountException e) {
                if (e.reason() != MountException.Reason.BUSY) {
                    throw e;
                }
                long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
                if (left <= 0 || !pause(Math.min(left, ASK_AGAIN_MILLIS))) {
                    throw new MountException(MountException.Reason.BUSY, busyMessage(), e);
                }
            }
        }
        closed.join();
    }

    /** Patience without end is some centuries. */
    private static long nanos(Duration patience) {
        return patience.compareTo(Duration.ofNanos(Long.MAX_VALUE / 4)) < 0 ? patience.toNanos() : Long.MAX_VALUE / 4;
    }

    /** Waits for the drive to end or the time to pass; an interrupt ends the caller's patience. */
    private boolean pause(long millis) {
        try {
            closed.get(millis, TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (ExecutionException e) {
            throw new AssertionError("the end of a drive never fails", e);
        }
    }

    private String busyMessage() {
        List<String> open = openFiles();
        if (open.isEmpty()) {
            return root() + " is in use: a program works in one of its folders or has a file of it mapped;"
                    + " end that program, or close the drive forcibly";
        }
        int named = Math.min(open.size(), OPEN_FILES_IN_MESSAGE);
        return root() + " is in use: open are " + String.join(", ", open.subList(0, named))
                + (open.size() > named ? " and " + (open.size() - named) + " more" : "")
                + "; end the programs that read them, or close the drive forcibly";
    }

    @Override
    public void closeForcibly() {
        if (isMounted()) {
            parts.handles().end();
            mount.unmountForcibly();
            closed.join();
        }
    }

    @Override
    public void close() {
        try {
            unmount(CLOSE_PATIENCE);
        } catch (MountException e) {
            LOG.debug("{} did not end by itself: {}", root(), e.getMessage());
            closeForcibly();
        }
    }

    private void release() {
        Shutdown.remove(atExit);
        try {
            parts.close();
        } catch (IOException | RuntimeException e) {
            LOG.warn("{} was not closed cleanly: {}", root(), e.toString());
        }
        gone = true;
        try {
            parts.listener().unmounted(this);
        } finally {
            closed.complete(null);
        }
    }

    @Override
    public String toString() {
        return root() + " (" + backend + ")";
    }
}
