package dev.zipfs.spi;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A handle on a file of a drive. Thread-safe: the kernel reads one handle from several threads. {@link #close()} is
 * idempotent.
 *
 * @since 0.1.0
 */
public interface OpenFile extends Closeable {
    /**
     * How long the file is.
     *
     * @return bytes, 0 or more
     */
    long size();

    /**
     * Reads at a position.
     *
     * @param position 0-based; at or past the end nothing is read
     * @param dst receives bytes from its position on; filled unless the file ends first. A direct buffer over the driver's
     *     memory saves a copy
     * @return how many bytes were read, 0 where {@code dst} has no room; -1 only at or past the end
     * @throws IOException if the bytes cannot be read or are found to be damaged
     * @throws IllegalArgumentException if the position is negative
     */
    int read(long position, ByteBuffer dst) throws IOException;

    @Override
    void close();
}
