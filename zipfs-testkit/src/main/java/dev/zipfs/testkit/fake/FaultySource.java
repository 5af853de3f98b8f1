package dev.zipfs.testkit.fake;

import dev.zipfs.spi.ArchiveSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Storage that fails when a test says so, and counts what is read from it. Thread-safe; faults may be set while others read.
 *
 * @since 0.1.0
 */
public final class FaultySource implements ArchiveSource {
    private final ArchiveSource source;
    private final AtomicLong reads = new AtomicLong();
    private final AtomicLong bytes = new AtomicLong();
    private volatile long badFrom = Long.MAX_VALUE;
    private volatile long badTo = Long.MAX_VALUE;
    private volatile long end = Long.MAX_VALUE;
    private volatile boolean gone;
    private volatile boolean closed;

    private FaultySource(ArchiveSource source) {
        this.source = source;
    }

    /**
     * Wraps a source that is sound so far.
     *
     * @param source the source; closed with this one
     * @return a source without faults yet
     */
    public static FaultySource over(ArchiveSource source) {
        return new FaultySource(Objects.requireNonNull(source, "source"));
    }

    /**
     * Makes reads that touch a range fail, as a bad sector does.
     *
     * @param from the first bad byte
     * @param to the byte after the last bad one
     * @return this source
     */
    public FaultySource failBetween(long from, long to) {
        badFrom = from;
        badTo = to;
        return this;
    }

    /**
     * Cuts the storage short below the size it was opened with: reads past the cut fail, as the contract of a source wants.
     *
     * @param size how many bytes are left
     * @return this source
     */
    public FaultySource truncate(long size) {
        end = size;
        return this;
    }

    /**
     * Takes the storage away, as a pulled stick does: every read fails.
     *
     * @return this source
     */
    public FaultySource disappear() {
        gone = true;
        return this;
    }

    /**
     * Ends all faults.
     *
     * @return this source
     */
    public FaultySource repair() {
        badFrom = Long.MAX_VALUE;
        badTo = Long.MAX_VALUE;
        end = Long.MAX_VALUE;
        gone = false;
        return this;
    }

    /**
     * How often it was read.
     *
     * @return the count, failed reads included
     */
    public long reads() {
        return reads.get();
    }

    /**
     * How many bytes were given.
     *
     * @return the count
     */
    public long bytesRead() {
        return bytes.get();
    }

    /**
     * Whether it was closed.
     *
     * @return {@code true} once {@link #close()} was called
     */
    public boolean closed() {
        return closed;
    }

    @Override
    public String name() {
        return source.name();
    }

    @Override
    public long size() {
        return source.size();
    }

    @Override
    public int read(long position, ByteBuffer dst) throws IOException {
        reads.incrementAndGet();
        if (closed) {
            throw new IllegalStateException(name() + " is read after it was closed");
        }
        long last = Math.min(size(), position + dst.remaining());
        if (gone) {
            throw new NoSuchFileException(name());
        }
        if (position < badTo && last > badFrom) {
            throw new IOException(name() + ": bad sector at " + Math.max(position, badFrom));
        }
        if (last > end) {
            throw new IOException(name() + " was cut short to " + end + " bytes while it was open");
        }
        int count = source.read(position, dst);
        bytes.addAndGet(Math.max(count, 0));
        return count;
    }

    @Override
    public String fingerprint() {
        return source.fingerprint();
    }

    @Override
    public void close() throws IOException {
        closed = true;
        source.close();
    }
}
