package dev.zipfs.internal.zip;

import static dev.zipfs.internal.io.LittleEndian.u16;
import static dev.zipfs.internal.io.LittleEndian.u8;

/**
 * One file header of the central directory as it stands in the archive (APPNOTE 6.3.10 §4.3.12): what the walk over the
 * directory asks of it. What outlives the walk is in {@link EntryRecord}. There is no object per header: every method
 * takes the bytes and the header's position, which the walk has checked to lie inside.
 */
final class CentralHeader {
    static final int SIGNATURE = 0x02014B50;

    private static final int MADE_BY_HOST = 5;
    static final int FLAGS = 8;
    private static final int NAME_LENGTH = 28;
    private static final int EXTRA_LENGTH = 30;
    static final int COMMENT_LENGTH = 32;
    private static final int DISK = 34;
    static final int EXTERNAL_ATTRIBUTES = 38;

    /** The fixed part; name, extra fields and comment follow. */
    static final int LENGTH = 46;

    static final int FLAG_ENCRYPTED = 1;
    static final int FLAG_DESCRIPTOR = 1 << 3;
    static final int FLAG_PATCHED = 1 << 5;
    static final int FLAG_STRONG_ENCRYPTION = 1 << 6;
    static final int FLAG_UTF8 = 1 << 11;
    static final int FLAG_MASKED = 1 << 13;

    private static final int HOST_UNIX = 3;
    private static final int HOST_MACOS = 19;
    private static final int HOST_NTFS = 10;

    private CentralHeader() {}

    static int totalLength(byte[] b, int at) {
        return LENGTH + nameLength(b, at) + restLength(b, at);
    }

    /** Extra fields and comment. */
    static int restLength(byte[] b, int at) {
        return u16(b, at + EXTRA_LENGTH) + u16(b, at + COMMENT_LENGTH);
    }

    static boolean unixHost(byte[] b, int at) {
        int host = u8(b, at + MADE_BY_HOST);
        return host == HOST_UNIX || host == HOST_MACOS;
    }

    /** Hosts on which {@code \} is what separates folders: FAT, HPFS, NTFS, VFAT. */
    static boolean backslashSeparates(byte[] b, int at) {
        int host = u8(b, at + MADE_BY_HOST);
        return host == 0 || host == 6 || host == 10 || host == 14;
    }

    /** Whether it was made where a tool takes the code page of the console, and not that of the desktop or of Unix. */
    static boolean consoleCodePage(byte[] b, int at) {
        return backslashSeparates(b, at) && u8(b, at + MADE_BY_HOST) != HOST_NTFS;
    }

    static boolean saysUtf8(byte[] b, int at) {
        return (u16(b, at + FLAGS) & FLAG_UTF8) != 0;
    }

    /** The number of the disk on which the local header is; 0xFFFF where the ZIP64 field says so. */
    static int disk(byte[] b, int at) {
        return u16(b, at + DISK);
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
}
