package dev.zipfs.internal.codec;

import dev.zipfs.ArchiveFormatException;
import org.jspecify.annotations.Nullable;

/**
 * What a reader has to know of the entry it reads: the facts to check its content against, and what to say where they
 * do not hold.
 *
 * @param archive the archive's name, for messages
 * @param entry the entry's path, for messages
 * @param offset where the entry's data starts in the archive
 * @param size how many plain bytes there must be
 * @param crc32 their CRC-32, or {@link #NO_CRC}
 */
public record EntryData(String archive, String entry, long offset, long size, long crc32) {
    /** There is no CRC-32 to check. */
    public static final long NO_CRC = -1;

    static final String CRC_SECTION = "APPNOTE 6.3.10 §4.4.7";
    static final String SIZE_SECTION = "APPNOTE 6.3.10 §4.4.9";

    /** The exception for damaged data at a distance from the data's start. */
    public ArchiveFormatException damaged(String problem, long distance, String section, @Nullable Throwable cause) {
        return ArchiveFormatException.of(problem + ", in " + archive)
                .entry(entry)
                .record("data")
                .offset(offset + distance)
                .section(section)
                .cause(cause)
                .build();
    }

    /** The exception for a checksum that does not match. */
    ArchiveFormatException wrongCrc(long found) {
        return damaged(
                String.format("the content is damaged: its CRC-32 is %08x, the archive says %08x", found, crc32),
                0,
                CRC_SECTION,
                null);
    }

    boolean hasCrc() {
        return crc32 != NO_CRC;
    }
}
