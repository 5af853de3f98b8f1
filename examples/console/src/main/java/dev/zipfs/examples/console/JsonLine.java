package dev.zipfs.examples.console;

import java.util.List;
import java.util.Locale;

/**
 * One JSON object on one line. Written by hand because it is one escaping rule and a dozen keys, where a JSON library would
 * be the largest part of the time that {@code ls} takes.
 */
public final class JsonLine {
    private final StringBuilder json = new StringBuilder(200).append('{');

    /**
     * Adds text.
     *
     * @param key the member's name
     * @param value any string, or {@code null}
     * @return this object
     */
    public JsonLine put(String key, String value) {
        return raw(key, value == null ? "null" : quote(value));
    }

    /** Adds a whole number. */
    public JsonLine put(String key, long value) {
        return raw(key, Long.toString(value));
    }

    /**
     * Adds a number with six digits behind the point.
     *
     * @param key the member's name
     * @param value any number; one that JSON has no form for becomes {@code null}
     * @return this object
     */
    public JsonLine put(String key, double value) {
        return raw(key, Double.isFinite(value) ? String.format(Locale.ROOT, "%.6f", value) : "null");
    }

    /** Adds {@code true} or {@code false}. */
    public JsonLine put(String key, boolean value) {
        return raw(key, Boolean.toString(value));
    }

    /** Adds a member that says that its value is not known. */
    public JsonLine putNull(String key) {
        return raw(key, "null");
    }

    /** Adds an object. */
    public JsonLine put(String key, JsonLine value) {
        return raw(key, value.toString());
    }

    /** Adds an array of whole numbers. */
    public JsonLine put(String key, long[] values) {
        StringBuilder array = new StringBuilder("[");
        for (long value : values) {
            array.append(array.length() == 1 ? "" : ",").append(value);
        }
        return raw(key, array.append(']').toString());
    }

    /** Adds an array of objects. */
    public JsonLine put(String key, List<JsonLine> values) {
        StringBuilder array = new StringBuilder("[");
        for (JsonLine value : values) {
            array.append(array.length() == 1 ? "" : ",").append(value);
        }
        return raw(key, array.append(']').toString());
    }

    private JsonLine raw(String key, String value) {
        if (json.length() > 1) {
            json.append(',');
        }
        json.append(quote(key)).append(':').append(value);
        return this;
    }

    /**
     * Quotes a string. Beyond what JSON demands, everything that could drive a terminal or is not valid UTF-16 is written
     * as a number.
     *
     * @param text any string
     * @return a JSON string
     */
    public static String quote(String text) {
        StringBuilder quoted = new StringBuilder(text.length() + 2).append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isHighSurrogate(c) && i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))) {
                quoted.append(c).append(text.charAt(++i));
            } else if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c == '\n') {
                quoted.append("\\n");
            } else if (Printable.isUnsafe(c)) {
                quoted.append(String.format("\\u%04x", (int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }

    @Override
    public String toString() {
        return json + "}";
    }
}
