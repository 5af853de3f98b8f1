package dev.zipfs.internal.zip;

import static dev.zipfs.internal.io.LittleEndian.i32;
import static dev.zipfs.internal.io.LittleEndian.i64;
import static dev.zipfs.internal.io.LittleEndian.u16;
import static dev.zipfs.internal.io.LittleEndian.u32;

import org.jspecify.annotations.Nullable;

/**
 * The ZIP64 end of central directory record (APPNOTE 6.3.10 §4.3.14). Numbers of 2^63 and more are negative here.
 *
 * @param position where in the archive it stands
 * @param disk the number of the disk it is on
 * @param directoryDisk the number of the disk on which the central directory starts
 * @param entries how many entries there are
 * @param directorySize bytes
 * @param directoryOffset from the start of that disk
 * @param directoryEncrypted whether it is of version 2 and names an encryption (APPNOTE 6.3.10 §7.3.4)
 */
record Zip64EndRecord(
        long position,
        long disk,
        long directoryDisk,
        long entries,
        long directorySize,
        long directoryOffset,
        boolean directoryEncrypted) {
    static final int SIGNATURE = 0x06064B50;

    /** The fixed part of version 1. */
    static final int LENGTH = 56;

    /** What must be readable to tell version 2: up to its encryption algorithm. */
    static final int VERSION_2_LENGTH = LENGTH + 20;

    /** The record does not count its first twelve bytes. */
    private static final int UNCOUNTED = 12;

    private static final int VERSION_WITH_DIRECTORY_ENCRYPTION = 62;

    /**
     * Reads a record.
     *
     * @param length how many bytes there are from {@code at} on, at least {@link #LENGTH}
     * @return the record, or {@code null} if there is none here
     */
    static @Nullable Zip64EndRecord read(byte[] b, int at, int length, long position) {
        if (i32(b, at) != SIGNATURE) {
            return null;
        }
        long counted = i64(b, at + 4);
        if (counted < LENGTH - UNCOUNTED) {
            return null;
        }
        boolean encrypted = counted >= VERSION_2_LENGTH - UNCOUNTED
                && length >= VERSION_2_LENGTH
                && u16(b, at + 14) >= VERSION_WITH_DIRECTORY_ENCRYPTION
                && u16(b, at + LENGTH + 18) != 0;
        return new Zip64EndRecord(
                position,
                u32(b, at + 16),
                u32(b, at + 20),
                i64(b, at + 32),
                i64(b, at + 40),
                i64(b, at + 48),
                encrypted);
    }

    /** Whether every field of the other record that is not full says the same. */
    boolean agreesWith(EndOfCentralDirectory end) {
        return directorySize >= 0
                && directorySize <= position
                && entries >= 0
                && directoryOffset >= 0
                && (end.entries() == 0xFFFF || end.entries() == entries)
                && (end.directorySize() == 0xFFFF_FFFFL || end.directorySize() == directorySize)
                && (end.directoryOffset() == 0xFFFF_FFFFL || end.directoryOffset() == directoryOffset);
    }
}
