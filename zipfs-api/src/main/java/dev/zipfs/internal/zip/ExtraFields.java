package dev.zipfs.internal.zip;

import static dev.zipfs.internal.io.LittleEndian.u16;

/**
 * The extra fields of a header: blocks of an id, a length and data (APPNOTE 6.3.10 §4.5). Read where they stand; a
 * block that claims more than is left ends the search.
 */
final class ExtraFields {
    static final int ZIP64 = 0x0001;
    static final int NTFS = 0x000A;
    static final int EXTENDED_TIMESTAMP = 0x5455;
    static final int INFO_ZIP_UNIX = 0x5855;
    static final int UNICODE_PATH = 0x7075;
    static final int WINZIP_AES = 0x9901;

    private static final int BLOCK_HEADER = 4;

    private ExtraFields() {}

    /**
     * Looks for a block.
     *
     * @return where the first block's data starts, or -1
     */
    static int find(byte[] b, int from, int length, int id) {
        int end = from + length;
        int at = from;
        while (end - at >= BLOCK_HEADER) {
            int size = u16(b, at + 2);
            if (size > end - at - BLOCK_HEADER) {
                return -1;
            }
            if (u16(b, at) == id) {
                return at + BLOCK_HEADER;
            }
            at += BLOCK_HEADER + size;
        }
        return -1;
    }

    /** How long the data of a block found by {@link #find} is. */
    static int length(byte[] b, int data) {
        return u16(b, data - 2);
    }

    /** Whether the blocks fill their space. Up to three bytes of padding are common and harmless. */
    static boolean wellFormed(byte[] b, int from, int length) {
        int end = from + length;
        int at = from;
        while (end - at >= BLOCK_HEADER) {
            int size = u16(b, at + 2);
            if (size > end - at - BLOCK_HEADER) {
                return false;
            }
            at += BLOCK_HEADER + size;
        }
        return true;
    }

    /**
     * Copies the blocks that are read after the directory has been walked.
     *
     * @return how many bytes they take
     */
    static int copyUseful(byte[] b, int from, int length, byte[] dst, int to) {
        int end = from + length;
        int at = from;
        int out = to;
        while (end - at >= BLOCK_HEADER) {
            int size = u16(b, at + 2);
            if (size > end - at - BLOCK_HEADER) {
                break;
            }
            int block = BLOCK_HEADER + size;
            if (useful(u16(b, at))) {
                System.arraycopy(b, at, dst, out, block);
                out += block;
            }
            at += block;
        }
        return out - to;
    }

    private static boolean useful(int id) {
        return switch (id) {
            case ZIP64, NTFS, EXTENDED_TIMESTAMP, INFO_ZIP_UNIX, WINZIP_AES -> true;
            default -> false;
        };
    }
}
