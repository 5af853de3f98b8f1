package dev.zipfs.dokan.internal;

import dev.zipfs.MountException;
import dev.zipfs.MountException.Reason;
import dev.zipfs.MountOptions;
import dev.zipfs.MountPoint;
import dev.zipfs.dokan.nativeapi.DOKAN_OPTIONS;
import dev.zipfs.dokan.nativeapi.Dokan2;
import dev.zipfs.spi.Availability;
import dev.zipfs.spi.DriveMount;
import dev.zipfs.spi.DriveView;
import dev.zipfs.spi.MountDirectory;
import dev.zipfs.spi.MountRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Mounts through Dokan: what must hold before, and the steps in their order. Stateless and thread-safe. */
public final class DokanDriver {
    private static final Logger LOG = LoggerFactory.getLogger(DokanDriver.class);
    private static final AtomicBoolean WARMED = new AtomicBoolean();

    /** First the ones that rarely mean anything to anybody, at last those that many programs take for a disk's. */
    private static final String LETTERS = "MNOPQRSTUVWXYZLKJIHGFED";

    private final Host host;
    private final Timing timing;

    /** For this machine. */
    public DokanDriver() {
        this(Host.system(), Timing.DEFAULT);
    }

    DokanDriver(Host host, Timing timing) {
        this.host = host;
        this.timing = timing;
    }

    /**
     * What was found.
     *
     * @param reason why it cannot be used
     * @param library the library; {@code null} unless it can be used
     */
    private record Found(
            Availability availability,
            Reason reason,
            @Nullable DokanLibrary library) {
        static Found nothing(Reason reason, String why, String advice) {
            return new Found(Availability.unavailable(why, advice), reason, null);
        }
    }

    /** Whether Dokan can be used here. Loads its library the first time. Never throws. */
    public Availability availability() {
        return look().availability();
    }

    private Found look() {
        try {
            return find();
        } catch (Throwable failure) {
            return Found.nothing(Reason.NO_DRIVER, "Dokan cannot be looked for: " + failure, MountFailures.GET_DOKAN);
        }
    }

    private Found find() {
        LibrarySearch search = new LibrarySearch(host);
        Path file = search.find();
        if (file == null) {
            return notFound(search);
        }
        String mismatch = search.mismatch(file);
        if (mismatch != null) {
            return Found.nothing(Reason.NO_DRIVER, mismatch, "");
        }
        DokanLibrary library;
        try {
            library = DokanLibrary.load(file);
        } catch (LinkageError failure) {
            return Found.nothing(
                    Reason.NO_DRIVER, file + " cannot be loaded: " + failure.getMessage(), MountFailures.GET_DOKAN);
        }
        int number = library.version();
        String version = DokanLibrary.text(number);
        if (number < DokanLibrary.OLDEST_VERSION) {
            return Found.nothing(
                    Reason.DRIVER_TOO_OLD,
                    file + " is of version " + version + ", and 2.0.0 or later is needed",
                    MountFailures.GET_DOKAN);
        }
        if (!library.hasDriver()) {
            return Found.nothing(
                    Reason.NO_DRIVER,
                    file + " is there (version " + version
                            + "), but the driver cannot be reached: it is not installed, or stopped (sc query dokan2)",
                    MountFailures.GET_DOKAN);
        }
        return new Found(Availability.available(version), Reason.DRIVER_FAILED, library);
    }

    private Found notFound(LibrarySearch search) {
        if (search.hasDokan1()) {
            return Found.nothing(
                    Reason.DRIVER_TOO_OLD,
                    "Dokan 1 is installed, and Dokan 2 is needed, which can be installed beside it",
                    MountFailures.GET_DOKAN);
        }
        if (search.searched().isEmpty()) {
            return Found.nothing(Reason.NO_DRIVER, "Dokan exists on Windows only", "");
        }
        return Found.nothing(
                Reason.NO_DRIVER, "Dokan 2's library is not there: " + search.searched(), MountFailures.GET_DOKAN);
    }

    /** Loads JNA and the library on a thread of its own. */
    public void warmUp() {
        if (new LibrarySearch(host).find() != null && WARMED.compareAndSet(false, true)) {
            Thread thread = new Thread(this::availability, "zipfs-warm-up");
            thread.setDaemon(true);
            thread.start();
        }
    }

    /** Mounts a view. */
    public DriveMount mount(DriveView view, MountRequest request) throws MountException {
        DokanLibrary library = library();
        MountPoint where = request.mountPoint();
        if (where instanceof MountPoint.Letter letter) {
            return mountOnLetter(library, view, request, letter);
        }
        if (where instanceof MountPoint.Directory directory) {
            return mountOnDirectory(library, view, request, MountDirectory.claim(directory.path()));
        }
        return host.hasLetters()
                ? mountOnAnyLetter(library, view, request)
                : mountOnDirectory(library, view, request, MountDirectory.temporary(request.label()));
    }

    private DokanLibrary library() throws MountException {
        Found found = look();
        DokanLibrary library = found.library();
        if (library == null) {
            Availability availability = found.availability();
            throw new MountException(
                    found.reason(),
                    "no drive can be mounted: " + availability.reason()
                            + (availability.advice().isEmpty() ? "" : "; " + availability.advice()));
        }
        return library;
    }

    private DriveMount mountOnLetter(
            DokanLibrary library, DriveView view, MountRequest request, MountPoint.Letter letter)
            throws MountException {
        if (!host.hasLetters()) {
            throw new MountException(
                    Reason.MOUNT_POINT_INVALID,
                    "mount point " + letter + ": drive letters exist on Windows only; give a directory, or auto");
        }
        // Asked first: with the mount manager, Dokan would end a drive of the same user that has the letter.
        if (host.lettersInUse().contains(letter.letter())) {
            throw new MountException(
                    Reason.MOUNT_POINT_IN_USE, "mount point " + letter + ": another drive has this letter");
        }
        DokanMount mount = tryLetter(library, view, request, letter);
        if (!mount.mountPoint().equals(letter)) {
            mount.unmountForcibly();
            throw new MountException(
                    Reason.MOUNT_POINT_IN_USE,
                    "mount point " + letter + ": another drive has just taken this letter; Windows offered "
                            + mount.mountPoint() + " instead");
        }
        return answering(mount);
    }

    private DriveMount mountOnAnyLetter(DokanLibrary library, DriveView view, MountRequest request)
            throws MountException {
        Set<Character> used = host.lettersInUse();
        List<MountException> raced = new ArrayList<>();
        for (char c : LETTERS.toCharArray()) {
            if (used.contains(c)) {
                continue;
            }
            try {
                return answering(tryLetter(library, view, request, new MountPoint.Letter(c)));
            } catch (MountException failure) {
                if (failure.reason() != Reason.MOUNT_POINT_IN_USE) {
                    throw failure;
                }
                raced.add(failure);
            }
        }
        MountException failure =
                new MountException(Reason.MOUNT_POINT_IN_USE, "no drive letter from D to Z is free; give a directory");
        raced.forEach(failure::addSuppressed);
        throw failure;
    }

    private DokanMount tryLetter(DokanLibrary library, DriveView view, MountRequest request, MountPoint.Letter letter)
            throws MountException {
        boolean everyone = request.visibility() == MountOptions.Visibility.EVERYONE;
        if (!everyone && host.isWindows() && DokanLibrary.isElevated()) {
            LOG.info(
                    "this process runs as administrator: programs of the same user that do not may not see {}; mount it"
                            + " for everyone if they should",
                    letter);
        }
        int flags = everyone ? DOKAN_OPTIONS.DOKAN_OPTION_MOUNT_MANAGER : DOKAN_OPTIONS.DOKAN_OPTION_CURRENT_SESSION;
        DokanMount mount = create(
                library, view, request, letter, host.rootOf(letter.letter()), letter.toString(), flags, () -> {});
        String given = mount.mountedAs();
        if (!given.isEmpty() && Character.toUpperCase(given.charAt(0)) != letter.letter()) {
            MountPoint.Letter other = new MountPoint.Letter(given.charAt(0));
            mount.moveTo(other, host.rootOf(other.letter()));
        }
        mount.keep();
        return mount;
    }

    private DriveMount mountOnDirectory(
            DokanLibrary library, DriveView view, MountRequest request, MountDirectory directory)
            throws MountException {
        DokanMount mount = null;
        try {
            // No trailing separator: the driver would never find the mount point again, and unmounting wait for ever.
            String text = directory.path().toString();
            if (text.length() >= DOKAN_OPTIONS.MAX_PATH) {
                throw new MountException(
                        Reason.MOUNT_POINT_INVALID,
                        "mount point " + directory + ": the driver takes fewer than " + DOKAN_OPTIONS.MAX_PATH
                                + " characters, and it has " + text.length());
            }
            // With the mount manager the driver makes the reparse point, and takes it away when this process dies.
            int flags = DOKAN_OPTIONS.DOKAN_OPTION_MOUNT_MANAGER;
            mount = create(
                    library,
                    view,
                    request,
                    MountPoint.directory(directory.path()),
                    directory.path(),
                    text,
                    flags,
                    directory::close);
            mount.keep();
        } finally {
            if (mount == null) {
                directory.close();
            }
        }
        return answering(mount);
    }

    private DokanMount create(
            DokanLibrary library,
            DriveView view,
            MountRequest request,
            MountPoint point,
            Path root,
            String text,
            int flags,
            Runnable afterwards)
            throws MountException {
        Duration pause = timing.retryPause();
        for (int attempt = 1; ; attempt++) {
            String probe = ".zipfs-probe-"
                    + HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
            DokanVolume volume = new DokanVolume(view, request.label(), request.source(), probe);
            int all = flags
                    | DOKAN_OPTIONS.DOKAN_OPTION_WRITE_PROTECT
                    | (volume.ignoresCase() ? 0 : DOKAN_OPTIONS.DOKAN_OPTION_CASE_SENSITIVE);
            DokanMount mount = new DokanMount(library, volume, timing, probe, point, root, text, all, afterwards);
            int result = mount.create();
            if (result == Dokan2.DOKAN_SUCCESS) {
                return mount;
            }
            LOG.debug("DokanCreateFileSystem on {} gave {} at try {}", point, result, attempt);
            if (attempt == Timing.TRIES || !MountFailures.isTransient(result)) {
                throw MountFailures.of(result, point);
            }
            try {
                TimeUnit.NANOSECONDS.sleep(pause.toNanos());
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
                throw new MountException(Reason.DRIVER_FAILED, "mounting on " + point + " was interrupted", stop);
            }
            pause = pause.multipliedBy(2);
        }
    }

    private static DriveMount answering(DokanMount mount) throws MountException {
        try {
            mount.awaitProbe();
            return mount;
        } catch (MountException failure) {
            mount.unmountForcibly();
            throw failure;
        }
    }
}
