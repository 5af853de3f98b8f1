package dev.zipfs.dokan.internal;

import java.util.Arrays;

/**
 * A search pattern of a directory listing, matched as Windows does it (FsRtlIsNameInExpression): {@code *} and {@code ?}, and
 * the three that the system makes of DOS patterns. {@code <} takes any characters but the name's last dot; {@code >} one
 * character other than a dot, or none before a dot and at the end; {@code "} a dot, or none at the end. Immutable.
 *
 * <p>Work is bounded by the product of both lengths: no pattern makes it backtrack.
 */
final class NamePattern {
    private final char[] pattern;
    private final boolean ignoreCase;
    private final boolean literal;

    NamePattern(String pattern, boolean ignoreCase) {
        this.ignoreCase = ignoreCase;
        this.pattern = folded(pattern);
        this.literal = pattern.chars().noneMatch(NamePattern::isWildcard);
    }

    /** Whether it names one entry rather than describes several. */
    boolean isLiteral() {
        return literal;
    }

    private static boolean isWildcard(int c) {
        return c == '*' || c == '?' || c == '<' || c == '>' || c == '"';
    }

    boolean matches(String name) {
        if (pattern.length == 1 && pattern[0] == '*') {
            return true;
        }
        char[] text = folded(name);
        if (literal) {
            return Arrays.equals(pattern, text);
        }
        int lastDot = name.lastIndexOf('.');
        // reached[i]: the first i characters of the name match the pattern as far as it was looked at.
        boolean[] reached = new boolean[text.length + 1];
        boolean[] next = new boolean[text.length + 1];
        reached[0] = true;
        for (char p : pattern) {
            Arrays.fill(next, false);
            boolean any = false;
            for (int i = 0; i <= text.length; i++) {
                if (p == '*' || p == '<') {
                    // By taking nothing, or one more after a place that this very wildcard has reached.
                    next[i] = reached[i] || i > 0 && next[i - 1] && (p == '*' || i - 1 != lastDot);
                } else if (p == '?') {
                    next[i] = i > 0 && reached[i - 1];
                } else if (p == '>') {
                    boolean atDotOrEnd = i == text.length || text[i] == '.';
                    next[i] = i > 0 && reached[i - 1] && text[i - 1] != '.' || reached[i] && atDotOrEnd;
                } else if (p == '"') {
                    next[i] = i > 0 && reached[i - 1] && text[i - 1] == '.' || reached[i] && i == text.length;
                } else {
                    next[i] = i > 0 && reached[i - 1] && text[i - 1] == p;
                }
                any |= next[i];
            }
            if (!any) {
                return false;
            }
            boolean[] swap = reached;
            reached = next;
            next = swap;
        }
        return reached[text.length];
    }

    private char[] folded(String text) {
        char[] units = text.toCharArray();
        if (ignoreCase) {
            for (int i = 0; i < units.length; i++) {
                // Unit by unit, as NTFS's table does it.
                units[i] = Character.toUpperCase(units[i]);
            }
        }
        return units;
    }
}
