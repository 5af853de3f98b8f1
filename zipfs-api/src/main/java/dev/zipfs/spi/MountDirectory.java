package dev.zipfs.spi;

import dev.zipfs.MountException;
import dev.zipfs.MountException.Reason;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A directory that a drive is mounted on: the one rule for all platforms and backends. A directory that is missing is made
 * and removed by {@link #close()}; one that is empty is used and left as it was; one that holds something, is a file, or has
 * something mounted on it is refused.
 *
 * <p>Of several claims on one directory in this process exactly one succeeds until it is closed; the others get
 * {@link Reason#MOUNT_POINT_IN_USE} and leave the directory alone. Thread-safe.
 *
 * @since 0.1.0
 */
public final class MountDirectory implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(MountDirectory.class);

    /** The directories in use by this process, by real path. Also the lock under which they are looked at and made. */
    private static final Set<Path> CLAIMED = new HashSet<>();

    private final Path path;
    private final boolean existed;
    private boolean takenAway;
    private boolean closed;

    private MountDirectory(Path path, boolean existed) {
        this.path = path;
        this.existed = existed;
    }

    /**
     * Claims a directory, and makes it where it is missing.
     *
     * @param directory the directory; its parent must exist. A symbolic link to a directory stands for that directory
     * @return the claim; the caller closes it once nothing is mounted there any more
     * @throws MountException with {@link Reason#MOUNT_POINT_INVALID} if it is a file or cannot be made,
     *     {@link Reason#MOUNT_POINT_NOT_EMPTY} if it holds something, {@link Reason#MOUNT_POINT_IN_USE} if it is claimed
     *     already or something is mounted there, {@link Reason#NOT_PERMITTED} if the system does not let us look or make it
     */
    public static MountDirectory claim(Path directory) throws MountException {
        Objects.requireNonNull(directory, "directory");
        // One lock for look, make and remember: otherwise a second claim could find the directory that the first one
        // has
        // just made, take it for an empty one that was there before, and win; then nobody would remove it.
        synchronized (CLAIMED) {
            Path real = resolve(directory);
            if (CLAIMED.contains(real)) {
                throw new MountException(
                        Reason.MOUNT_POINT_IN_USE,
                        "mount point " + directory + ": a drive of this process is mounted there");
            }
            for (MountTable.Entry entry : MountTable.at(real)) {
                throw new MountException(
                        Reason.MOUNT_POINT_IN_USE,
                        "mount point " + directory + ": " + entry.source() + " (" + entry.type()
                                + ") is mounted there; unmount it or choose another directory");
            }
            MountDirectory claim = new MountDirectory(real, existsAndIsEmpty(real, directory));
            if (!claim.existed) {
                make(real, directory);
            }
            CLAIMED.add(real);
            return claim;
        }
    }

    /**
     * Makes a private directory for {@link dev.zipfs.MountPoint#auto()}, in {@code $XDG_RUNTIME_DIR} where that is set and
     * usable, else in the JVM's directory for temporary files. Only its owner may enter it (mode 0700).
     *
     * @param label what the directory's name shows of the drive; characters that could trouble a shell become {@code _}
     * @return the claim; the caller closes it once nothing is mounted there any more
     * @throws MountException with {@link Reason#MOUNT_POINT_INVALID} if it cannot be made
     */
    public static MountDirectory temporary(String label) throws MountException {
        synchronized (CLAIMED) {
            Path made = TemporaryDirectories.make(label);
            CLAIMED.add(made);
            return new MountDirectory(made, false);
        }
    }

    /**
     * Where it is.
     *
     * @return the directory's real path
     */
    public Path path() {
        return path;
    }

    /**
     * Takes the directory away for a driver that makes it itself (WinFsp). {@link #close()} puts it back if it was there
     * before.
     *
     * @throws MountException with {@link Reason#MOUNT_POINT_NOT_EMPTY} or {@link Reason#NOT_PERMITTED} if it cannot be
     *     removed
     */
    public void takeAway() throws MountException {
        synchronized (CLAIMED) {
            if (closed || takenAway) {
                return;
            }
            try {
                Files.deleteIfExists(path);
                takenAway = true;
            } catch (IOException failure) {
                boolean denied = failure instanceof AccessDeniedException;
                throw new MountException(
                        denied ? Reason.NOT_PERMITTED : Reason.MOUNT_POINT_NOT_EMPTY,
                        "mount point " + path + ": the driver needs it gone, and it cannot be removed ("
                                + describe(failure) + ")",
                        failure);
            }
        }
    }

    /**
     * Gives the claim up and leaves the directory as it is: another process is using it. Does nothing after
     * {@link #close()}, which does nothing after this.
     */
    public void abandon() {
        synchronized (CLAIMED) {
            if (!closed) {
                closed = true;
                CLAIMED.remove(path);
            }
        }
    }

    /**
     * Restores what was: removes a directory that was made, puts back one that was taken away. Whatever lies in it by now
     * stays. Idempotent; never throws.
     */
    @Override
    public void close() {
        synchronized (CLAIMED) {
            if (closed) {
                return;
            }
            closed = true;
            try {
                if (!existed) {
                    Files.deleteIfExists(path);
                } else if (takenAway && Files.notExists(path, LinkOption.NOFOLLOW_LINKS)) {
                    Files.createDirectory(path);
                }
            } catch (IOException failure) {
                LOG.warn("mount point {} could not be restored: {}", path, describe(failure));
            } finally {
                CLAIMED.remove(path);
            }
        }
    }

    @Override
    public String toString() {
        return path.toString();
    }

    private static Path resolve(Path directory) throws MountException {
        Path absolute = directory.toAbsolutePath().normalize();
        Path parent = absolute.getParent();
        if (parent == null) {
            throw new MountException(
                    Reason.MOUNT_POINT_INVALID, "mount point " + directory + ": it is the root of a file system");
        }
        try {
            Path real = parent.toRealPath().resolve(absolute.getFileName());
            // What is mounted may be dead, and then every look at it fails; the parent is enough to name it.
            boolean link = MountTable.at(real).isEmpty() && Files.isSymbolicLink(real);
            return link ? real.toRealPath() : real;
        } catch (NoSuchFileException missing) {
            throw new MountException(
                    Reason.MOUNT_POINT_INVALID,
                    "mount point " + directory + ": " + missing.getFile()
                            + " does not exist; only the last component of a mount point is made",
                    missing);
        } catch (IOException failure) {
            throw refused(directory, failure);
        }
    }

    private static boolean existsAndIsEmpty(Path real, Path directory) throws MountException {
        if (Files.notExists(real, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        try {
            BasicFileAttributes attributes =
                    Files.readAttributes(real, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (attributes.isOther() && attributes.isDirectory() || isOtherDevice(real)) {
                throw new MountException(
                        Reason.MOUNT_POINT_IN_USE,
                        "mount point " + directory + ": something is mounted there; choose another directory");
            }
            if (!attributes.isDirectory()) {
                throw new MountException(
                        Reason.MOUNT_POINT_INVALID,
                        "mount point " + directory
                                + ": it is a file; give a directory that is empty or does not exist");
            }
            try (DirectoryStream<Path> children = Files.newDirectoryStream(real)) {
                if (children.iterator().hasNext()) {
                    throw new MountException(
                            Reason.MOUNT_POINT_NOT_EMPTY,
                            "mount point " + directory
                                    + ": the directory is not empty; give one that is empty or does not exist");
                }
            }
            return true;
        } catch (MountException refusal) {
            throw refusal;
        } catch (IOException failure) {
            throw refused(directory, failure);
        }
    }

    /**
     * Whether a directory lies in another file system than the one that holds it, so that something is mounted there. Only
     * asked where no mount table can be read, for a Btrfs subvolume is another device too. Windows knows no device numbers;
     * a mount point there is a directory of another kind.
     */
    private static boolean isOtherDevice(Path real) throws IOException {
        Path parent = real.getParent();
        if (parent == null
                || !real.getFileSystem().supportedFileAttributeViews().contains("unix")) {
            return false;
        }
        Object device = Files.getAttribute(real, "unix:dev", LinkOption.NOFOLLOW_LINKS);
        return !device.equals(Files.getAttribute(parent, "unix:dev"));
    }

    private static void make(Path real, Path directory) throws MountException {
        try {
            Files.createDirectory(real);
        } catch (FileAlreadyExistsException raced) {
            throw new MountException(
                    Reason.MOUNT_POINT_IN_USE,
                    "mount point " + directory + ": another process has just made it",
                    raced);
        } catch (IOException failure) {
            throw refused(directory, failure);
        }
    }

    private static MountException refused(Path directory, IOException failure) {
        boolean denied = failure instanceof AccessDeniedException;
        return new MountException(
                denied ? Reason.NOT_PERMITTED : Reason.MOUNT_POINT_INVALID,
                "mount point " + directory + ": " + (denied ? "this user has no access to it" : describe(failure)),
                failure);
    }

    static String describe(IOException failure) {
        String message = failure.getMessage();
        return failure.getClass().getSimpleName() + (message == null ? "" : ": " + message);
    }
}
