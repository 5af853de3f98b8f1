package dev.zipfs.internal.io;

import dev.zipfs.ArchiveFormatException;
import dev.zipfs.ZipDriveException;
import dev.zipfs.spi.ArchiveSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of an archive file, read by position through one channel that all threads share.
 *
 * <p>The file is never mapped: a mapping of a file that is cut short kills the process. {@link FileChannel#open} shares
 * reading, writing and deletion on Windows, so the archive can be renamed or deleted while it is open; another program
 * that does not share is waited for in {@value #OPEN_ATTEMPTS} attempts.
 *
 * <p>Another file moved over the path changes nothing: the open file goes on to be read. The same file changed in
 * place, seen by its size or time of modification, ends all reading. That is
 * looked for at every short read, and after a read where the last look is more than a second ago; bytes of the new version that
 * are read within that second are found out by the checksum of the entry they belong to, or not at all.
 *
 * <p>An interrupt closes a {@code FileChannel} for everybody. So a reader's interrupt is put aside while it reads;
 * where one arrives in between, the channel is opened again, provided that the path still leads to the same, unchanged
 * file.
 */
public final class FileSource implements ArchiveSource {
    static final int OPEN_ATTEMPTS = 3;

    /** A channel is opened again this often for one read before it gives up. */
    private static final int REOPEN_ATTEMPTS = 100;

    private static final long OPEN_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long LOOK_INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Reads into heap buffers go through a direct buffer that the JDK keeps per thread: this is how large it gets. */
    private static final int HEAP_SLICE = 128 << 10;

    /**
     * What tests replace. A class rather than two lambdas: the first ones of a fresh JVM cost more than the opening
     * itself.
     */
    static class Platform {
        FileChannel open(Path path) throws IOException {
            return FileChannel.open(path, StandardOpenOption.READ);
        }

        long nanoTime() {
            return System.nanoTime();
        }
    }

    private final Path path;
    private final Platform platform;
    private final FileIdentity identity;
    private final Object lock = new Object();
    private volatile FileChannel channel;
    private volatile boolean closed;
    private volatile long nextLook;
    private volatile @Nullable IOException failure;

    private FileSource(Path path, Platform platform, FileIdentity identity, FileChannel channel) {
        this.path = path;
        this.platform = platform;
        this.identity = identity;
        this.channel = channel;
        this.nextLook = platform.nanoTime() + LOOK_INTERVAL_NANOS;
    }

    /**
     * Opens a file.
     *
     * @param path the file
     * @return a source; the caller closes it
     * @throws ZipDriveException if there is no such file, it is a folder or something else that is not a file, it may
     *     not be read, or it is empty
     */
    public static FileSource open(Path path) throws IOException {
        return open(path, new Platform());
    }

    static FileSource open(Path path, Platform platform) throws IOException {
        try {
            BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
            if (attributes.isDirectory()) {
                throw new ZipDriveException(path + ": this is a folder, not an archive file");
            }
            // Opening a pipe would wait for its other end.
            if (!attributes.isRegularFile()) {
                throw new ZipDriveException(path + ": this is a device or pipe, not an archive file");
            }
            FileChannel channel = openPatiently(path, platform);
            try {
                FileIdentity identity = FileIdentity.of(path);
                if (channel.size() != identity.size()) {
                    throw new ZipDriveException(path + ": the file is being written; wait until it is complete");
                }
                if (identity.size() == 0) {
                    throw ArchiveFormatException.of(path + ": the file is empty")
                            .build();
                }
                return new FileSource(path, platform, identity, channel);
            } catch (IOException | RuntimeException | Error e) {
                channel.close();
                throw e;
            }
        } catch (NoSuchFileException e) {
            throw new ZipDriveException(path + ": there is no such file", e);
        } catch (AccessDeniedException e) {
            throw new ZipDriveException(path + ": the file may not be read; check its permissions", e);
        } catch (FileSystemException e) {
            throw new ZipDriveException(path + ": the file cannot be opened: " + reason(e), e);
        }
    }

    /**
     * Windows reports a sharing violation as a bare {@link FileSystemException}: virus scanners hold new files for a
     * moment.
     */
    private static FileChannel openPatiently(Path path, Platform platform) throws IOException {
        for (int attempt = 1; ; attempt++) {
            try {
                return platform.open(path);
            } catch (FileSystemException e) {
                if (attempt == OPEN_ATTEMPTS || e.getClass() != FileSystemException.class) {
                    throw e;
                }
                LockSupport.parkNanos(OPEN_PAUSE_NANOS);
            }
        }
    }

    private static String reason(FileSystemException e) {
        return e.getReason() == null ? e.getClass().getSimpleName() : e.getReason();
    }

    @Override
    public String name() {
        return path.toString();
    }

    @Override
    public long size() {
        return identity.size();
    }

    @Override
    public String fingerprint() {
        return identity.fingerprint();
    }

    /**
     * Why nothing can be read any more.
     *
     * @return the first failure that ended all reading, or empty
     */
    public Optional<Exception> failure() {
        return Optional.ofNullable(failure);
    }

    @Override
    public int read(long position, ByteBuffer dst) throws IOException {
        if (position < 0) {
            throw new IllegalArgumentException("position must not be negative: " + position);
        }
        failIfChanged();
        if (position >= size()) {
            return -1;
        }
        int wanted = (int) Math.min(dst.remaining(), size() - position);
        boolean interrupted = Thread.interrupted();
        try {
            int start = dst.position();
            int done = 0;
            int reopened = 0;
            while (done < wanted) {
                FileChannel current = channel;
                try {
                    int n = readSlice(current, position + done, dst, start + done, wanted - done);
                    if (n < 0) {
                        throw changed("it was cut short");
                    }
                    done += n;
                } catch (ClosedChannelException e) {
                    interrupted |= Thread.interrupted();
                    if (++reopened > REOPEN_ATTEMPTS) {
                        throw new ZipDriveException(path + ": reading was interrupted too often", e);
                    }
                    reopen(current);
                } catch (ZipDriveException e) {
                    throw e;
                } catch (IOException e) {
                    throw new ZipDriveException(
                            path + ": reading at offset " + (position + done) + " failed: " + e.getMessage(), e);
                }
            }
            lookIfDue();
            dst.position(start + wanted);
            return wanted;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static int readSlice(FileChannel channel, long position, ByteBuffer dst, int at, int length)
            throws IOException {
        int slice = dst.isDirect() ? length : Math.min(length, HEAP_SLICE);
        int limit = dst.limit();
        int start = dst.position();
        try {
            dst.limit(at + slice).position(at);
            return channel.read(dst, position);
        } finally {
            dst.limit(limit).position(start);
        }
    }

    private void lookIfDue() throws IOException {
        long now = platform.nanoTime();
        if (now - nextLook >= 0) {
            nextLook = now + LOOK_INTERVAL_NANOS;
            look();
        }
    }

    /**
     * Compares the open file with what it was when it was opened. The size is the open file's own; its time can only be
     * asked for by path, and only counts while the path still leads to it.
     */
    private void look() throws IOException {
        FileChannel current = channel;
        try {
            if (current.size() != size()) {
                throw changed("its size changed");
            }
        } catch (ClosedChannelException e) {
            return;
        }
        FileIdentity now;
        try {
            now = FileIdentity.of(path);
        } catch (IOException e) {
            // Deleted or out of reach by path; the open file decides.
            return;
        }
        if (now.sameFile(identity) && !now.equals(identity)) {
            throw changed("it was written to");
        }
    }

    private void reopen(FileChannel broken) throws IOException {
        synchronized (lock) {
            if (closed) {
                throw new ZipDriveException(path + ": the archive has been closed");
            }
            if (channel != broken) {
                return;
            }
            failIfChanged();
            FileChannel fresh;
            try {
                fresh = platform.open(path);
            } catch (IOException e) {
                throw new ZipDriveException(path + ": the file cannot be opened again after an interrupt", e);
            }
            if (!leadsToSameFile()) {
                fresh.close();
                throw changed("another file took its place");
            }
            channel = fresh;
        }
    }

    private boolean leadsToSameFile() {
        try {
            return FileIdentity.of(path).equals(identity);
        } catch (IOException e) {
            return false;
        }
    }

    FileIdentity identity() {
        return identity;
    }

    /** For tests. */
    FileChannel channel() {
        return channel;
    }

    private ZipDriveException changed(String how) {
        ZipDriveException e = new ZipDriveException(
                path + ": the archive changed while it was in use (" + how + "); unmount and open it again");
        synchronized (lock) {
            if (failure == null) {
                failure = e;
            }
        }
        return e;
    }

    private void failIfChanged() throws ZipDriveException {
        IOException first = failure;
        if (first != null) {
            // A new one each time: an exception thrown by many threads would collect their suppressed ones.
            throw new ZipDriveException(String.valueOf(first.getMessage()), first);
        }
    }

    @Override
    public void close() throws IOException {
        synchronized (lock) {
            closed = true;
            channel.close();
        }
    }

    @Override
    public String toString() {
        return "FileSource[" + path + "]";
    }
}
