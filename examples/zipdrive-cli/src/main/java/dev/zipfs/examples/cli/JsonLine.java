package dev.zipfs.examples.cli;

import java.util.List;

/**
 * One JSON object on one line. Written by hand because it is one escaping rule and a dozen keys, where a JSON library would
 * be the largest part of the time that {@code ls} takes.
 */
final class JsonLine {
    private final StringBuilder json = new StringBuilder(200).append('{');

    JsonLine put(String key, String value) {
        return raw(key, value == null ? "null" : quote(value));
    }

    JsonLine put(String key, long value) {
        return raw(key, Long.toString(value));
    }

    JsonLine put(String key, boolean value) {
        return raw(key, Boolean.toString(value));
    }

    JsonLine putNull(String key) {
        return raw(key, "null");
    }

    JsonLine put(String key, JsonLine value) {
        return raw(key, value.toString());
    }

    JsonLine put(String key, List<JsonLine> values) {
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
    static String quote(String text) {
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
