package dev.zipfs.internal.zip;

import dev.zipfs.spi.ArchiveSource;
import org.jspecify.annotations.Nullable;

/**
 * What an end of central directory record and the ZIP64 record that belongs to it, if there is one, claim together.
 *
 * @param entries how many entries there are
 * @param entriesMask which bits of that number are meaningful
 * @param directorySize how long the central directory is
 * @param directoryDisk the disk on which it starts; 0 for archives in one piece
 * @param directoryOffset where it starts, from the start of that disk
 * @param directoryEnd where it ends at the latest: the first of the two records starts there
 */
record EndClaims(
        long entries,
        long entriesMask,
        long directorySize,
        long directoryDisk,
        long directoryOffset,
        long directoryEnd) {
    private static final long MASK_WITHOUT_ZIP64 = 0xFFFF;

    static EndClaims of(EndOfCentralDirectory end, @Nullable Zip64EndRecord zip64) {
        return zip64 == null
                ? new EndClaims(
                        end.entries(),
                        MASK_WITHOUT_ZIP64,
                        end.directorySize(),
                        end.directoryDisk(),
                        end.directoryOffset(),
                        end.position())
                : new EndClaims(
                        zip64.entries(),
                        -1,
                        zip64.directorySize(),
                        zip64.directoryDisk(),
                        zip64.directoryOffset(),
                        zip64.position());
    }

    /** The same with the directory's offset counted from the start of all disks. */
    EndClaims inOnePiece(ArchiveSource source) {
        long offset = Volumes.position(source, directoryDisk, directoryOffset);
        return new EndClaims(entries, entriesMask, directorySize, 0, offset, directoryEnd);
    }

    /** Where the directory starts if it ends where the records start; negative where it is too long for that. */
    long countedBack() {
        return directoryEnd - directorySize;
    }

    boolean empty() {
        return directorySize == 0 && entries == 0;
    }
}
