package dev.zipfs.spi;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * The bytes of one archive, read by position. Thread-safe: any number of threads read at once, none moves another's
 * position. An interrupted reader must not close the source for the others.
 *
 * @since 0.1.0
 */
public interface ArchiveSource extends Closeable {
    /**
     * What to call it in messages.
     *
     * @return for a file its path
     */
    String name();

    /**
     * How many bytes there are. Fixed for the life of the source.
     *
     * @return the size in bytes, 0 or more
     */
    long size();

    /**
     * Reads at a position.
     *
     * @param position 0-based; at or past the end nothing is read
     * @param dst receives bytes from its position on; filled unless the source ends first
     * @return how many bytes were read, 0 where {@code dst} has no room; -1 only at or past the end
     * @throws IOException if the bytes cannot be read, also when the file has changed or was cut short since it was opened:
     *     never other bytes than those that were there
     * @throws IllegalArgumentException if the position is negative
     */
    int read(long position, ByteBuffer dst) throws IOException;

    /**
     * What tells this archive from another or from a changed one.
     *
     * @return for a file its size and time of modification in one string; an empty string where nothing is known, so that
     *     nothing is remembered about it
     */
    String fingerprint();

    /**
     * Of how many volumes the archive consists, one after the other in this source. Formats that count offsets from the
     * start of a volume need to know.
     *
     * @return 1 or more; 1 by default
     */
    default int volumeCount() {
        return 1;
    }

    /**
     * Where a volume starts.
     *
     * @param volume from 0 to {@link #volumeCount()} - 1
     * @return the position of its first byte in this source
     * @throws IndexOutOfBoundsException if there is no such volume
     */
    default long volumeStart(int volume) {
        Objects.checkIndex(volume, 1);
        return 0;
    }
}
