package dev.zipfs.internal.view;

import java.nio.charset.StandardCharsets;
import java.util.function.IntUnaryOperator;
import java.util.zip.CRC32;

/**
 * Cuts names that are too long for a folder: what fits of the beginning, {@code ~}, eight hexadecimal digits of the CRC-32
 * of the whole name, and the extension. No code point is split. Names made to collide all the same are told apart like any
 * other twins.
 */
final class ShortNames {
    /** How long a name may be: bytes of UTF-8 on POSIX, UTF-16 units on Windows. */
    static final int LIMIT = 255;

    private static final int LONGEST_EXTENSION = 32;

    private ShortNames() {}

    static String shortened(String name, IntUnaryOperator unitsOfCodePoint) {
        String extension = name.substring(extensionAt(name));
        CRC32 crc = new CRC32();
        crc.update(name.getBytes(StandardCharsets.UTF_8));
        String end = String.format("~%08x", crc.getValue()) + extension;
        return prefix(name, LIMIT - units(end, unitsOfCodePoint), unitsOfCodePoint) + end;
    }

    /** As much of a name's beginning as has at most the given number of units. */
    static String prefix(String name, int limit, IntUnaryOperator unitsOfCodePoint) {
        int used = 0;
        int i = 0;
        while (i < name.length()) {
            int codePoint = name.codePointAt(i);
            used += unitsOfCodePoint.applyAsInt(codePoint);
            if (used > limit) {
                break;
            }
            i += Character.charCount(codePoint);
        }
        return name.substring(0, i);
    }

    /**
     * Where a name's extension begins, its dot included: the name's length if it has none. A dot at either end begins none,
     * and what is longer than 32 characters is no extension either.
     */
    static int extensionAt(String name) {
        int dot = name.lastIndexOf('.');
        boolean found = dot > 0 && dot < name.length() - 1 && name.length() - dot <= LONGEST_EXTENSION;
        return found ? dot : name.length();
    }

    static int units(String name, IntUnaryOperator unitsOfCodePoint) {
        int units = 0;
        for (int i = 0, codePoint; i < name.length(); i += Character.charCount(codePoint)) {
            codePoint = name.codePointAt(i);
            units += unitsOfCodePoint.applyAsInt(codePoint);
        }
        return units;
    }
}
