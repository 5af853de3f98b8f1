package dev.zipfs.winfsp.internal;

import dev.zipfs.MountException;
import dev.zipfs.MountException.Reason;
import dev.zipfs.MountPoint;
import dev.zipfs.spi.DriveMount;
import dev.zipfs.spi.MountDirectory;
import dev.zipfs.spi.MountTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One mount through libfuse: owns the native file system, its threads and its directory, and puts everything back when the
 * last thread has left, however the mount ended. The threads hold it strongly as long as callbacks may come.
 */
final class LibfuseMount implements DriveMount {
    private static final Logger LOG = LoggerFactory.getLogger(LibfuseMount.class);

    private static final Duration MOUNT_LIMIT = Duration.ofSeconds(20);
    private static final Duration UNMOUNT_LIMIT = Duration.ofSeconds(20);
    /** How long those who are being served may finish before they are interrupted, and again before they are cut off. */
    private static final Duration GRACE = Duration.ofSeconds(2);

    private static final Path CONNECTIONS = Path.of("/sys/fs/fuse/connections");
    /** More than {@code struct statvfs} takes on any platform. */
    static final int STATVFS_BYTES = 512;

    private final LibfuseLibrary library;
    private final Unmounter unmounter;
    private final MountDirectory directory;
    private final FuseOperations operations;
    private final FuseAdapter adapter;
    private final FuseConnection connection;
    private final String probeName;
    private final FusePump pump;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private final Object endLock = new Object();
    /** The kernel's number of this mount, or -1 where it tells none. */
    private volatile int mountId = -1;
    /** The device number that files of this mount show, as {@code major:minor}, or empty. */
    private volatile String device = "";

    LibfuseMount(
            LibfuseLibrary library,
            MountDirectory directory,
            FuseOperations operations,
            FuseAdapter adapter,
            FuseConnection connection,
            String probeName,
            String threadName,
            int threadCount) {
        this.library = library;
        this.unmounter = new Unmounter(library);
        this.directory = directory;
        this.operations = operations;
        this.adapter = adapter;
        this.probeName = probeName;
        this.connection = connection;
        this.pump = new FusePump(library.fuse(), connection, threadName, threadCount, this::finish);
    }

    /** Starts serving, and waits until a request has come back through the kernel. */
    void start() throws MountException {
        pump.start();
        try {
            awaitProbe();
            List<MountTable.Entry> mounts = MountTable.at(root());
            if (!mounts.isEmpty()) {
                device = mounts.get(mounts.size() - 1).device();
                mountId = mounts.get(mounts.size() - 1).id();
            }
            if (mounts.size() > 1) {
                // Nothing was mounted there when the directory was claimed, so another process has been at it since.
                throw new MountException(
                        Reason.MOUNT_POINT_IN_USE,
                        "mount point " + root() + ": another process has just mounted there");
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            unmountForcibly();
            throw new MountException(Reason.DRIVER_FAILED, "mounting on " + root() + " was interrupted", stop);
        } catch (MountException failure) {
            unmountForcibly();
            throw failure;
        }
    }

    /** Returns with the prober gone too: as long as it is inside the kernel, the drive would be busy. */
    private void awaitProbe() throws MountException, InterruptedException {
        Thread prober = new Thread(this::probe, "zipfs-probe");
        prober.setDaemon(true);
        prober.start();
        long deadline = System.nanoTime() + MOUNT_LIMIT.toNanos();
        while (!operations.probed().await(20, TimeUnit.MILLISECONDS)) {
            if (pump.hasEnded()) {
                throw new MountException(
                        Reason.DRIVER_FAILED, "the kernel has ended the mount on " + root() + " before it answered");
            }
            if (System.nanoTime() > deadline) {
                boolean initialized = adapter.initialized().getCount() == 0;
                throw new MountException(
                        Reason.DRIVER_FAILED,
                        "the mount on " + root() + " gave no answer for " + MOUNT_LIMIT.toSeconds() + " s ("
                                + (initialized ? "the driver has started" : "the driver has not started") + ")");
            }
        }
        prober.join(MOUNT_LIMIT.toMillis());
    }

    /** Asks for a name that is not there, on a thread of its own: a mount that does not answer blocks who asks. */
    private void probe() {
        Path probe = root().resolve(probeName);
        long deadline = System.nanoTime() + MOUNT_LIMIT.toNanos();
        try {
            do {
                try {
                    Files.readAttributes(probe, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
                } catch (IOException expected) {
                    LOG.trace("probe answered", expected);
                }
                // Another mount on top of ours has answered: it may go away again.
            } while (!operations.probed().await(10, TimeUnit.MILLISECONDS)
                    && !pump.hasEnded()
                    && System.nanoTime() < deadline);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public Path root() {
        return directory.path();
    }

    @Override
    public MountPoint mountPoint() {
        return MountPoint.directory(directory.path());
    }

    @Override
    public String version() {
        return library.version();
    }

    @Override
    public CompletionStage<Void> ended() {
        return ended.minimalCompletionStage();
    }

    @Override
    public void unmount() throws MountException {
        if (ended.isDone()) {
            return;
        }
        if (!isMounted()) {
            // Taken away by somebody else: either everything ends by itself at once, or files are still open.
            if (!awaitEnd(GRACE)) {
                throw busy("it was unmounted lazily by somebody else, and files of it are still open");
            }
            return;
        }
        Unmounter.Result result = unmounter.unmount(root(), false);
        switch (result.outcome()) {
            case BUSY -> throw busy("files of it are open or a program works in it");
            case REFUSED ->
                throw new MountException(
                        Reason.DRIVER_FAILED, "the drive on " + root() + " cannot be unmounted: " + result.detail());
            default -> {
                if (!awaitEnd(UNMOUNT_LIMIT)) {
                    throw new MountException(
                            Reason.DRIVER_FAILED,
                            "the drive on " + root() + " is unmounted, but requests are still being answered");
                }
            }
        }
    }

    private MountException busy(String why) {
        return new MountException(
                Reason.BUSY, "the drive on " + root() + " is in use: " + why + "; close them, or end it forcibly");
    }

    @Override
    public void unmountForcibly() {
        if (pump.isCurrentThread()) {
            // Called out of a callback, by whoever listens to the view: it must return before the drive can end.
            Thread ender = new Thread(this::endForcibly, "zipfs-end");
            ender.setDaemon(true);
            ender.start();
        } else {
            endForcibly();
        }
    }

    private void endForcibly() {
        synchronized (endLock) {
            if (ended.isDone()) {
                return;
            }
            operations.end();
            pump.leave();
            if (isMounted()) {
                // Where nothing is open this is all: it ends the threads' waiting for requests.
                if (unmounter.unmount(root(), false).outcome() == Unmounter.Outcome.DONE && awaitEnd(GRACE)) {
                    return;
                }
                wakeThreads();
            } else if (!abortConnection() && !awaitEnd(GRACE)) {
                LOG.warn(
                        "the drive on {} was unmounted lazily by somebody else; what is open there gets errors from now"
                                + " on, and the drive ends when it is closed",
                        root());
                return;
            }
            if (!awaitEnd(GRACE)) {
                LOG.debug("interrupting requests on {}", root());
                pump.interrupt();
                if (!awaitEnd(GRACE)) {
                    connection.cutOff();
                    detach();
                    if (!awaitEnd(UNMOUNT_LIMIT)) {
                        LOG.warn("the drive on {} is cut off, but a request to it is still being worked on", root());
                    }
                }
            }
        }
    }

    /**
     * Makes requests, so that each thread answers one more, sees that it may leave, and leaves. Nothing else gets a thread
     * out of its waiting that works for every user; the last to leave closes the connection, and whoever is still waiting
     * for an answer gets an error then, this thread included.
     */
    private void wakeThreads() {
        byte[] path = NativeText.terminated(NativeText.bytes(root()));
        Thread waker = new Thread(
                () -> {
                    byte[] result = new byte[STATVFS_BYTES];
                    for (int i = 0; i < pump.threadCount() && !pump.hasEnded(); i++) {
                        library.libc().statvfs(path, result);
                    }
                },
                "zipfs-wake");
        waker.setDaemon(true);
        waker.start();
    }

    /** Lets the kernel end a connection that is mounted nowhere any more; possible where the control files are mounted. */
    private boolean abortConnection() {
        String minor = device.substring(device.indexOf(':') + 1);
        if (minor.isEmpty()) {
            return false;
        }
        try {
            Files.writeString(CONNECTIONS.resolve(minor).resolve("abort"), "1");
            return true;
        } catch (IOException unavailable) {
            LOG.debug("no control file for connection {}", minor, unavailable);
            return false;
        }
    }

    private void detach() {
        if (isMounted()) {
            Unmounter.Result result = unmounter.unmount(root(), true);
            if (result.outcome() != Unmounter.Outcome.DONE && result.outcome() != Unmounter.Outcome.NOT_MOUNTED) {
                LOG.warn("the drive on {} has ended but cannot be unmounted: {}", root(), result.detail());
            }
        }
    }

    /** Whether our mount is what programs see at the mount point. Asks the mount table: the mount itself may not answer. */
    private boolean isMounted() {
        if (mountId < 0) {
            return !ended.isDone() && !pump.hasEnded();
        }
        List<MountTable.Entry> mounts = MountTable.at(root());
        return !mounts.isEmpty() && mounts.get(mounts.size() - 1).id() == mountId;
    }

    /** Waits without giving up on an interrupt: an interrupted thread too must not leave a drive half ended. */
    private boolean awaitEnd(Duration limit) {
        long deadline = System.nanoTime() + limit.toNanos();
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    ended.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
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

    /** The last thread's last act. */
    private void finish() {
        try {
            operations.end();
            connection.destroy();
            detach();
            connection.release();
            operations.closeAll();
        } catch (Throwable failure) {
            LOG.error("the drive on {} has ended untidily", root(), failure);
        } finally {
            directory.close();
            ended.complete(null);
        }
    }
}
