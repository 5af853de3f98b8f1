package dev.zipfs.internal.zip;

import static dev.zipfs.internal.io.LittleEndian.i32;
import static dev.zipfs.internal.io.LittleEndian.i64;
import static dev.zipfs.internal.io.LittleEndian.u32;

import org.jspecify.annotations.Nullable;

/**
 * The ZIP64 end of central directory locator (APPNOTE 6.3.10 §4.3.15), right before the end of central directory
 * record.
 *
 * @param recordDisk the number of the disk on which the ZIP64 record starts
 * @param recordOffset where it should stand, from that disk's start; negative for 2^63 and more
 * @param disks how many disks there are
 */
record Zip64EndLocator(long recordDisk, long recordOffset, long disks) {
    static final int SIGNATURE = 0x07064B50;
    static final int LENGTH = 20;

    static @Nullable Zip64EndLocator read(byte[] b, int at) {
        return i32(b, at) == SIGNATURE ? new Zip64EndLocator(u32(b, at + 4), i64(b, at + 8), u32(b, at + 16)) : null;
    }
}
