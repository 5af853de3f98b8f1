package dev.zipfs.examples.filebench;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/** An open {@link Subject}. Used by one thread. */
public interface Reading extends Closeable {
    /**
     * Reads what comes at a position.
     *
     * @param position bytes from the start, a multiple of {@link #alignment()}
     * @param into where the bytes go; its address and what remains of it are multiples of {@link #alignment()}
     * @return how many were read, or −1 at the end
     * @throws IOException if it cannot be read
     */
    int read(long position, ByteBuffer into) throws IOException;

    /**
     * What positions and buffers must be multiples of.
     *
     * @return a power of two; 1 unless it is {@linkplain #unbuffered() unbuffered}
     */
    default int alignment() {
        return 1;
    }

    /**
     * Whether it reads past the system's cache.
     *
     * @return {@code true} if it does
     */
    default boolean unbuffered() {
        return false;
    }
}
