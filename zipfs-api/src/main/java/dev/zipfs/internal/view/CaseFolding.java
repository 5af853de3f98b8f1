package dev.zipfs.internal.view;

/**
 * Compares UTF-8 names as NTFS does: by the simple upper case of each character of the basic plane, without a locale and
 * without a change of length in characters. Characters outside the basic plane have no case there, and none beyond ASCII
 * becomes ASCII (a dotless i is no I), as in the table that NTFS volumes carry.
 */
final class CaseFolding {
    /** Above all code points: a byte that is no part of valid UTF-8 stands for itself. */
    private static final int MALFORMED = 0x110000;

    private static final int LENGTH_SHIFT = 24;
    private static final int CODE_POINT_MASK = (1 << LENGTH_SHIFT) - 1;

    private CaseFolding() {}

    static int upper(int codePoint) {
        if (codePoint < 0x80) {
            return codePoint >= 'a' && codePoint <= 'z' ? codePoint - 0x20 : codePoint;
        }
        if (codePoint > 0xFFFF) {
            return codePoint;
        }
        int upper = Character.toUpperCase(codePoint);
        return upper < 0x80 ? codePoint : upper;
    }

    static String upper(String name) {
        StringBuilder upper = new StringBuilder(name.length());
        // Halves of a surrogate pair have no case by themselves, as the pair has none here.
        for (int i = 0; i < name.length(); i++) {
            upper.append((char) upper(name.charAt(i)));
        }
        return upper.toString();
    }

    static boolean equal(byte[] a, int aFrom, int aLength, byte[] b, int bFrom, int bLength) {
        int i = aFrom;
        int j = bFrom;
        int aEnd = aFrom + aLength;
        int bEnd = bFrom + bLength;
        while (i < aEnd && j < bEnd) {
            byte x = a[i];
            byte y = b[j];
            if ((x | y) >= 0) {
                if (x != y && upper(x) != upper(y)) {
                    return false;
                }
                i++;
                j++;
            } else {
                int p = decode(a, i, aEnd);
                int q = decode(b, j, bEnd);
                if (upper(p & CODE_POINT_MASK) != upper(q & CODE_POINT_MASK)) {
                    return false;
                }
                i += p >>> LENGTH_SHIFT;
                j += q >>> LENGTH_SHIFT;
            }
        }
        return i == aEnd && j == bEnd;
    }

    /** Hashes what {@link #equal} compares. */
    static int hash(NameHash hash, int parent, byte[] b, int from, int length) {
        long h = hash.start(parent);
        long word = 0;
        int filled = 0;
        int end = from + length;
        int i = from;
        while (i < end) {
            int c = b[i];
            if (c >= 0) {
                word = word << 8 | upper(c);
                filled++;
                i++;
            } else {
                int p = decode(b, i, end);
                word = word << 24 | upper(p & CODE_POINT_MASK);
                filled += 3;
                i += p >>> LENGTH_SHIFT;
            }
            // Three bytes at most are added at a time, so no bit of the word is lost before it is mixed in.
            if (filled > 5) {
                h = hash.step(h, word);
                word = 0;
                filled = 0;
            }
        }
        return hash.end(h, word, filled);
    }

    /** The code point at a place and how many bytes it takes; never reads past the end, whatever the bytes are. */
    private static int decode(byte[] b, int i, int end) {
        int c = b[i];
        if (c >= 0) {
            return 1 << LENGTH_SHIFT | c;
        }
        int more = (c & 0xE0) == 0xC0 ? 1 : (c & 0xF0) == 0xE0 ? 2 : (c & 0xF8) == 0xF0 ? 3 : 0;
        int codePoint = c & (0x3F >> more);
        if (more == 0 || more >= end - i) {
            return 1 << LENGTH_SHIFT | MALFORMED | (c & 0xFF);
        }
        for (int k = 1; k <= more; k++) {
            if ((b[i + k] & 0xC0) != 0x80) {
                return 1 << LENGTH_SHIFT | MALFORMED | (c & 0xFF);
            }
            codePoint = codePoint << 6 | (b[i + k] & 0x3F);
        }
        return (more + 1) << LENGTH_SHIFT | codePoint;
    }
}
