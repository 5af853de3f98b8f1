package dev.zipfs.internal.inflate;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * The plain bytes of one deflate stream from some position on, forward only. Used by one thread at a time.
 *
 * <p>A stream that has thrown is finished: every later call throws too, and a caller that wants to try again opens a new one.
 * A call that throws may already have written to the caller's buffer.
 */
public interface PlainStream extends Closeable {
    /**
     * The position of the next byte to be read.
     *
     * @return 0-based
     */
    long position();

    /**
     * Reads on. The read that gives the last byte has first seen the stream end there: what is longer or shorter than was
     * declared, or does not end at all, is an error of that read at the latest.
     *
     * @param dst receives bytes from its position on; filled unless the stream ends before
     * @return how many bytes were read, 0 where {@code dst} has no room; -1 only at the end
     * @throws dev.zipfs.ArchiveFormatException if the compressed bytes are no such stream
     * @throws IOException if the compressed bytes cannot be read
     */
    int read(ByteBuffer dst) throws IOException;

    /**
     * Reads on, into an array.
     *
     * @param dst where the bytes go
     * @param offset where in {@code dst}
     * @param length how many
     * @return {@code length}, or fewer where the stream ends before; -1 only at the end
     * @throws dev.zipfs.ArchiveFormatException as {@link #read(ByteBuffer)} does
     * @throws IOException if the compressed bytes cannot be read
     */
    default int read(byte[] dst, int offset, int length) throws IOException {
        return read(ByteBuffer.wrap(dst, offset, length));
    }

    /**
     * Decodes up to a position without handing bytes out.
     *
     * @param position not before {@link #position()}; past the end means the end
     * @throws dev.zipfs.ArchiveFormatException as {@link #read(ByteBuffer)} does
     * @throws IOException if the compressed bytes cannot be read
     * @throws IllegalArgumentException if the position lies behind
     */
    void skipTo(long position) throws IOException;

    /** Frees what is held outside the heap. Idempotent. */
    @Override
    void close();
}
