package dev.zipfs.examples.format;

import dev.zipfs.spi.AccessCost;
import dev.zipfs.spi.ArchiveSource;
import dev.zipfs.spi.EntryReader;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;

/** A range of the archive. */
record PakReader(ArchiveSource source, long offset, long size) implements EntryReader {
    @Override
    public int read(long position, ByteBuffer dst) throws IOException {
        if (position < 0) {
            throw new IllegalArgumentException("negative position " + position);
        }
        if (position >= size) {
            return -1;
        }
        int limit = dst.limit();
        int wanted = (int) Math.min(dst.remaining(), size - position);
        dst.limit(dst.position() + wanted);
        try {
            if (source.read(offset + position, dst) < wanted && wanted > 0) {
                throw new EOFException("the archive was cut short while it was read");
            }
        } finally {
            dst.limit(limit);
        }
        return wanted;
    }

    /** Read where it lies: the cache keeps nothing of it. */
    @Override
    public AccessCost accessCost() {
        return AccessCost.DIRECT;
    }

    /** The source belongs to who opened the archive. */
    @Override
    public void close() {}
}
