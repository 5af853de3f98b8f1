package dev.zipfs.examples.cli;

import dev.zipfs.Entry;
import dev.zipfs.EntryType;
import dev.zipfs.examples.console.JsonLine;
import dev.zipfs.examples.console.Printable;
import java.io.IOException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;

/** Entries as lines, for programs and for people. */
final class EntryText {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);

    private EntryText() {}

    /** What an entry is, in one word. */
    static String type(Entry entry) {
        return switch (entry.type()) {
            case FILE -> "file";
            case DIRECTORY -> "dir";
            case SYMLINK -> "symlink";
        };
    }

    /** A CRC-32 as archives and other tools print it. */
    static String crc(long crc) {
        // Formatting by pattern would take most of the time of listing a million entries.
        String digits = Long.toHexString(crc);
        return "0".repeat(Math.max(0, 8 - digits.length())) + digits;
    }

    /** All that is known of an entry, one object. */
    static String json(Entry entry, Optional<String> linkTarget) {
        JsonLine json = new JsonLine()
                .put("path", entry.path())
                .put("type", type(entry))
                .put("size", entry.size());
        if (entry.compressedSize().isPresent()) {
            json.put("compressedSize", entry.compressedSize().getAsLong());
        } else {
            json.putNull("compressedSize");
        }
        json.put("method", entry.method().orElse(null));
        if (entry.crc32().isPresent()) {
            json.put("crc32", crc(entry.crc32().getAsLong()));
        } else {
            json.putNull("crc32");
        }
        return json.put("mtime", entry.modified().toString())
                .put("encrypted", entry.encrypted())
                .put("linkTarget", linkTarget.orElse(null))
                .toString();
    }

    /** Permissions, size, packed size, method and time, in columns. */
    static String columns(Entry entry, ZoneId zone) {
        String packed = entry.compressedSize().isPresent()
                ? Long.toString(entry.compressedSize().getAsLong())
                : "-";
        String method = entry.method().orElse("-") + (entry.encrypted() ? ",encrypted" : "");
        StringBuilder line = new StringBuilder(80).append(permissions(entry));
        right(line, Long.toString(entry.size()), 13);
        right(line, packed, 13);
        line.append(' ').append(method).append(" ".repeat(Math.max(1, 11 - method.length())));
        return line.append(time(entry.modified(), zone)).append("  ").toString();
    }

    /** A name, marked if it is a folder, followed by the target if it is a link. */
    static String shown(Entry entry, String name, Optional<String> linkTarget) {
        return Printable.name(name)
                + (entry.type() == EntryType.DIRECTORY ? "/" : "")
                + linkTarget.map(target -> " -> " + Printable.name(target)).orElse("");
    }

    /** Where a link points; empty for all else. */
    static Optional<String> linkTarget(Entry entry) throws IOException {
        return entry.type() == EntryType.SYMLINK ? entry.linkTarget() : Optional.empty();
    }

    private static String time(Instant modified, ZoneId zone) {
        return TIME.format(modified.atZone(zone));
    }

    private static void right(StringBuilder line, String text, int width) {
        line.append(" ".repeat(Math.max(1, width - text.length()))).append(text);
    }

    private static String permissions(Entry entry) {
        StringBuilder text = new StringBuilder(10);
        text.append(
                switch (entry.type()) {
                    case FILE -> '-';
                    case DIRECTORY -> 'd';
                    case SYMLINK -> 'l';
                });
        for (int bit = 8; bit >= 0; bit--) {
            text.append((entry.permissions() >> bit & 1) == 0 ? '-' : "xwr".charAt(bit % 3));
        }
        return text.toString();
    }
}
