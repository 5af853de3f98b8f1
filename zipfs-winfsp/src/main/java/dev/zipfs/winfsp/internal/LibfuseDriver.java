package dev.zipfs.winfsp.internal;

import dev.zipfs.MountException;
import dev.zipfs.MountException.Reason;
import dev.zipfs.MountOptions;
import dev.zipfs.MountPoint;
import dev.zipfs.spi.Availability;
import dev.zipfs.spi.DriveMount;
import dev.zipfs.spi.DriveView;
import dev.zipfs.spi.EndSignal;
import dev.zipfs.spi.MountDirectory;
import dev.zipfs.spi.MountRequest;
import dev.zipfs.spi.MountTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** Mounts through libfuse: what must hold before, and the steps in their order. Stateless and thread-safe. */
public final class LibfuseDriver {
    private static final String GET_LIBFUSE = "install it: apt install libfuse2 (libfuse2t64 on newer systems), "
            + "dnf install fuse-libs, pacman -S fuse2, brew install --cask macfuse";
    private static final Path DEVICE = Path.of("/dev/fuse");
    private static final Path CONFIGURATION = Path.of("/etc/fuse.conf");

    /** Enough that a slow first decode does not hold up those who want something else. */
    private static final List<Class<?>> NEEDED = List.of(
            EndSignal.class,
            FailureLog.class,
            FuseConnection.class,
            Fusermount.class,
            FuseOperations.class,
            FuseOptions.class,
            FusePump.class,
            HandleTable.class,
            LibfuseMount.class,
            MountDirectory.class,
            Probe.class,
            Process.class,
            ProcessBuilder.class,
            Scratch.class,
            StaleMounts.class,
            DirectoryLock.class,
            Unmounter.Outcome.class,
            Unmounter.Result.class);

    private static final int ATTEMPTS = 3;

    private static final AtomicInteger MOUNTS = new AtomicInteger();
    private static final AtomicBoolean WARMED = new AtomicBoolean();

    private LibfuseDriver() {}

    /** Whether libfuse can be used here. Loads it the first time. Never throws. */
    public static Availability availability() {
        try {
            return check();
        } catch (Throwable failure) {
            return Availability.unavailable("libfuse cannot be looked for: " + failure, GET_LIBFUSE);
        }
    }

    private static Availability check() {
        if (!Platforms.isLinux() && !Platforms.isMac()) {
            return Availability.unavailable("libfuse serves Linux and macOS, not " + System.getProperty("os.name"), "");
        }
        if (!FuseLayout.isKnown()) {
            return Availability.unavailable(
                    "the layout of native structures is not known for " + System.getProperty("os.arch"),
                    "use a 64-bit x86 or ARM Java");
        }
        if (Platforms.isLinux() && !Files.exists(DEVICE)) {
            return Availability.unavailable(
                    DEVICE + " does not exist: the kernel has no FUSE, or a container does not show it",
                    "modprobe fuse; for a container add --device /dev/fuse --cap-add SYS_ADMIN");
        }
        LibfuseLibrary library = LibfuseLibrary.get();
        if (!library.isLoaded()) {
            return Availability.unavailable("libfuse 2 cannot be loaded (" + library.problem() + ")", GET_LIBFUSE);
        }
        return Availability.available(library.version());
    }

    /** Loads the libraries, and the classes that a mount needs, on a thread of its own. */
    public static void warmUp() {
        if ((Platforms.isLinux() || Platforms.isMac()) && WARMED.compareAndSet(false, true)) {
            Thread thread = new Thread(LibfuseDriver::load, "zipfs-warm-up");
            thread.setDaemon(true);
            thread.start();
        }
    }

    private static void load() {
        try {
            LibfuseLibrary library = LibfuseLibrary.get();
            if (library.isLoaded()) {
                // Generates the callbacks' classes, which takes longest.
                new FuseLayout(library.runtime());
                FuseAdapter.prepare(library.runtime());
                // And what mounting and unmounting need: the latter may be for a shutdown hook, when time is short.
                for (Class<?> needed : NEEDED) {
                    Class.forName(needed.getName());
                }
                MountTable.all();
                Unmounter.fusermount();
            }
        } catch (Throwable failure) {
            // Whoever mounts meets it again and says so.
            return;
        }
    }

    /** Mounts a view. */
    public static DriveMount mount(DriveView view, MountRequest request) throws MountException {
        boolean everyone = request.visibility() == MountOptions.Visibility.EVERYONE;
        FuseOptions options = Platforms.isMac()
                ? FuseOptions.forMac(request.source(), request.label(), everyone)
                : FuseOptions.forLinux(request.source(), everyone);
        return mount(view, request, options);
    }

    /** Mounts a view with options of the caller's choice. */
    static DriveMount mount(DriveView view, MountRequest request, FuseOptions options) throws MountException {
        Availability availability = availability();
        if (!availability.available()) {
            throw new MountException(
                    Reason.NO_DRIVER,
                    "no drive can be mounted: " + availability.reason() + "; " + availability.advice());
        }
        LibfuseLibrary library = LibfuseLibrary.get();
        checkRights(library, request.visibility() == MountOptions.Visibility.EVERYONE);
        for (int attempt = 1; ; attempt++) {
            MountDirectory directory = claim(library, request);
            try {
                return mountOn(library, view, options, directory);
            } catch (MountException failure) {
                // The drive that was there before may only now be putting the directory back as it was: missing.
                if (attempt == ATTEMPTS || Files.exists(directory.path(), LinkOption.NOFOLLOW_LINKS)) {
                    throw failure;
                }
            }
        }
    }

    private static DriveMount mountOn(
            LibfuseLibrary library, DriveView view, FuseOptions options, MountDirectory directory)
            throws MountException {
        DirectoryLock lock;
        try {
            lock = DirectoryLock.take(library.libc(), directory.path());
        } catch (MountException taken) {
            directory.abandon();
            throw taken;
        }
        try {
            List<MountTable.Entry> others = MountTable.at(directory.path());
            if (!others.isEmpty()) {
                directory.abandon();
                throw new MountException(
                        Reason.MOUNT_POINT_IN_USE,
                        "mount point " + directory + ": another process has just mounted "
                                + others.get(0).source() + " there");
            }
            LibfuseMount mount;
            try {
                mount = prepare(library, view, options, directory);
            } catch (MountException | RuntimeException | Error failure) {
                directory.close();
                throw failure;
            }
            mount.start(); // it closes the directory when it ends, also if it does not start
            return mount;
        } finally {
            lock.close();
        }
    }

    private static void checkRights(LibfuseLibrary library, boolean everyone) throws MountException {
        boolean root = library.libc().getuid() == 0;
        if (Platforms.isMac() || root) {
            return;
        }
        // fusermount opens it with the rights of who calls it, although it runs as root.
        if (!Files.isReadable(DEVICE) || !Files.isWritable(DEVICE)) {
            throw new MountException(
                    Reason.NOT_PERMITTED,
                    "this user may not open " + DEVICE + "; give it mode 0666, as udev does, or run as root");
        }
        if (Unmounter.fusermount() == null) {
            throw new MountException(
                    Reason.NOT_PERMITTED,
                    "only root may mount without fusermount, which is not on the PATH; install it: apt install fuse3");
        }
        if (everyone && !allowsOthers()) {
            throw new MountException(
                    Reason.NOT_PERMITTED,
                    "a drive for every user needs the line user_allow_other in " + CONFIGURATION
                            + ", or root; else mount it for its owner");
        }
    }

    private static boolean allowsOthers() {
        try {
            return Files.readString(CONFIGURATION, StandardCharsets.ISO_8859_1)
                    .lines()
                    .anyMatch(line -> line.strip().equals("user_allow_other"));
        } catch (IOException unreadable) {
            return false;
        }
    }

    private static MountDirectory claim(LibfuseLibrary library, MountRequest request) throws MountException {
        MountPoint where = request.mountPoint();
        if (where instanceof MountPoint.Letter letter) {
            throw new MountException(
                    Reason.MOUNT_POINT_INVALID,
                    "mount point " + letter
                            + " is a letter: drive letters exist on Windows only; give a directory, or auto");
        }
        if (where instanceof MountPoint.Directory directory) {
            StaleMounts.clear(library, directory.path());
            return MountDirectory.claim(directory.path());
        }
        StaleMounts.clearTemporary(library);
        return MountDirectory.temporary(request.label());
    }

    private static LibfuseMount prepare(
            LibfuseLibrary library, DriveView view, FuseOptions options, MountDirectory directory)
            throws MountException {
        Errnos errnos = Platforms.isMac() ? Errnos.MACOS : Errnos.LINUX;
        String probe = Probe.newName();
        FuseOperations operations = new FuseOperations(view, errnos, probe);
        FuseAdapter.Owner owner =
                new FuseAdapter.Owner(library.libc().getuid(), library.libc().getgid());
        FuseAdapter adapter = new FuseAdapter(library.runtime(), operations, errnos, owner, 0);
        String threads = "zipfs-fuse-" + MOUNTS.incrementAndGet();
        FuseConnection connection = FuseConnection.open(library, options, directory.path(), adapter);
        return new LibfuseMount(library, directory, operations, adapter, connection, probe, threads);
    }
}
