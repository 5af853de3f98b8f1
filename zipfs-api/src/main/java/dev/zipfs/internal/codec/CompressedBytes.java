package dev.zipfs.internal.codec;

import dev.zipfs.spi.AccessCost;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * The bytes of one entry before decoding, read by position: a range of the archive, or what decryption makes of one.
 * All decoders take this, so that encryption slots in front of any of them. Thread-safe.
 */
public interface CompressedBytes {
    /** How many bytes there are. */
    long size();

    /** Reads as {@link dev.zipfs.spi.ArchiveSource#read} does, with position 0 at the first byte. */
    int read(long position, ByteBuffer dst) throws IOException;

    /** The same into an array. */
    default int read(long position, byte[] dst, int offset, int length) throws IOException {
        return read(position, ByteBuffer.wrap(dst, offset, length));
    }

    /** What a read at an arbitrary position costs. */
    default AccessCost accessCost() {
        return AccessCost.DIRECT;
    }

    /**
     * From where a read at a position would have to start, as {@link dev.zipfs.spi.EntryReader#restartPoint} has it.
     */
    default long restartPoint(long position) {
        return position;
    }

    /**
     * Checks what stands behind the bytes, such as an authentication code, once all of them have been read.
     *
     * @throws IOException if it does not match
     */
    default void verify() throws IOException {}
}
