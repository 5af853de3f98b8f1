package dev.zipfs.spi;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Reads the plain bytes of one entry by position. Thread-safe: a reader that decodes lets one thread decode at a time.
 * The cache above keeps one reader per entry in use and closes it when the entry is no longer in use.
 *
 * @since 0.1.0
 */
public interface EntryReader extends Closeable {
    /**
     * How many plain bytes there are.
     *
     * @return the size in bytes, 0 or more; equal to the index's size of the entry
     */
    long size();

    /**
     * Reads at a position. Bytes of the entry's checked part (where the format has a checksum) are only given once the check
     * has passed or while it cannot have failed yet: the last byte of a whole pass is never given before it.
     *
     * @param position 0-based; at or past the end nothing is read
     * @param dst receives bytes from its position on; filled unless the entry ends first
     * @return how many bytes were read, 0 where {@code dst} has no room; -1 only at or past the end
     * @throws IOException if the bytes cannot be read or decoded, or the checksum is wrong
     * @throws IllegalArgumentException if the position is negative
     */
    int read(long position, ByteBuffer dst) throws IOException;

    /**
     * What a read at an arbitrary position costs.
     *
     * @return the cost; may improve, never worsen, as the reader learns
     */
    AccessCost accessCost();

    /**
     * From where decoding would start to serve a position. A cache that wants to keep what is decoded on the way reads from
     * there.
     *
     * @param position 0-based, below {@link #size()}
     * @return the position itself for {@link AccessCost#DIRECT}; else a position not after it, 0 by default
     */
    default long restartPoint(long position) {
        return accessCost() == AccessCost.DIRECT ? position : 0;
    }

    /**
     * How many plain bytes were decoded so far, those that were passed over or decoded again included.
     *
     * @return bytes; 0 by default, for readers that decode nothing
     */
    default long decodedBytes() {
        return 0;
    }

    /**
     * How many restart points are kept.
     *
     * @return the count; 0 by default
     */
    default int restartPoints() {
        return 0;
    }

    /**
     * How much memory the restart points take.
     *
     * @return bytes; 0 by default
     */
    default long restartPointBytes() {
        return 0;
    }
}
