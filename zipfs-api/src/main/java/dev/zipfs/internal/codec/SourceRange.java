package dev.zipfs.internal.codec;

import dev.zipfs.ZipDriveException;
import dev.zipfs.spi.ArchiveSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Objects;

/** A range of an archive. Reads go straight to the source: no copies, no lock. */
public final class SourceRange implements CompressedBytes {
    private final ArchiveSource source;
    private final long start;
    private final long size;

    /**
     * Takes a range.
     *
     * @throws IndexOutOfBoundsException if it does not lie inside the source
     */
    public SourceRange(ArchiveSource source, long start, long size) {
        Objects.checkFromIndexSize(start, size, source.size());
        this.source = source;
        this.start = start;
        this.size = size;
    }

    @Override
    public long size() {
        return size;
    }

    @Override
    public int read(long position, ByteBuffer dst) throws IOException {
        if (position < 0) {
            throw new IllegalArgumentException("position must not be negative: " + position);
        }
        if (position >= size) {
            return -1;
        }
        int wanted = (int) Math.min(dst.remaining(), size - position);
        int limit = dst.limit();
        dst.limit(dst.position() + wanted);
        try {
            int n = source.read(start + position, dst);
            // The range lies inside the source, so only a source that breaks its contract comes back short.
            if (n != wanted) {
                throw new ZipDriveException(source.name() + ": " + wanted + " bytes expected at offset "
                        + (start + position) + ", " + Math.max(n, 0) + " read");
            }
            return n;
        } finally {
            dst.limit(limit);
        }
    }
}
