package dev.zipfs.internal.zip;

import static dev.zipfs.internal.io.LittleEndian.u16;
import static dev.zipfs.internal.io.LittleEndian.u32;

/**
 * The end of central directory record (APPNOTE 6.3.10 §4.3.16), as read and not yet believed.
 *
 * @param position where in the archive it stands
 * @param disk the number of the disk it is on, counted from 0
 * @param directoryDisk the number of the disk on which the central directory starts
 * @param entries how many entries there are, 0xFFFF where ZIP64 says so
 * @param directorySize bytes, 0xFFFFFFFF where ZIP64 says so
 * @param directoryOffset from the start of that disk, 0xFFFFFFFF where ZIP64 says so
 * @param commentLength bytes that should follow
 */
record EndOfCentralDirectory(
        long position,
        int disk,
        int directoryDisk,
        int entries,
        long directorySize,
        long directoryOffset,
        int commentLength) {
    static final int SIGNATURE = 0x06054B50;

    /** The fixed part; the comment follows. */
    static final int LENGTH = 22;

    static final int LONGEST = LENGTH + 0xFFFF;

    static EndOfCentralDirectory read(byte[] b, int at, long position) {
        return new EndOfCentralDirectory(
                position,
                u16(b, at + 4),
                u16(b, at + 6),
                u16(b, at + 10),
                u32(b, at + 12),
                u32(b, at + 16),
                u16(b, at + 20));
    }

    long end() {
        return position + LENGTH + commentLength;
    }

    /** Whether a field is full, so that its value is in the ZIP64 record. */
    boolean needsZip64() {
        return entries == 0xFFFF || directorySize == 0xFFFF_FFFFL || directoryOffset == 0xFFFF_FFFFL;
    }
}
