package dev.zipfs.winfsp.internal;

import dev.zipfs.MountException;
import dev.zipfs.MountException.Reason;
import dev.zipfs.MountOptions;
import dev.zipfs.MountPoint;
import dev.zipfs.spi.Availability;
import dev.zipfs.spi.DriveMount;
import dev.zipfs.spi.DriveView;
import dev.zipfs.spi.MountDirectory;
import dev.zipfs.spi.MountRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Mounts through WinFsp: letters, directories, and the steps in their order. Everything of Windows that it needs is given to it,
 * so that it is tested on other systems; on Windows itself it has not been run. Thread-safe.
 */
public final class WinFspDriver {
    private static final Logger LOG = LoggerFactory.getLogger(WinFspDriver.class);
    private static final byte[] DEVICE = utf16("WinFsp.Disk");
    private static final AtomicInteger MOUNTS = new AtomicInteger();
    private static final AtomicBoolean WARMED = new AtomicBoolean();

    private final WinFspLibrary library;
    private final DriveLetters letters;
    private final Consumer<Path> toucher;
    private final BooleanSupplier elevated;

    private static final class Holder {
        static final WinFspDriver INSTANCE = new WinFspDriver(
                WinFspLibrary.get(), DriveLetters.ofThisMachine(), Probe::touch, WinFspLibrary::isElevated);
    }

    WinFspDriver(WinFspLibrary library, DriveLetters letters, Consumer<Path> toucher, BooleanSupplier elevated) {
        this.library = library;
        this.letters = letters;
        this.toucher = toucher;
        this.elevated = elevated;
    }

    /** Whether WinFsp can be used here. Loads it the first time, on Windows. Never throws. */
    public static Availability availability() {
        if (!Platforms.isWindows()) {
            return Availability.unavailable("WinFsp serves Windows, not " + System.getProperty("os.name"), "");
        }
        if (!FuseLayout.isKnown()) {
            return Availability.unavailable(
                    "the layout of native structures is not known for " + System.getProperty("os.arch"),
                    "use a 64-bit x86 or ARM Java");
        }
        return WinFspLibrary.get().availability();
    }

    /** Loads the library, and the classes that a mount needs, on a thread of its own. */
    public static void warmUp() {
        if (Platforms.isWindows() && WARMED.compareAndSet(false, true)) {
            Thread thread = new Thread(
                    () -> {
                        WinFspLibrary library = WinFspLibrary.get();
                        if (library.availability().available()) {
                            FuseAdapter.prepare(library.runtime());
                        }
                    },
                    "zipfs-warm-up");
            thread.setDaemon(true);
            thread.start();
        }
    }

    /** Mounts a view on this machine. */
    public static DriveMount mountHere(DriveView view, MountRequest request) throws MountException {
        Availability availability = availability();
        if (!availability.available()) {
            throw new MountException(
                    Reason.NO_DRIVER,
                    "no drive can be mounted: " + availability.reason() + "; " + availability.advice());
        }
        return Holder.INSTANCE.mount(view, request);
    }

    DriveMount mount(DriveView view, MountRequest request) throws MountException {
        MountPoint where = request.mountPoint();
        if (where instanceof MountPoint.Letter letter) {
            return onLetter(view, request, letter.letter());
        }
        if (where instanceof MountPoint.Directory directory) {
            return onDirectory(view, request, directory.path());
        }
        return onFreeLetter(view, request);
    }

    private DriveMount onFreeLetter(DriveView view, MountRequest request) throws MountException {
        List<Character> free = letters.free();
        for (char letter : free) {
            try {
                return onLetter(view, request, letter);
            } catch (MountException failure) {
                // Somebody else may take a letter between our look and our mount; anything else would fail again.
                if (failure.reason() != Reason.MOUNT_POINT_IN_USE) {
                    throw failure;
                }
                LOG.debug("drive letter {} was taken meanwhile", letter);
            }
        }
        throw new MountException(
                Reason.MOUNT_POINT_IN_USE, "no drive letter is free; give a directory as the mount point");
    }

    private DriveMount onLetter(DriveView view, MountRequest request, char letter) throws MountException {
        if (!letters.claim(letter)) {
            throw new MountException(
                    Reason.MOUNT_POINT_IN_USE,
                    "drive letter " + letter + ": is taken; choose another one, or auto for the first that is free");
        }
        String plain = letter + ":";
        boolean everyone = request.visibility() == MountOptions.Visibility.EVERYONE;
        if (!everyone && elevated.getAsBoolean()) {
            LOG.info("this process is elevated: programs that are not will not see drive {}", plain);
        }
        // By the mount manager every session sees the letter, which takes administrator rights; otherwise it belongs to
        // this
        // logon session, and an elevated process has another one than the same user's other programs.
        String name = everyone ? "\\\\.\\" + plain : plain;
        return start(
                view, request, MountPoint.letter(letter), name, Path.of(plain + "\\"), () -> letters.release(letter));
    }

    private DriveMount onDirectory(DriveView view, MountRequest request, Path path) throws MountException {
        MountDirectory directory = MountDirectory.claim(path);
        boolean started = false;
        try {
            // WinFsp makes the directory, and removes it.
            directory.takeAway();
            started = true;
        } finally {
            if (!started) {
                directory.close();
            }
        }
        Path real = directory.path();
        return start(view, request, MountPoint.directory(real), real.toString(), real, directory::close);
    }

    /**
     * Mounts.
     *
     * @param name the mount point in WinFsp's notation
     * @param restore puts the mount point back as it was; is run also if this fails
     */
    private DriveMount start(
            DriveView view, MountRequest request, MountPoint mountPoint, String name, Path root, Runnable restore)
            throws MountException {
        WinFsp functions = library.functions();
        FuseOperations operations;
        FuseAdapter adapter;
        String probe = Probe.newName();
        long fuse;
        try {
            checkPreflight(name, mountPoint);
            operations = new FuseOperations(view, Errnos.WINDOWS, probe);
            adapter = new FuseAdapter(
                    library.runtime(), operations, Errnos.WINDOWS, new FuseAdapter.Owner(0, 0), WinFspOptions.WANTED);
            fuse = open(functions, adapter, WinFspOptions.of(request.label()), name, mountPoint);
        } catch (MountException | RuntimeException | Error failure) {
            restore.run();
            throw failure;
        }
        WinFspMount mount = new WinFspMount(
                functions, library.availability().version(), mountPoint, root, operations, adapter, fuse, restore);
        try {
            mount.start("zipfs-winfsp-" + MOUNTS.incrementAndGet(), toucher, root.resolve(probe));
        } catch (MountException failure) {
            // The loop only tells that it failed. If the mount point is taken by now, that was why.
            int status = functions.FspFileSystemPreflight(DEVICE, utf16(name));
            if (status == NtStatus.OBJECT_NAME_COLLISION) {
                throw new MountException(
                        Reason.MOUNT_POINT_IN_USE, "mount point " + mountPoint + ": it was taken meanwhile", failure);
            }
            throw failure;
        }
        return mount;
    }

    private void checkPreflight(String name, MountPoint mountPoint) throws MountException {
        int status = library.functions().FspFileSystemPreflight(DEVICE, utf16(name));
        if (status != NtStatus.SUCCESS) {
            throw new MountException(
                    NtStatus.reason(status), "mount point " + mountPoint + ": " + NtStatus.describe(status));
        }
    }

    private static long open(WinFsp functions, FuseAdapter adapter, String options, String name, MountPoint mountPoint)
            throws MountException {
        try (NativeText text = new NativeText()) {
            long args = text.addArguments("zipfs", "-o", options);
            long path = text.add(name.getBytes(StandardCharsets.UTF_8));
            long channel = functions.fuse_mount(path, args);
            if (channel == 0) {
                throw new MountException(
                        Reason.MOUNT_POINT_INVALID, "mount point " + mountPoint + ": WinFsp does not accept it");
            }
            long fuse = functions.fuse_new(channel, args, adapter.table(), adapter.tableSize(), 0);
            // The file system has a copy of what the channel holds.
            functions.fuse_unmount(path, channel);
            if (fuse == 0) {
                throw new MountException(
                        Reason.DRIVER_FAILED,
                        "mount point " + mountPoint + ": WinFsp did not accept the options " + options);
            }
            return fuse;
        }
    }

    static byte[] utf16(String text) {
        return (text + "\0").getBytes(StandardCharsets.UTF_16LE);
    }
}
