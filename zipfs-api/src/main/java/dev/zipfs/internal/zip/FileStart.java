package dev.zipfs.internal.zip;

import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Says what a file that is no ZIP archive looks like, so that nobody has to look for a hex viewer. */
final class FileStart {
    /** How many bytes are looked at, where there are as many. */
    static final int LENGTH = 64;

    private static final int SHOWN = 8;
    private static final HexFormat HEX = HexFormat.ofDelimiter(" ");

    private FileStart() {}

    static String describe(byte[] start) {
        if (start.length == 0) {
            return "it is empty";
        }
        String kind = kind(start);
        if (kind != null) {
            return "it is " + kind;
        }
        return (isText(start) ? "it looks like text, it starts with " : "it starts with the bytes ")
                + HEX.formatHex(start, 0, Math.min(SHOWN, start.length));
    }

    private static @Nullable String kind(byte[] start) {
        return switch (hex(start, 4)) {
            case "377abcaf" -> "a 7z archive";
            case "52617221" -> "a RAR archive";
            case "28b52ffd" -> "Zstandard data";
            case "fd377a58" -> "XZ data";
            case "25504446" -> "a PDF document";
            default ->
                switch (hex(start, 2)) {
                    case "1f8b" -> "gzip data";
                    case "425a" -> "bzip2 data";
                    default -> null;
                };
        };
    }

    private static String hex(byte[] start, int length) {
        return HexFormat.of().formatHex(start, 0, Math.min(length, start.length));
    }

    private static boolean isText(byte[] start) {
        for (byte b : start) {
            if (b >= 0 && b < ' ' && b != '\t' && b != '\n' && b != '\r') {
                return false;
            }
        }
        return true;
    }
}
