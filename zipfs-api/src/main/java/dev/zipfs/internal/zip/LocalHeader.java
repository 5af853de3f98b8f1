package dev.zipfs.internal.zip;

import static dev.zipfs.internal.io.LittleEndian.i32;
import static dev.zipfs.internal.io.LittleEndian.u16;

/**
 * The header in front of an entry's data (APPNOTE 6.3.10 §4.3.7). Its sizes and checksum are not used: they may be left
 * to a data descriptor, while the central directory has them always.
 *
 * @param method the compression method
 * @param nameLength bytes of name behind the fixed part
 * @param extraLength bytes of extra fields behind the name
 */
record LocalHeader(int method, int nameLength, int extraLength) {
    static final int SIGNATURE = 0x04034B50;

    /** The fixed part. */
    static final int LENGTH = 30;

    static boolean signed(byte[] b) {
        return i32(b, 0) == SIGNATURE;
    }

    static LocalHeader read(byte[] b) {
        return new LocalHeader(u16(b, 8), u16(b, 26), u16(b, 28));
    }

    /** How far behind the header's start the data starts. */
    int dataDistance() {
        return LENGTH + nameLength + extraLength;
    }
}
