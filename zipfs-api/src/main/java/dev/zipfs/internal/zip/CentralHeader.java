package dev.zipfs.internal.zip;

import static dev.zipfs.internal.io.LittleEndian.i32;
import static dev.zipfs.internal.io.LittleEndian.i64;
import static dev.zipfs.internal.io.LittleEndian.putU16;
import static dev.zipfs.internal.io.LittleEndian.u16;
import static dev.zipfs.internal.io.LittleEndian.u32;
import static dev.zipfs.internal.io.LittleEndian.u8;

/**
 * One file header of the central directory, read where it stands (APPNOTE 6.3.10 §4.3.12). There is no object per
 * header: every method takes the bytes and the header's position, which the walk over the directory has checked to lie
 * inside.
 */
final class CentralHeader {
    static final int SIGNATURE = 0x02014B50;

    private static final int MADE_BY_HOST = 5;
    private static final int FLAGS = 8;
    private static final int METHOD = 10;
    private static final int TIME = 12;
    private static final int DATE = 14;
    private static final int CRC = 16;
    private static final int COMPRESSED_SIZE = 20;
    private static final int SIZE = 24;
    private static final int NAME_LENGTH = 28;
    private static final int EXTRA_LENGTH = 30;
    private static final int COMMENT_LENGTH = 32;
    private static final int EXTERNAL_ATTRIBUTES = 38;
    private static final int LOCAL_OFFSET = 42;

    /** The fixed part; name, extra fields and comment follow. */
    static final int LENGTH = 46;

    static final int LONGEST = LENGTH + 3 * 0xFFFF;

    static final int FLAG_ENCRYPTED = 1;
    static final int FLAG_DESCRIPTOR = 1 << 3;
    static final int FLAG_PATCHED = 1 << 5;
    static final int FLAG_STRONG_ENCRYPTION = 1 << 6;
    static final int FLAG_UTF8 = 1 << 11;
    static final int FLAG_MASKED = 1 << 13;

    private static final int HOST_UNIX = 3;
    private static final int HOST_MACOS = 19;

    /** What stands in a four-byte field whose value is in the ZIP64 extra field. */
    static final long IN_ZIP64 = 0xFFFF_FFFFL;

    private CentralHeader() {}

    static int totalLength(byte[] b, int at) {
        return LENGTH + nameLength(b, at) + extraLength(b, at) + u16(b, at + COMMENT_LENGTH);
    }

    /** Extra fields and comment. */
    static int restLength(byte[] b, int at) {
        return u16(b, at + EXTRA_LENGTH) + u16(b, at + COMMENT_LENGTH);
    }

    static int host(byte[] b, int at) {
        return u8(b, at + MADE_BY_HOST);
    }

    /** Hosts on which {@code \} is what separates folders: FAT, HPFS, NTFS, VFAT. */
    static boolean backslashSeparates(byte[] b, int at) {
        int host = host(b, at);
        return host == 0 || host == 6 || host == 10 || host == 14;
    }

    static boolean unixHost(byte[] b, int at) {
        int host = host(b, at);
        return host == HOST_UNIX || host == HOST_MACOS;
    }

    static int flags(byte[] b, int at) {
        return u16(b, at + FLAGS);
    }

    static boolean encrypted(byte[] b, int at) {
        return (flags(b, at) & FLAG_ENCRYPTED) != 0;
    }

    static int method(byte[] b, int at) {
        return u16(b, at + METHOD);
    }

    static int dosTime(byte[] b, int at) {
        return u16(b, at + TIME);
    }

    static int dosDate(byte[] b, int at) {
        return u16(b, at + DATE);
    }

    static long crc32(byte[] b, int at) {
        return u32(b, at + CRC);
    }

    static int nameAt(int at) {
        return at + LENGTH;
    }

    static int nameLength(byte[] b, int at) {
        return u16(b, at + NAME_LENGTH);
    }

    static int extraAt(byte[] b, int at) {
        return at + LENGTH + nameLength(b, at);
    }

    static int extraLength(byte[] b, int at) {
        return u16(b, at + EXTRA_LENGTH);
    }

    /** Tells the header how much of what followed its name was kept. */
    static void keep(byte[] b, int at, int extraLength) {
        putU16(b, at + EXTRA_LENGTH, extraLength);
        putU16(b, at + COMMENT_LENGTH, 0);
    }

    static int externalAttributes(byte[] b, int at) {
        return i32(b, at + EXTERNAL_ATTRIBUTES);
    }

    /** Whether some value has to be looked for in the ZIP64 extra field. */
    static boolean needsZip64(byte[] b, int at) {
        return i32(b, at + SIZE) == -1 || i32(b, at + COMPRESSED_SIZE) == -1 || i32(b, at + LOCAL_OFFSET) == -1;
    }

    /** The four-byte field, for who knows that the value is not elsewhere. */
    static long shortCompressedSize(byte[] b, int at) {
        return u32(b, at + COMPRESSED_SIZE);
    }

    /** The four-byte field, for who knows that the value is not elsewhere. */
    static long shortLocalOffset(byte[] b, int at) {
        return u32(b, at + LOCAL_OFFSET);
    }

    /** Plain bytes; {@link Long#MAX_VALUE} for 2^63 and more. */
    static long size(byte[] b, int at) {
        long size = u32(b, at + SIZE);
        return size == IN_ZIP64 ? zip64(b, at, 0, size) : size;
    }

    /** Bytes in the archive; {@link Long#MAX_VALUE} for 2^63 and more. */
    static long compressedSize(byte[] b, int at) {
        long size = u32(b, at + COMPRESSED_SIZE);
        return size == IN_ZIP64 ? zip64(b, at, i32(b, at + SIZE) == -1 ? 1 : 0, size) : size;
    }

    /** Where the local header stands, before the bias of prepended data; {@link Long#MAX_VALUE} for 2^63 and more. */
    static long localOffset(byte[] b, int at) {
        long offset = u32(b, at + LOCAL_OFFSET);
        if (offset != IN_ZIP64) {
            return offset;
        }
        int before = (i32(b, at + SIZE) == -1 ? 1 : 0) + (i32(b, at + COMPRESSED_SIZE) == -1 ? 1 : 0);
        return zip64(b, at, before, offset);
    }

    /**
     * Whether every value that should be in the ZIP64 extra field is there. Where one is not, the four-byte field is
     * taken at its word: 2^32 - 1.
     */
    static boolean zip64Complete(byte[] b, int at) {
        int needed = (i32(b, at + SIZE) == -1 ? 1 : 0)
                + (i32(b, at + COMPRESSED_SIZE) == -1 ? 1 : 0)
                + (i32(b, at + LOCAL_OFFSET) == -1 ? 1 : 0);
        int field = ExtraFields.find(b, extraAt(b, at), extraLength(b, at), ExtraFields.ZIP64);
        return field >= 0 && ExtraFields.length(b, field) >= needed * Long.BYTES;
    }

    /** The field holds only those values whose four-byte fields are full, in a fixed order (APPNOTE 6.3.10 §4.5.3). */
    private static long zip64(byte[] b, int at, int index, long otherwise) {
        int field = ExtraFields.find(b, extraAt(b, at), extraLength(b, at), ExtraFields.ZIP64);
        if (field < 0 || ExtraFields.length(b, field) < (index + 1) * Long.BYTES) {
            return otherwise;
        }
        long value = i64(b, field + index * Long.BYTES);
        return value < 0 ? Long.MAX_VALUE : value;
    }
}
