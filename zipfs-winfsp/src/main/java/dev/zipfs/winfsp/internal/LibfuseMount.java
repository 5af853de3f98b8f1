package dev.zipfs.winfsp.internal;

import dev.zipfs.MountException;
import dev.zipfs.MountException.Reason;
import dev.zipfs.MountPoint;
import dev.zipfs.spi.DriveMount;
import dev.zipfs.spi.EndSignal;
import dev.zipfs.spi.MountDirectory;
import dev.zipfs.spi.MountTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One mount through libfuse: owns the native file system, its threads and its directory, and puts everything back when the
 * last thread has left, however the mount ended. The threads hold it strongly as long as callbacks may come.
 */
final class LibfuseMount implements DriveMount {
    private static final Logger LOG = LoggerFactory.getLogger(LibfuseMount.class);

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
    private final EndSignal end = new EndSignal();
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
            String threadName) {
        this.library = library;
        this.unmounter = new Unmounter(library);
        this.directory = directory;
        this.operations = operations;
        this.adapter = adapter;
        this.probeName = probeName;
        this.connection = connection;
        this.pump = new FusePump(library, connection, operations, threadName, this::finish);
    }

    /** Starts serving, and waits until a request has come back through the kernel. */
    void start() throws MountException {
        try {
            pump.start();
        } catch (Error noThread) {
            finish();
            throw new MountException(Reason.DRIVER_FAILED, "no thread can be started to serve " + root(), noThread);
        }
        try {
            Probe.await(root().resolve(probeName), Probe::touch, operations, adapter, end);
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
        return end.stage();
    }

    @Override
    public void unmount() throws MountException {
        if (end.given()) {
            return;
        }
        if (!isMounted()) {
            // Taken away by somebody else: either everything ends by itself at once, or files are still open.
            if (!end.await(GRACE)) {
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
                if (!end.await(UNMOUNT_LIMIT)) {
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
            if (end.given()) {
                return;
            }
            operations.end();
            pump.leave();
            if (isMounted()) {
                // Where nothing is open this is all: it ends the threads' waiting for requests.
                if (unmounter.unmount(root(), false).outcome() == Unmounter.Outcome.DONE && end.await(GRACE)) {
                    return;
                }
                wakeThreads();
            } else if (!abortConnection() && !end.await(GRACE)) {
                LOG.warn(
                        "the drive on {} was unmounted lazily by somebody else; what is open there gets errors from now"
                                + " on, and the drive ends when it is closed",
                        root());
                return;
            }
            if (!end.await(GRACE)) {
                LOG.debug("interrupting requests on {}", root());
                pump.interrupt();
                if (!end.await(GRACE)) {
                    connection.cutOff();
                    detach();
                    if (!end.await(UNMOUNT_LIMIT)) {
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
                    while (pump.threadCount() > 0) {
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
            return !end.given();
        }
        List<MountTable.Entry> mounts = MountTable.at(root());
        return !mounts.isEmpty() && mounts.get(mounts.size() - 1).id() == mountId;
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
            end.give();
        }
    }
}
