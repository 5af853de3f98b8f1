package dev.zipfs.internal.view;

import java.nio.charset.StandardCharsets;

/**
 * Names under POSIX rules: all are shown as they are, but that {@code NUL} is shown as U+2400 (␀), and what is longer than
 * 255 bytes is shortened ({@link ShortNames}).
 */
final class PosixNames {
    private static final char SYMBOL_FOR_NULL = '\u2400';

    private PosixNames() {}

    static String shown(String name) {
        String shown = name.replace('\0', SYMBOL_FOR_NULL);
        return ShortNames.units(shown, PosixNames::units) > ShortNames.LIMIT
                ? ShortNames.shortened(shown, PosixNames::units)
                : shown;
    }

    /** How many bytes of UTF-8 a code point takes. */
    static int units(int codePoint) {
        return codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;
    }

    static String decoded(byte[] name, int from, int length) {
        return new String(name, from, length, StandardCharsets.UTF_8);
    }
}
