package dev.zipfs.examples.console;

/**
 * Text that is safe on a terminal. An archive chooses its names, so a name may hold escape sequences that move the cursor
 * or set the window's title, line breaks that fake another line, and marks that turn the reading direction.
 */
public final class Printable {
    private Printable() {}

    /**
     * Makes an entry's name printable, in a way that can be undone: a backslash becomes two.
     *
     * @param name a name or path
     * @return the name with {@code \n}, {@code \}{@code u001b} and so on in place of what must not reach a terminal
     */
    public static String name(String name) {
        return escape(name, true);
    }

    /**
     * Makes a message printable. Backslashes stay, for the sake of Windows paths.
     *
     * @param text a line
     * @return the line without anything that drives a terminal
     */
    public static String text(String text) {
        return escape(text, false);
    }

    /**
     * Whether a character must not reach a terminal.
     *
     * @param c a UTF-16 unit that is not part of a surrogate pair
     * @return {@code true} for controls, line separators, direction marks, surrogates without partner, and what stands for
     *     characters that Windows cannot hold, since no terminal shows it
     */
    public static boolean isUnsafe(char c) {
        return c < 0x20
                || c >= 0x7F && c < 0xA0
                || c == 0x061C
                || c >= 0x200E && c <= 0x200F
                || c >= 0x2028 && c <= 0x202E
                || c >= 0x2066 && c <= 0x2069
                || c >= 0xF000 && c <= 0xF0FF
                || Character.isSurrogate(c);
    }

    private static String escape(String text, boolean backslashes) {
        StringBuilder escaped = null;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean pair = Character.isHighSurrogate(c)
                    && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1));
            boolean plain = pair || !(isUnsafe(c) || backslashes && c == '\\');
            if (!plain && escaped == null) {
                escaped = new StringBuilder(text.length() + 16).append(text, 0, i);
            }
            if (escaped != null) {
                if (plain) {
                    escaped.append(c);
                } else {
                    append(escaped, c);
                }
                if (pair) {
                    escaped.append(text.charAt(i + 1));
                }
            }
            if (pair) {
                i++;
            }
        }
        return escaped == null ? text : escaped.toString();
    }

    private static void append(StringBuilder to, char c) {
        switch (c) {
            case '\\' -> to.append("\\\\");
            case '\n' -> to.append("\\n");
            case '\r' -> to.append("\\r");
            case '\t' -> to.append("\\t");
            default -> to.append(String.format("\\u%04x", (int) c));
        }
    }
}
