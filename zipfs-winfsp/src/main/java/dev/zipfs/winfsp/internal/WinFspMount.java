package dev.zipfs.winfsp.internal;

import dev.zipfs.MountException;
import dev.zipfs.MountException.Reason;
import dev.zipfs.MountPoint;
import dev.zipfs.spi.DriveMount;
import dev.zipfs.spi.EndSignal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One mount through WinFsp: owns the native file system and the thread inside its loop, and puts everything back when the loop
 * has returned, however the mount ended. That thread holds it strongly as long as callbacks may come. Thread-safe.
 */
final class WinFspMount implements DriveMount {
    private static final Logger LOG = LoggerFactory.getLogger(WinFspMount.class);

    private static final Duration UNMOUNT_LIMIT = Duration.ofSeconds(20);

    private final WinFsp functions;
    private final String version;
    private final MountPoint mountPoint;
    private final Path root;
    private final FuseOperations operations;
    private final FuseAdapter adapter;
    private final long fuse;
    private final Runnable restore;
    private final EndSignal end = new EndSignal();
    private final Object nativeLock = new Object();
    private boolean destroyed;

    /**
     * Prepares a mount.
     *
     * @param restore puts the mount point back as it was
     */
    WinFspMount(
            WinFsp functions,
            String version,
            MountPoint mountPoint,
            Path root,
            FuseOperations operations,
            FuseAdapter adapter,
            long fuse,
            Runnable restore) {
        this.functions = functions;
        this.version = version;
        this.mountPoint = mountPoint;
        this.root = root;
        this.operations = operations;
        this.adapter = adapter;
        this.fuse = fuse;
        this.restore = restore;
    }

    /**
     * Mounts, and waits until a request has come back through the driver.
     *
     * @param toucher asks the system for the probe's name; is run on a thread of its own, again and again
     * @throws MountException if it fails; nothing is left then
     */
    void start(String name, Consumer<Path> toucher, Path probe) throws MountException {
        Thread loop = new Thread(this::loop, name);
        loop.setDaemon(true);
        loop.start();
        try {
            Probe.await(probe, toucher, operations, adapter, end);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            unmountForcibly();
            throw new MountException(Reason.DRIVER_FAILED, "mounting on " + mountPoint + " was interrupted", stop);
        } catch (MountException failure) {
            unmountForcibly();
            throw failure;
        }
    }

    private void loop() {
        try {
            int result = functions.fuse_loop_mt(fuse);
            LOG.debug("WinFsp's loop for {} has ended with {}", mountPoint, result);
        } catch (Throwable failure) {
            LOG.error("the thread that serves {} has failed", mountPoint, failure);
        }
        try {
            operations.end();
            synchronized (nativeLock) {
                destroyed = true;
                functions.fuse_destroy(fuse);
            }
            operations.closeAll();
        } catch (Throwable failure) {
            LOG.error("the drive on {} has ended untidily", mountPoint, failure);
        } finally {
            restore.run();
            end.give();
        }
    }

    @Override
    public Path root() {
        return root;
    }

    @Override
    public MountPoint mountPoint() {
        return mountPoint;
    }

    @Override
    public String version() {
        return version;
    }

    @Override
    public CompletionStage<Void> ended() {
        return end.stage();
    }

    /** WinFsp ends a drive whoever uses it, so that asking first is up to us. */
    @Override
    public void unmount() throws MountException {
        if (end.given()) {
            return;
        }
        int open = operations.openFiles();
        if (open > 0) {
            throw new MountException(
                    Reason.BUSY,
                    "the drive on " + mountPoint + " is in use: " + open
                            + " files of it are open; close them, or end it" + " forcibly");
        }
        exit();
        if (!end.await(UNMOUNT_LIMIT)) {
            throw new MountException(
                    Reason.DRIVER_FAILED, "WinFsp did not end the drive on " + mountPoint + " within " + UNMOUNT_LIMIT);
        }
    }

    private void exit() {
        synchronized (nativeLock) {
            if (!destroyed) {
                functions.fuse_exit(fuse);
            }
        }
    }

    @Override
    public synchronized void unmountForcibly() {
        if (end.given()) {
            return;
        }
        operations.end();
        exit();
        if (!end.await(UNMOUNT_LIMIT)) {
            LOG.warn("WinFsp did not end the drive on {}: a request to it is still being worked on", mountPoint);
        }
    }
}
