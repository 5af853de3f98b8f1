package dev.zipfs.testkit.generate;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Anything that reads by position as all of zipfs does: a source, an entry's reader, an open file.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface PositionalReader {
    /**
     * Reads at a position.
     *
     * @param position 0-based; at or past the end nothing is read
     * @param dst receives bytes from its position on; filled unless the end comes first
     * @return how many bytes were read, 0 where {@code dst} has no room; -1 only at or past the end
     * @throws IOException if the bytes cannot be read
     */
    int read(long position, ByteBuffer dst) throws IOException;
}
