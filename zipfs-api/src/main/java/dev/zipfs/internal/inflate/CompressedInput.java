package dev.zipfs.internal.inflate;

import java.io.IOException;

/**
 * The compressed bytes of one deflate stream, by position. A decoder reads forward in pieces of up to 64 KiB and goes back only
 * to resume, so an implementation needs no buffer of its own. It is also where a long decode is cancelled: a decoder calls
 * {@link #read} at least once per 64 KiB of input, whatever that input makes it do, and lets its exception through.
 *
 * <p>Thread-safe where several decoders share it; one decoder calls it from one thread at a time.
 */
public interface CompressedInput {
    /**
     * How many compressed bytes there are.
     *
     * @return the size in bytes, 0 or more, always the same
     */
    long size();

    /**
     * Reads at a position.
     *
     * @param position 0-based, counted from the stream's first byte, below {@link #size()}
     * @param dst where the bytes go
     * @param offset where in {@code dst}
     * @param length how many at most, 1 or more
     * @return how many were read, 1 to {@code length}; a number below 1 means that the bytes are not there
     * @throws IOException if they cannot be read, or the decode was cancelled
     */
    int read(long position, byte[] dst, int offset, int length) throws IOException;

    /**
     * Where the stream begins in the archive, so that errors name a place in the archive.
     *
     * @return the 0-based offset of position 0; 0 by default
     */
    default long origin() {
        return 0;
    }
}
