package dev.zipfs.internal.io;

import dev.zipfs.ZipDriveException;
import dev.zipfs.spi.ArchiveSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An archive in several files as one range of bytes. Each file is watched as {@link FileSource} does it, and a read that
 * crosses from one into the next is one read.
 *
 * <p>Up to {@value #MOST_OPEN} files are open at a time, so that an archive of a thousand floppy-sized parts does not use
 * up the process's descriptors: of those that nobody reads the one that was used longest ago makes room. A file that is
 * opened again must be the same, unchanged one.
 */
public final class SplitSource implements ArchiveSource {
    static final int MOST_OPEN = 64;

    private final String name;
    private final List<Part> parts;
    private final long[] starts;
    private final long size;
    private final String fingerprint;
    private final int mostOpen;
    private final Object lock = new Object();
    private int open;
    private long uses;
    private boolean closed;
    private volatile @Nullable IOException failure;

    private SplitSource(String name, List<Part> parts, int mostOpen, int open) throws ZipDriveException {
        this.name = name;
        this.parts = parts;
        this.mostOpen = mostOpen;
        this.open = open;
        this.starts = new long[parts.size()];
        MessageDigest digest = sha256();
        long sum = 0;
        for (int i = 0; i < starts.length; i++) {
            starts[i] = sum;
            FileIdentity identity = parts.get(i).identity;
            sum = sum(name, sum, identity.size());
            digest.update((identity.fingerprint() + '\n').getBytes(StandardCharsets.UTF_8));
        }
        this.size = sum;
        this.fingerprint =
                "parts=" + starts.length + ",sha256=" + HexFormat.of().formatHex(digest.digest());
    }

    /**
     * Opens the files of an archive.
     *
     * @param name what to call the whole
     * @param files its files in their order, at least one
     * @return a source; the caller closes it
     * @throws ZipDriveException as {@link FileSource#open} for each of them
     */
    public static SplitSource open(String name, List<Path> files) throws IOException {
        return open(name, files, MOST_OPEN);
    }

    static SplitSource open(String name, List<Path> files, int mostOpen) throws IOException {
        List<Part> parts = new ArrayList<>();
        int open = 0;
        try {
            for (Path file : files) {
                FileSource source = FileSource.open(file);
                Part part = new Part(file, source.identity());
                parts.add(part);
                if (open < mostOpen) {
                    part.source = source;
                    open++;
                } else {
                    source.close();
                }
            }
            return new SplitSource(name, List.copyOf(parts), mostOpen, open);
        } catch (IOException | RuntimeException | Error e) {
            for (Part part : parts) {
                part.closeAfter(e);
            }
            throw e;
        }
    }

    /** Files with holes may claim any size. */
    static long sum(String name, long first, long second) throws ZipDriveException {
        if (first > Long.MAX_VALUE - second) {
            throw new ZipDriveException(name + ": the files of the archive have 2^63 bytes or more together");
        }
        return first + second;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public long size() {
        return size;
    }

    @Override
    public String fingerprint() {
        return fingerprint;
    }

    @Override
    public int volumeCount() {
        return starts.length;
    }

    @Override
    public long volumeStart(int volume) {
        return starts[Objects.checkIndex(volume, starts.length)];
    }

    /**
     * Why nothing can be read any more from one of the files.
     *
     * @return the first failure of the first file that has one, or empty
     */
    public Optional<Exception> failure() {
        if (failure != null) {
            return Optional.ofNullable(failure);
        }
        synchronized (lock) {
            return parts.stream()
                    .flatMap(part -> Optional.ofNullable(part.source).flatMap(FileSource::failure).stream())
                    .findFirst();
        }
    }

    @Override
    public int read(long position, ByteBuffer dst) throws IOException {
        if (position < 0) {
            throw new IllegalArgumentException("position must not be negative: " + position);
        }
        if (position >= size) {
            return -1;
        }
        int wanted = (int) Math.min(dst.remaining(), size - position);
        int start = dst.position();
        int limit = dst.limit();
        int done = 0;
        try {
            for (int number = partAt(position); done < wanted; number++) {
                long from = position + done - starts[number];
                int length =
                        (int) Math.min(wanted - done, parts.get(number).identity.size() - from);
                dst.limit(start + done + length).position(start + done);
                readPart(parts.get(number), from, dst, length);
                done += length;
            }
        } finally {
            // All or nothing, as for one file.
            dst.limit(limit).position(done == wanted ? start + wanted : start);
        }
        return wanted;
    }

    private int partAt(long position) {
        int found = Arrays.binarySearch(starts, position);
        return found >= 0 ? found : -found - 2;
    }

    private void readPart(Part part, long from, ByteBuffer dst, int length) throws IOException {
        FileSource source = acquire(part);
        try {
            if (source.read(from, dst) != length) {
                throw new ZipDriveException(part.file + ": " + length + " bytes expected at offset " + from);
            }
        } finally {
            release(part);
        }
    }

    private FileSource acquire(Part part) throws IOException {
        // An interrupt that is pending would close what is opened here.
        boolean interrupted = Thread.interrupted();
        try {
            synchronized (lock) {
                if (closed) {
                    throw new ZipDriveException(name + ": the archive has been closed");
                }
                FileSource source = part.source;
                if (source == null) {
                    makeRoom();
                    source = reopened(part);
                    part.source = source;
                    open++;
                }
                part.readers++;
                part.lastUse = ++uses;
                return source;
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private FileSource reopened(Part part) throws IOException {
        FileSource source = FileSource.open(part.file);
        if (source.identity().equals(part.identity)) {
            return source;
        }
        source.close();
        ZipDriveException e = new ZipDriveException(
                part.file + ": this part of the archive changed while it was in use; unmount and open it again");
        failure = failure == null ? e : failure;
        throw e;
    }

    /** Where all are being read there is none to close: one descriptor more for each reader. */
    private void makeRoom() throws IOException {
        if (open < mostOpen) {
            return;
        }
        Part oldest = null;
        for (Part part : parts) {
            if (part.source != null && part.readers == 0 && (oldest == null || part.lastUse < oldest.lastUse)) {
                oldest = part;
            }
        }
        if (oldest != null) {
            FileSource source = oldest.source;
            oldest.source = null;
            open--;
            if (source != null) {
                source.close();
            }
        }
    }

    private void release(Part part) {
        synchronized (lock) {
            part.readers--;
        }
    }

    /** How many files are open, for tests. */
    int openFiles() {
        synchronized (lock) {
            return open;
        }
    }

    @Override
    public void close() throws IOException {
        IOException first = null;
        synchronized (lock) {
            closed = true;
            for (Part part : parts) {
                FileSource source = part.source;
                part.source = null;
                try {
                    if (source != null) {
                        source.close();
                    }
                } catch (IOException e) {
                    if (first == null) {
                        first = e;
                    } else {
                        first.addSuppressed(e);
                    }
                }
            }
            open = 0;
        }
        if (first != null) {
            throw first;
        }
    }

    @Override
    public String toString() {
        return "SplitSource[" + name + ", " + starts.length + " files]";
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** One of the files. All but the first two are guarded by the lock. */
    private static final class Part {
        private final Path file;
        private final FileIdentity identity;
        private @Nullable FileSource source;
        private int readers;
        private long lastUse;

        Part(Path file, FileIdentity identity) {
            this.file = file;
            this.identity = identity;
        }

        void closeAfter(Throwable e) {
            try {
                if (source != null) {
                    source.close();
                }
            } catch (IOException suppressed) {
                e.addSuppressed(suppressed);
            }
        }
    }
}
