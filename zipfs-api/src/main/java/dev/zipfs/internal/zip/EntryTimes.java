package dev.zipfs.internal.zip;

import static dev.zipfs.internal.io.LittleEndian.i32;
import static dev.zipfs.internal.io.LittleEndian.i64;
import static dev.zipfs.internal.io.LittleEndian.u16;
import static dev.zipfs.internal.io.LittleEndian.u8;

import java.time.ZoneId;

/**
 * When an entry was last modified, out of up to four records that say so. NTFS times (0x000a) have the fractions but
 * some tools write local time into them, so they count where the extended timestamp (0x5455) agrees to the second; then
 * that one alone, NTFS alone, Info-ZIP's older field (0x5855), and the DOS time in a zone that the user may choose.
 */
final class EntryTimes {
    private static final long TICKS_PER_SECOND = 10_000_000;
    private static final int NANOS_PER_TICK = 100;

    /** Seconds from 1601-01-01, where NTFS starts, to 1970-01-01. */
    private static final long NTFS_TO_UNIX = 11_644_473_600L;

    private static final int NTFS_RESERVED = 4;
    private static final int NTFS_TIMES = 1;
    private static final int NTFS_TIMES_LENGTH = 24;

    /** No record says so: a value that none can hold, since NTFS counts from 1601 and the others in 32 bits. */
    private static final long NONE = Long.MIN_VALUE;

    private EntryTimes() {}

    static long seconds(byte[] b, int at, ZoneId zone) {
        int extra = EntryRecord.extraAt(b, at);
        int length = EntryRecord.extraLength(b, at);
        if (length > 0) {
            long extended = extended(b, extra, length);
            if (extended != NONE) {
                return extended;
            }
            long ticks = ntfsTicks(b, extra, length);
            if (ticks != NONE) {
                return ntfsSeconds(ticks);
            }
            long old = infoZip(b, extra, length);
            if (old != NONE) {
                return old;
            }
        }
        return DosTime.epochSecond(EntryRecord.dosDate(b, at), EntryRecord.dosTime(b, at), zone);
    }

    static int nanos(byte[] b, int at) {
        int extra = EntryRecord.extraAt(b, at);
        int length = EntryRecord.extraLength(b, at);
        long ticks = ntfsTicks(b, extra, length);
        if (ticks == NONE) {
            return 0;
        }
        long extended = extended(b, extra, length);
        return extended == NONE || extended == ntfsSeconds(ticks)
                ? (int) Math.floorMod(ticks, TICKS_PER_SECOND) * NANOS_PER_TICK
                : 0;
    }

    /** In the central directory the field holds the time of modification at most, whatever its flags promise. */
    private static long extended(byte[] b, int extra, int length) {
        int field = ExtraFields.find(b, extra, length, ExtraFields.EXTENDED_TIMESTAMP);
        return field >= 0 && ExtraFields.length(b, field) >= 5 && (u8(b, field) & 1) != 0 ? i32(b, field + 1) : NONE;
    }

    private static long infoZip(byte[] b, int extra, int length) {
        int field = ExtraFields.find(b, extra, length, ExtraFields.INFO_ZIP_UNIX);
        return field >= 0 && ExtraFields.length(b, field) >= 8 ? i32(b, field + 4) : NONE;
    }

    /** 100 ns steps since 1601; zero means that the time is not known. APPNOTE 6.3.10 §4.5.5. */
    private static long ntfsTicks(byte[] b, int extra, int length) {
        int field = ExtraFields.find(b, extra, length, ExtraFields.NTFS);
        if (field < 0) {
            return NONE;
        }
        int end = field + ExtraFields.length(b, field);
        int at = field + NTFS_RESERVED;
        while (end - at >= 4) {
            int size = u16(b, at + 2);
            if (size > end - at - 4) {
                return NONE;
            }
            if (u16(b, at) == NTFS_TIMES && size >= NTFS_TIMES_LENGTH) {
                long ticks = i64(b, at + 4);
                return ticks <= 0 ? NONE : ticks;
            }
            at += 4 + size;
        }
        return NONE;
    }

    private static long ntfsSeconds(long ticks) {
        return Math.floorDiv(ticks, TICKS_PER_SECOND) - NTFS_TO_UNIX;
    }
}
