package dev.zipfs.internal.cache;

import java.util.regex.Pattern;

/**
 * A pattern over paths of a drive: {@code *} and {@code ?} stay within one component, {@code **} crosses them,
 * <code>{a,b}</code> chooses, {@code [a-z]} and {@code [!a-z]} stand for one character, a backslash quotes. Case is ignored.
 * A pattern without a slash is about the last component. Unlike the JDK's matcher it needs no path of this platform: names on
 * a drive may be none.
 */
public final class Glob {
    private static final String QUOTED = "\\.[]{}()*+-?^$|&~#@%=!,:<>\"' ";
    private final Pattern pattern;

    /**
     * Compiles a pattern.
     *
     * @throws IllegalArgumentException if a bracket is not closed, choices are nested, or a backslash ends it
     */
    public Glob(String glob) {
        String regex = translate(glob);
        pattern = Pattern.compile(
                glob.indexOf('/') < 0 ? "(?:.*/)?" + regex : regex,
                Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE | Pattern.DOTALL);
    }

    public boolean matches(String path) {
        return pattern.matcher(path).matches();
    }

    private static String translate(String glob) {
        StringBuilder regex = new StringBuilder();
        boolean choosing = false;
        for (int i = 0; i < glob.length(); i++) {
            char c = glob.charAt(i);
            switch (c) {
                case '*':
                    boolean crosses = glob.startsWith("**", i);
                    regex.append(crosses ? ".*" : "[^/]*");
                    i += crosses ? 1 : 0;
                    break;
                case '?':
                    regex.append("[^/]");
                    break;
                case '[':
                    i = translateSet(glob, i, regex);
                    break;
                case '{':
                    check(!choosing, glob, "choices are nested");
                    choosing = true;
                    regex.append("(?:");
                    break;
                case '}':
                    regex.append(choosing ? ")" : "\\}");
                    choosing = false;
                    break;
                case ',':
                    regex.append(choosing ? '|' : ',');
                    break;
                case '\\':
                    check(++i < glob.length(), glob, "a backslash ends it");
                    quote(glob.charAt(i), regex);
                    break;
                default:
                    quote(c, regex);
                    break;
            }
        }
        check(!choosing, glob, "a choice is not closed");
        return regex.toString();
    }

    /** Translates a set of characters; returns where it ends. */
    private static int translateSet(String glob, int open, StringBuilder regex) {
        int first = open + 1;
        boolean negated = glob.startsWith("!", first);
        if (negated) {
            first++;
        }
        int close = glob.indexOf(']', first + 1);
        check(close > 0, glob, "a set is not closed");
        regex.append(negated ? "[^/" : "[");
        for (int i = first; i < close; i++) {
            char c = glob.charAt(i);
            if (c == '-' && i > first && i < close - 1) {
                check(glob.charAt(i - 1) <= glob.charAt(i + 1), glob, "a range is empty");
                regex.append('-');
            } else {
                quote(c, regex);
            }
        }
        regex.append(']');
        return close;
    }

    private static void quote(char c, StringBuilder regex) {
        if (QUOTED.indexOf(c) >= 0) {
            regex.append('\\');
        }
        regex.append(c);
    }

    private static void check(boolean right, String glob, String problem) {
        if (!right) {
            throw new IllegalArgumentException("glob '" + glob + "': " + problem);
        }
    }
}
