package dev.zipfs.dokan.internal;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import dev.zipfs.MountException;
import dev.zipfs.MountException.Reason;
import dev.zipfs.MountPoint;
import dev.zipfs.dokan.nativeapi.DOKAN_OPTIONS;
import dev.zipfs.dokan.nativeapi.Dokan2;
import dev.zipfs.dokan.nativeapi.NativeMemory;
import dev.zipfs.spi.DriveMount;
import dev.zipfs.spi.EndSignal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One mount through Dokan. A thread of its own keeps it: it holds everything that native code points to, moves the time
 * limits of slow requests, notices when the drive is gone, and closes the driver's handle. That is done by this one thread
 * because it must happen exactly once, never inside a callback, and also after somebody else has unmounted the drive.
 */
final class DokanMount implements DriveMount {
    private static final Logger LOG = LoggerFactory.getLogger(DokanMount.class);

    private final DokanLibrary library;
    private final DokanVolume volume;
    private final Timing timing;
    private final Requests requests;
    private final FailureLog failures = new FailureLog();
    private final DokanAdapter adapter;
    private final Memory options = new Memory(DOKAN_OPTIONS.SIZE);
    private final Memory text;
    private final String probeName;
    private final Runnable afterwards;
    private final EndSignal end = new EndSignal();

    private final Object lock = new Object();
    private boolean gone;
    private boolean releaseWanted;
    private String mountedAs = "";

    private MountPoint mountPoint;
    private Path root;
    private long handle;

    /**
     * Prepares; mounts nothing yet.
     *
     * @param asked where to mount, as the driver is told
     * @param flags DOKAN_OPTION bits
     * @param afterwards what to do when the drive is gone
     */
    DokanMount(
            DokanLibrary library,
            DokanVolume volume,
            Timing timing,
            String probeName,
            MountPoint mountPoint,
            Path root,
            String asked,
            int flags,
            Runnable afterwards) {
        this.library = library;
        this.volume = volume;
        this.timing = timing;
        this.probeName = probeName;
        this.mountPoint = mountPoint;
        this.root = root;
        this.afterwards = afterwards;
        this.requests = new Requests(timing.patience());
        this.adapter = new DokanAdapter(volume, requests, failures, this::mountedAs, this::unmounted);
        this.text = new Memory((asked.length() + 1L) * Short.BYTES);
        NativeMemory.putText(Pointer.nativeValue(text), asked, asked.length() + 1);
        options.clear();
        long at = Pointer.nativeValue(options);
        DOKAN_OPTIONS.version(at, DOKAN_OPTIONS.DOKAN_MINIMUM_COMPATIBLE_VERSION);
        DOKAN_OPTIONS.options(at, flags);
        DOKAN_OPTIONS.mountPoint(at, Pointer.nativeValue(text));
        DOKAN_OPTIONS.timeout(at, (int) timing.requestLimit().toMillis());
        DOKAN_OPTIONS.allocationUnitSize(at, DokanVolume.ALLOCATION_UNIT);
        DOKAN_OPTIONS.sectorSize(at, DokanVolume.SECTOR);
    }

    /**
     * Asks the driver for the drive. Nothing answers yet.
     *
     * @return 0, after which {@link #keep} must follow; else Dokan's result, and nothing is mounted
     */
    int create() {
        library.begin();
        int result = Dokan2.DOKAN_ERROR;
        try (Memory instance = new Memory(Long.BYTES)) {
            instance.clear();
            result = Dokan2.DokanCreateFileSystem(
                    Pointer.nativeValue(options), adapter.operations(), Pointer.nativeValue(instance));
            handle = instance.getLong(0);
        } finally {
            if (result != Dokan2.DOKAN_SUCCESS) {
                library.end();
            }
        }
        return result;
    }

    /** The mount point that the driver says it gave; empty if it said nothing. */
    String mountedAs() {
        synchronized (lock) {
            return mountedAs;
        }
    }

    /** The driver gave another place than the one asked for. */
    void moveTo(MountPoint other, Path itsRoot) {
        mountPoint = other;
        root = itsRoot;
    }

    /** Starts the thread that keeps the mount. Ends the mount if there can be no such thread. */
    void keep() {
        boolean kept = false;
        try {
            Thread keeper = new Thread(this::run, "zipfs-dokan " + mountPoint);
            keeper.setDaemon(true);
            keeper.start();
            kept = true;
        } finally {
            if (!kept) {
                release();
                run();
            }
        }
    }

    /** Waits until a request has come back through the kernel. */
    void awaitProbe() throws MountException {
        Thread prober = new Thread(this::probe, "zipfs-probe");
        prober.setDaemon(true);
        prober.start();
        try {
            if (!volume.probed().await(timing.probe().toNanos(), TimeUnit.NANOSECONDS)) {
                throw new MountException(
                        Reason.DRIVER_FAILED,
                        "the drive on " + mountPoint + " gave no answer for "
                                + timing.probe().toMillis() + " ms after it was mounted");
            }
            // As long as it is inside the kernel, the drive would be in use.
            prober.join(timing.probe().toMillis());
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new MountException(Reason.DRIVER_FAILED, "mounting on " + mountPoint + " was interrupted", stop);
        }
    }

    /** Asks for a name that is not there, on a thread of its own: a drive that does not answer blocks who asks. */
    private void probe() {
        try {
            Files.readAttributes(root.resolve(probeName), BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        } catch (IOException expected) {
            LOG.trace("the probe has been answered", expected);
        }
    }

    private void mountedAs(String where) {
        synchronized (lock) {
            mountedAs = where;
        }
    }

    private void unmounted() {
        synchronized (lock) {
            gone = true;
            lock.notifyAll();
        }
    }

    private void run() {
        try {
            awaitRelease();
            volume.end();
            // Asks the driver to let the drive go, and waits until the last callback has returned.
            Dokan2.DokanCloseHandle(handle);
            library.end();
            volume.closeAll(failures);
        } catch (Throwable failure) {
            LOG.error("the drive on {} has ended untidily", mountPoint, failure);
        } finally {
            try {
                afterwards.run();
            } finally {
                end.give();
            }
        }
    }

    private void awaitRelease() throws InterruptedException {
        while (true) {
            synchronized (lock) {
                if (!gone && !releaseWanted) {
                    lock.wait(Math.max(1, timing.look().toMillis()));
                }
                if (gone || releaseWanted) {
                    return;
                }
            }
            requests.extend(
                    info -> Dokan2.DokanResetTimeout((int) timing.requestLimit().toMillis(), info) != 0);
            // A driver that goes away under a mount may not tell us.
            if (Dokan2.DokanWaitForFileSystemClosed(handle, 0) != Dokan2.WAIT_TIMEOUT) {
                return;
            }
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
        return DokanLibrary.text(library.version());
    }

    @Override
    public CompletionStage<Void> ended() {
        return end.stage();
    }

    /**
     * Ends the drive if no file of it is open. Dokan itself lets go of drives in use, so this is decided here; a file opened
     * at the same moment loses. Programs that run from the drive hold their file mapped, not open. Inside a callback it
     * returns before the drive is gone, as {@link #unmountForcibly} does.
     */
    @Override
    public void unmount() throws MountException {
        if (end.given()) {
            return;
        }
        List<String> open = filesStillInUse();
        if (!open.isEmpty()) {
            int shown = Math.min(open.size(), 5);
            throw new MountException(
                    Reason.BUSY,
                    "the drive on " + mountPoint + " is in use, open files: " + open.size() + " ("
                            + String.join(", ", open.subList(0, shown)) + (open.size() > shown ? ", …" : "")
                            + "); close them, or end it forcibly");
        }
        release();
        if (requests.isCurrentThread()) {
            return;
        }
        if (!end.await(timing.grace().plus(timing.cutOff()))) {
            throw new MountException(
                    Reason.DRIVER_FAILED,
                    "the drive on " + mountPoint + " is being unmounted, but requests are still being answered");
        }
    }

    /**
     * What is open, and stays open for a moment: closing a file may reach us after the program that closed it went on, and
     * virus scanners open what was just closed.
     */
    private List<String> filesStillInUse() {
        long deadline = System.nanoTime() + timing.grace().toNanos() / 4;
        List<String> open = volume.filesInUse();
        try {
            while (!open.isEmpty() && System.nanoTime() < deadline) {
                TimeUnit.MILLISECONDS.sleep(5);
                open = volume.filesInUse();
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
        return open;
    }

    /**
     * Ends the drive whoever uses it. Inside a callback it returns at once: the drive cannot end before that callback has
     * returned.
     */
    @Override
    public void unmountForcibly() {
        if (end.given()) {
            return;
        }
        volume.end();
        release();
        if (requests.isCurrentThread() || end.await(timing.grace())) {
            return;
        }
        LOG.debug("interrupting requests on {}", mountPoint);
        requests.interrupt();
        if (!end.await(timing.cutOff())) {
            LOG.warn("the drive on {} is gone, but a request to it is still being worked on", mountPoint);
        }
    }

    private void release() {
        synchronized (lock) {
            releaseWanted = true;
            lock.notifyAll();
        }
    }
}
