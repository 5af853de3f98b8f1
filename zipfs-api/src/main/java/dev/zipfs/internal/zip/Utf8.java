package dev.zipfs.internal.zip;

/**
 * Tells UTF-8 from what only looks like it, as Unicode 15.0 table 3-7 has it: no overlong forms, no surrogates, nothing
 * past U+10FFFF.
 */
final class Utf8 {
    private Utf8() {}

    static boolean isAscii(byte[] b, int from, int length) {
        int end = from + length;
        int i = from;
        int seen = 0;
        // Eight at a time by hand: most names are looked at by code that is not yet, or not well, compiled.
        for (; end - i >= 8; i += 8) {
            seen |= b[i] | b[i + 1] | b[i + 2] | b[i + 3] | b[i + 4] | b[i + 5] | b[i + 6] | b[i + 7];
        }
        for (; i < end; i++) {
            seen |= b[i];
        }
        return seen >= 0;
    }

    static boolean isValid(byte[] b, int from, int length) {
        int end = from + length;
        int i = from;
        while (i < end) {
            int lead = b[i++];
            if (lead >= 0) {
                continue;
            }
            lead &= 0xFF;
            int more = lead < 0xC2 ? -1 : lead < 0xE0 ? 1 : lead < 0xF0 ? 2 : lead < 0xF5 ? 3 : -1;
            if (more < 0 || more > end - i || !validSecond(lead, b[i] & 0xFF)) {
                return false;
            }
            for (int k = 1; k < more; k++) {
                if ((b[i + k] & 0xC0) != 0x80) {
                    return false;
                }
            }
            i += more;
        }
        return true;
    }

    private static boolean validSecond(int lead, int second) {
        int least = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
        int most = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
        return second >= least && second <= most;
    }

    /** Whether there is a character of three bytes or more in what is UTF-8: that is hardly so by chance. */
    static boolean hasLongSequence(byte[] b, int from, int length) {
        for (int i = from; i < from + length; i++) {
            if ((b[i] & 0xFF) >= 0xE0) {
                return true;
            }
        }
        return false;
    }
}
