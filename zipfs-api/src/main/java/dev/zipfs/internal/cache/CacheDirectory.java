package dev.zipfs.internal.cache;

import dev.zipfs.internal.metrics.LateLogger;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * The private directory of one drive's disk tier. A lock on the file {@code lock} in it says that its drive lives; the
 * system drops that lock with the process, however it ends, and a directory whose lock can be taken is deleted by the next
 * drive that makes one beside it.
 *
 * <p>On POSIX systems closing any descriptor of a file drops the process's locks on it, so a directory of this very process
 * must not be tried: its name carries the process's number and start. That name decides nothing else.
 */
final class CacheDirectory implements AutoCloseable {
    static final String PREFIX = "zipfs-cache-";
    private static final String NAME = PREFIX + "[0-9]+-[0-9a-f]+-[0-9a-f]+";
    private static final String LOCK = "lock";
    private static final int ATTEMPTS = 8;
    private static final LateLogger LOG = new LateLogger(CacheDirectory.class);

    private final Path path;
    private final FileChannel lock;

    /** Looks for what is left of processes that are gone, in a parent of cache directories. */
    record Sweep(Path parent) implements Runnable {
        @Override
        public void run() {
            sweep(parent);
        }
    }

    private CacheDirectory(Path path, FileChannel lock) {
        this.path = path;
        this.lock = lock;
    }

    /** Makes a directory in another one. */
    static CacheDirectory create(Path parent) throws IOException {
        CacheDirectory made = createOne(parent);
        try {
            sweep(candidates(parent), Files.getOwner(made.path));
        } catch (IOException | RuntimeException e) {
            LOG.get().debug("cannot look for stale cache directories in {}", parent, e);
        }
        return made;
    }

    private static CacheDirectory createOne(Path parent) throws IOException {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            // Others may guess the name, but neither get in nor make it first: that only costs an attempt.
            String name =
                    Own.PREFIX + Long.toHexString(ThreadLocalRandom.current().nextLong());
            CacheDirectory made = tryCreate(parent.resolve(name));
            if (made != null) {
                return made;
            }
        }
        throw new IOException(parent + ": other processes keep deleting new cache directories");
    }

    Path path() {
        return path;
    }

    /** The directory must hold nothing but the lock any more, or what is left stays for the next drive's sweep. */
    @Override
    public void close() throws IOException {
        delete(path, lock);
    }

    /** File attributes that keep others out, where the file system knows POSIX permissions. */
    static FileAttribute<?>[] ownerOnly(Path path, String permissions) {
        if (path.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            return new FileAttribute<?>[] {
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
            };
        }
        return new FileAttribute<?>[0];
    }

    /** Null where the name is taken, or a sweep of another process came between: then another name is tried. */
    private static @Nullable CacheDirectory tryCreate(Path path) throws IOException {
        try {
            Files.createDirectory(path, ownerOnly(path, "rwx------"));
        } catch (FileAlreadyExistsException taken) {
            return null;
        }
        Path file = path.resolve(LOCK);
        FileChannel lock = null;
        try {
            // Made and opened in one: made first and opened then, it might be another one.
            lock = FileChannel.open(
                    file,
                    Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                    ownerOnly(file, "rw-------"));
            if (tryLock(lock) != null && Files.exists(file)) {
                return new CacheDirectory(path, lock);
            }
            lock.close();
            return null;
        } catch (NoSuchFileException swept) {
            return null;
        } catch (IOException | RuntimeException e) {
            if (lock != null) {
                lock.close();
            }
            Files.deleteIfExists(file);
            Files.deleteIfExists(path);
            throw e;
        }
    }

    /**
     * Deletes what dead drives of this user have left in a directory. Every drive does that when it starts, so where there is
     * nothing it costs no more than a listing.
     */
    static void sweep(Path parent) {
        try {
            List<Path> candidates = candidates(parent);
            if (!candidates.isEmpty()) {
                sweep(
                        candidates,
                        parent.getFileSystem()
                                .getUserPrincipalLookupService()
                                .lookupPrincipalByName(System.getProperty("user.name")));
            }
        } catch (IOException | RuntimeException e) {
            // For instance a user without a name, as in some containers: create() knows the owner of what it has made.
            LOG.get().debug("cannot look for stale cache directories in {}", parent, e);
        }
    }

    private static List<Path> candidates(Path parent) throws IOException {
        List<Path> candidates = new ArrayList<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(parent)) {
            for (Path each : all) {
                String name = each.getFileName().toString();
                // The cheap question first: all else in a directory for temporary files is not ours. This process's own
                // are in use.
                if (name.startsWith(PREFIX) && name.matches(NAME) && !name.startsWith(Own.PREFIX)) {
                    candidates.add(each);
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return candidates;
    }

    /** In a directory that all users share, others' directories are not touched. */
    private static void sweep(List<Path> candidates, UserPrincipal self) {
        for (Path candidate : candidates) {
            try {
                if (Files.isDirectory(candidate, LinkOption.NOFOLLOW_LINKS)
                        && self.equals(Files.getOwner(candidate, LinkOption.NOFOLLOW_LINKS))) {
                    sweepOne(candidate);
                }
            } catch (IOException | RuntimeException e) {
                LOG.get().debug("cannot delete what may be a stale cache directory", e);
            }
        }
    }

    private static void sweepOne(Path candidate) throws IOException {
        FileChannel lock;
        try {
            lock = FileChannel.open(
                    candidate.resolve(LOCK), Set.of(StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS));
        } catch (NoSuchFileException none) {
            // Being made, being deleted, or left by who died in between: if it is empty, whoever is at it can do
            // without it.
            Files.deleteIfExists(candidate);
            return;
        }
        if (tryLock(lock) == null) {
            lock.close();
            return;
        }
        LOG.get().debug("deleting a stale cache directory");
        delete(candidate, lock);
    }

    private static @Nullable FileLock tryLock(FileChannel file) throws IOException {
        try {
            return file.tryLock();
        } catch (OverlappingFileLockException held) {
            return null;
        }
    }

    /** Blocks first and the lock last: where there is no lock, there are no blocks. */
    private static void delete(Path directory, FileChannel lock) throws IOException {
        boolean unlocked = false;
        try (lock) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, DiskTier.PREFIX + "*")) {
                for (Path file : files) {
                    Files.deleteIfExists(file);
                }
            }
            unlocked = deleteQuietly(directory.resolve(LOCK));
        }
        if (!unlocked) {
            // Some systems delete no open file.
            Files.deleteIfExists(directory.resolve(LOCK));
        }
        Files.deleteIfExists(directory);
    }

    private static boolean deleteQuietly(Path file) {
        try {
            Files.deleteIfExists(file);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** What begins the names of this process's directories. Asking for it takes the JDK a while, so it is done when needed. */
    private static final class Own {
        static final String PREFIX = CacheDirectory.PREFIX + thisProcess() + "-";

        private static String thisProcess() {
            ProcessHandle self = ProcessHandle.current();
            long start = self.info().startInstant().orElse(Instant.EPOCH).toEpochMilli();
            return self.pid() + "-" + Long.toHexString(start);
        }
    }
}
