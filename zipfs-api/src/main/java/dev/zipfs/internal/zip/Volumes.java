package dev.zipfs.internal.zip;

import dev.zipfs.spi.ArchiveSource;

/** Offsets that are counted from the start of a disk (APPNOTE 6.3.10 §4.4.11 and §4.4.16). */
final class Volumes {
    private Volumes() {}

    /**
     * Where an offset on a disk is.
     *
     * @return the position in the source, or {@link Long#MAX_VALUE} where there is no such disk or it is beyond the end
     */
    static long position(ArchiveSource source, long disk, long offset) {
        if (source.volumeCount() == 1 && disk > 0 && offset >= 0) {
            // Archives in one piece are not held to the disk numbers they give.
            return offset;
        }
        if (disk < 0 || disk >= source.volumeCount() || offset < 0 || offset > source.size()) {
            return Long.MAX_VALUE;
        }
        return source.volumeStart((int) disk) + offset;
    }
}
