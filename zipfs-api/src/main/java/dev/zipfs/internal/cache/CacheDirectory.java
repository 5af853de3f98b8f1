package dev.zipfs.internal.cache;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.security.SecureRandom;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

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
    private static final String LOCK = "lock";
    private static final int ATTEMPTS = 8;
    private static final Logger LOG = LoggerFactory.getLogger(CacheDirectory.class);
    private static final String OWN_PREFIX = PREFIX + thisProcess() + "-";

    private final Path path;
    private final RandomAccessFile lock;

    private CacheDirectory(Path path, RandomAccessFile lock) {
        this.path = path;
        this.lock = lock;
    }

    /** Makes a directory in another one. */
    static CacheDirectory create(Path parent) throws IOException {
        CacheDirectory made = createOne(parent);
        sweep(parent, Files.getOwner(made.path));
        return made;
    }

    private static CacheDirectory createOne(Path parent) throws IOException {
        SecureRandom random = new SecureRandom();
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            byte[] name = new byte[8];
            random.nextBytes(name);
            CacheDirectory made =
                    tryCreate(parent.resolve(OWN_PREFIX + HexFormat.of().formatHex(name)));
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

    private static @Nullable CacheDirectory tryCreate(Path path) throws IOException {
        Files.createDirectory(path, ownerOnly(path, "rwx------"));
        RandomAccessFile lock;
        try {
            Path file = path.resolve(LOCK);
            Files.createFile(file, ownerOnly(file, "rw-------"));
            lock = new RandomAccessFile(file.toFile(), "rw");
        } catch (NoSuchFileException swept) {
            return null;
        }
        // A sweep may have taken the lock first and be about to delete all this: then try another name.
        if (tryLock(lock) != null && Files.exists(path.resolve(LOCK))) {
            return new CacheDirectory(path, lock);
        }
        lock.close();
        return null;
    }

    /** Deletes what dead drives of this user have left in a directory. */
    static void sweep(Path parent) {
        try {
            sweep(
                    parent,
                    parent.getFileSystem()
                            .getUserPrincipalLookupService()
                            .lookupPrincipalByName(System.getProperty("user.name")));
        } catch (IOException | RuntimeException e) {
            // A user without a name, as in some containers: create() knows the owner of what it has made.
            LOG.debug("cannot look for stale cache directories in {}", parent, e);
        }
    }

    /** In a directory that all users share, others' directories are not touched. */
    private static void sweep(Path parent, UserPrincipal self) {
        try (DirectoryStream<Path> candidates = Files.newDirectoryStream(parent, PREFIX + "*")) {
            for (Path candidate : candidates) {
                if (candidate.getFileName().toString().startsWith(OWN_PREFIX)) {
                    continue;
                }
                try {
                    if (Files.isDirectory(candidate, LinkOption.NOFOLLOW_LINKS)
                            && self.equals(Files.getOwner(candidate, LinkOption.NOFOLLOW_LINKS))) {
                        sweepOne(candidate);
                    }
                } catch (IOException | RuntimeException e) {
                    LOG.debug("cannot delete what may be a stale cache directory", e);
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            LOG.debug("cannot look for stale cache directories in {}", parent, e);
        }
    }

    private static void sweepOne(Path candidate) throws IOException {
        Path file = candidate.resolve(LOCK);
        if (Files.isSymbolicLink(file)) {
            return;
        }
        RandomAccessFile lock = new RandomAccessFile(file.toFile(), "rw");
        if (tryLock(lock) == null) {
            lock.close();
            return;
        }
        LOG.debug("deleting a stale cache directory");
        delete(candidate, lock);
    }

    private static @Nullable FileLock tryLock(RandomAccessFile file) throws IOException {
        try {
            return file.getChannel().tryLock();
        } catch (OverlappingFileLockException held) {
            return null;
        }
    }

    private static void delete(Path directory, RandomAccessFile lock) throws IOException {
        try (lock) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, DiskTier.PREFIX + "*")) {
                for (Path file : files) {
                    Files.deleteIfExists(file);
                }
            }
            try {
                Files.deleteIfExists(directory.resolve(LOCK));
            } catch (IOException stillOpen) {
                // Windows deletes no open file; below it is closed.
                LOG.trace("lock file is open", stillOpen);
            }
        }
        Files.deleteIfExists(directory.resolve(LOCK));
        Files.deleteIfExists(directory);
    }

    private static String thisProcess() {
        ProcessHandle self = ProcessHandle.current();
        long start =
                self.info().startInstant().map(java.time.Instant::toEpochMilli).orElse(0L);
        return self.pid() + "-" + Long.toHexString(start);
    }
}
