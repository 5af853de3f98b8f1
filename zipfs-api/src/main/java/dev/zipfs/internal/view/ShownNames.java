package dev.zipfs.internal.view;

import dev.zipfs.NameRules;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Decides quickly, byte by byte, whether a name can be shown as it is; {@link PosixNames} or {@link WindowsNames} do the rest. */
final class ShownNames {
    private final boolean windows;

    /** 1 for bytes that may be part of something that is not shown as it is, 0 for all others. */
    private final byte[] classes = new byte[256];

    ShownNames(NameRules rules) {
        this.windows = rules == NameRules.WINDOWS;
        classes[0] = 1;
        if (windows) {
            for (char c = 0; c < 0x80; c++) {
                classes[c] = (byte) (WindowsNames.isForbidden(c) ? 1 : 0);
            }
            // The lead byte of U+F000 to U+FFFF: some of them stand for characters that Windows cannot hold.
            classes[0xEF] = 1;
        }
    }

    /** Whether {@code NUL} is the only byte of class 1, and only too long names are shown otherwise beside those that have it. */
    boolean onlyNullCounts() {
        return !windows;
    }

    /** Bits for each byte, to be or-ed over a name or a whole path. Not to be changed. */
    byte[] classes() {
        return classes;
    }

    /** The bits of a name's bytes together. */
    int seen(byte[] b, int from, int length) {
        int seen = 0;
        for (int i = from; i < from + length; i++) {
            seen |= classes[b[i] & 0xFF];
        }
        return seen;
    }

    /**
     * The name under which something is shown.
     *
     * @param seen the classes of the name's bytes, and perhaps of others, or-ed
     * @return the name, or {@code null} if it is shown as it is
     */
    byte @Nullable [] shown(byte[] b, int from, int length, int seen) {
        if (seen == 0 && length <= ShortNames.LIMIT && !(windows && mayBeUnfit(b, from, length))) {
            return null;
        }
        String name = new String(b, from, length, StandardCharsets.UTF_8);
        String shown = windows ? WindowsNames.shown(name) : PosixNames.shown(name);
        return shown.equals(name) ? null : shown.getBytes(StandardCharsets.UTF_8);
    }

    private static boolean mayBeUnfit(byte[] b, int from, int length) {
        byte last = b[from + length - 1];
        return last == '.' || last == ' ' || WindowsNames.mayBeDevice(b, from, length);
    }
}
