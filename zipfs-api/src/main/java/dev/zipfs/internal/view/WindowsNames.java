package dev.zipfs.internal.view;

import java.util.Set;

/**
 * Names under Windows rules. Windows cannot hold {@code <>:"|?*\} and the characters below U+0020 anywhere in a name,
 * dots and spaces at its end, nor the names of devices, with or without an extension. Such a character, and the first one
 * of a device's name, is shown as the character U+F000 above it in the private use area, as Cygwin and WSL do it:
 * {@code a:b} as {@code a}U+F03A{@code b}, {@code aux.txt} as U+F061{@code ux.txt}. A character from U+F000 to U+F0FF
 * that a name really has is shown after U+F0FF. So the mapping can be undone ({@link #original}) and no two names are
 * shown as one.
 *
 * <p>What is longer than 255 UTF-16 units after that is shortened ({@link ShortNames}); this cannot be undone.
 *
 * <p>Source: Microsoft's "Naming Files, Paths, and Namespaces". Device names are the ones that any Windows takes for one:
 * with the superscript digits 1 to 3, with the digit 0, with spaces before the extension, and the two of the console.
 */
final class WindowsNames {
    private static final char SHIFT = '\uF000';
    private static final char LAST_SHIFTED = '\uF0FF';
    private static final char ESCAPE = LAST_SHIFTED;
    private static final String FORBIDDEN = "<>:\"|?*\\";
    private static final Set<String> DEVICES = Set.of("CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$");
    private static final String PORT_DIGITS = "0123456789\u00B9\u00B2\u00B3";

    private WindowsNames() {}

    static String shown(String name) {
        String mapped = mapped(name);
        return mapped.length() > ShortNames.LIMIT ? ShortNames.shortened(mapped, WindowsNames::units) : mapped;
    }

    /** Undoes the mapping of a name that was not shortened. */
    static String original(String shown) {
        StringBuilder original = new StringBuilder(shown.length());
        for (int i = 0; i < shown.length(); i++) {
            char c = shown.charAt(i);
            if (c == ESCAPE && i + 1 < shown.length()) {
                original.append(shown.charAt(++i));
            } else if (isShifted(c)) {
                original.append((char) (c - SHIFT));
            } else {
                original.append(c);
            }
        }
        return original.toString();
    }

    /** How many UTF-16 units a code point takes. */
    static int units(int codePoint) {
        return Character.charCount(codePoint);
    }

    static boolean isForbidden(char c) {
        return c < 0x20 || FORBIDDEN.indexOf(c) >= 0;
    }

    static boolean isDevice(String name) {
        int dot = name.indexOf('.');
        int end = dot < 0 ? name.length() : dot;
        while (end > 0 && name.charAt(end - 1) == ' ') {
            end--;
        }
        String stem = CaseFolding.upper(name.substring(0, end));
        if (stem.length() == 4 && (stem.startsWith("COM") || stem.startsWith("LPT"))) {
            return PORT_DIGITS.indexOf(stem.charAt(3)) >= 0;
        }
        return DEVICES.contains(stem);
    }

    /** Whether a name begins as those of devices do: true for few names, so that few are decoded. */
    static boolean mayBeDevice(byte[] b, int from, int length) {
        if (length < 3) {
            return false;
        }
        // Lower case by a bit: the few other bytes that this turns into letters cost a closer look, no more.
        int first = (b[from] | 0x20) << 16 | (b[from + 1] | 0x20) << 8 | b[from + 2] | 0x20;
        switch (first) {
            case 'c' << 16 | 'o' << 8 | 'n':
            case 'c' << 16 | 'o' << 8 | 'm':
            case 'p' << 16 | 'r' << 8 | 'n':
            case 'a' << 16 | 'u' << 8 | 'x':
            case 'n' << 16 | 'u' << 8 | 'l':
            case 'l' << 16 | 'p' << 8 | 't':
                return true;
            default:
                return false;
        }
    }

    private static String mapped(String name) {
        int tail = name.length();
        while (tail > 0 && (name.charAt(tail - 1) == '.' || name.charAt(tail - 1) == ' ')) {
            tail--;
        }
        boolean device = isDevice(name);
        StringBuilder shown = new StringBuilder(name.length() + 8);
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (isShifted(c)) {
                shown.append(ESCAPE).append(c);
            } else if (isForbidden(c) || i >= tail || device && i == 0) {
                shown.append((char) (SHIFT + c));
            } else {
                shown.append(c);
            }
        }
        return shown.toString();
    }

    private static boolean isShifted(char c) {
        return c >= SHIFT && c <= LAST_SHIFTED;
    }
}
