package dev.zipfs.examples.filebench;

import java.util.regex.Pattern;

/** Whether a text is JSON, by taking it apart from the inside out. */
final class JsonCheck {
    private static final Pattern STRING =
            Pattern.compile("\"([^\"\\\\\\x00-\\x1f]|\\\\([\"\\\\/bfnrt]|u[0-9a-fA-F]{4}))*+\"");
    private static final Pattern VALUE =
            Pattern.compile("(?<![\\w.])(-?(0|[1-9]\\d*)(\\.\\d+)?([eE][+-]?\\d+)?|true|false|null)(?![\\w.])");
    /** An array of values v, or an object of strings s and values. */
    private static final Pattern INNERMOST = Pattern.compile("\\[([vs](,[vs])*)?]|\\{(s:[vs](,s:[vs])*)?}");

    private JsonCheck() {}

    static boolean isObject(String text) {
        if (!text.startsWith("{")) {
            return false;
        }
        String left = VALUE.matcher(STRING.matcher(text).replaceAll("s")).replaceAll("v");
        for (String before = ""; !before.equals(left); ) {
            before = left;
            left = INNERMOST.matcher(left).replaceAll("v");
        }
        return left.equals("v");
    }
}
