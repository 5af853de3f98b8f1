package dev.zipfs.internal.zip;

import static dev.zipfs.internal.io.LittleEndian.u32;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * Finds out what the bytes of a name mean. In this order: the UTF-8 flag, where the bytes are UTF-8; a Unicode Path
 * field that belongs to them; the charset that the user asked for; UTF-8, where they are that; CP437. Then {@code \}
 * becomes {@code /} where the entry was made on a host whose separator it is.
 *
 * <p>Most names need none of that and are served from the directory's own bytes: {@link #kind} says which.
 */
final class ZipNames {
    /** How to serve a name. */
    enum Kind {
        /** The bytes in the directory are the name. */
        RAW,
        /** They are, once each {@code \} is a {@code /}. */
        RAW_BACKSLASHES,
        /** They have to be converted. */
        CONVERTED
    }

    private static final int UNICODE_PATH_HEADER = 5;

    private final @Nullable Charset charset;

    private final boolean asciiStays;

    ZipNames(@Nullable Charset charset) {
        this.charset = charset;
        this.asciiStays = charset == null || keepsAscii(charset);
    }

    private static boolean keepsAscii(Charset charset) {
        byte[] ascii = new byte[0x80];
        for (int i = 0; i < ascii.length; i++) {
            ascii[i] = (byte) i;
        }
        return new String(ascii, charset).equals(new String(ascii, StandardCharsets.US_ASCII));
    }

    /** Whether ASCII means the same in the encoding of names without a mark, as in all but a few. */
    boolean asciiStays() {
        return asciiStays;
    }

    /** How the name of the header at a position is to be served. */
    Kind kind(byte[] b, int at) {
        int from = CentralHeader.nameAt(at);
        int length = CentralHeader.nameLength(b, at);
        boolean ascii = Utf8.isAscii(b, from, length);
        boolean flagged = CentralHeader.saysUtf8(b, at);
        if (!(ascii && flagged)) {
            boolean asIs = flagged && Utf8.isValid(b, from, length);
            if (!asIs && unicodePath(b, at) >= 0) {
                return Kind.CONVERTED;
            }
            if (!asIs && !(ascii && asciiStays) && (charset != null || !Utf8.isValid(b, from, length))) {
                return Kind.CONVERTED;
            }
        }
        return CentralHeader.backslashSeparates(b, at) && hasBackslash(b, from, length)
                ? Kind.RAW_BACKSLASHES
                : Kind.RAW;
    }

    /** Whether a name has more than ASCII and its flag does not say in which encoding. */
    static boolean isUnmarked(byte[] b, int at) {
        return !CentralHeader.saysUtf8(b, at)
                && !Utf8.isAscii(b, CentralHeader.nameAt(at), CentralHeader.nameLength(b, at));
    }

    /** Whether nothing says in which encoding a name is that is {@link Kind#CONVERTED}. */
    boolean isGuess(byte[] b, int at) {
        return charset == null && unicodePath(b, at) < 0;
    }

    /** Converts a name that is {@link Kind#CONVERTED}. */
    byte[] convert(byte[] b, int at) {
        int from = CentralHeader.nameAt(at);
        int length = CentralHeader.nameLength(b, at);
        byte[] name;
        int unicode = unicodePath(b, at);
        if (unicode >= 0) {
            name = new byte[ExtraFields.length(b, unicode) - UNICODE_PATH_HEADER];
            System.arraycopy(b, unicode + UNICODE_PATH_HEADER, name, 0, name.length);
        } else if (charset != null) {
            // An unpaired surrogate out of an odd decoder becomes '?' on the way back: never anything but UTF-8.
            name = new String(b, from, length, charset).getBytes(StandardCharsets.UTF_8);
        } else {
            name = Cp437.toUtf8(b, from, length);
        }
        if (CentralHeader.backslashSeparates(b, at)) {
            swapBackslashes(name, 0, name.length);
        }
        return name;
    }

    /** A comment has the same encodings as an unflagged name. */
    String text(byte[] bytes, @Nullable Charset guess) {
        if (charset != null) {
            return new String(bytes, charset);
        }
        if (Utf8.isValid(bytes, 0, bytes.length)) {
            return new String(bytes, StandardCharsets.UTF_8);
        }
        return guess != null
                ? new String(bytes, guess)
                : new String(Cp437.toUtf8(bytes, 0, bytes.length), StandardCharsets.UTF_8);
    }

    /** Where a Unicode Path field starts that is about this very name (APPNOTE 6.3.10 §4.6.9), or -1. */
    private static int unicodePath(byte[] b, int at) {
        int extraLength = CentralHeader.extraLength(b, at);
        if (extraLength == 0) {
            return -1;
        }
        int field = ExtraFields.find(b, CentralHeader.extraAt(b, at), extraLength, ExtraFields.UNICODE_PATH);
        if (field < 0) {
            return -1;
        }
        int length = ExtraFields.length(b, field);
        if (length <= UNICODE_PATH_HEADER
                || b[field] != 1
                || !Utf8.isValid(b, field + UNICODE_PATH_HEADER, length - UNICODE_PATH_HEADER)) {
            return -1;
        }
        CRC32 crc = new CRC32();
        crc.update(b, CentralHeader.nameAt(at), CentralHeader.nameLength(b, at));
        return crc.getValue() == u32(b, field + 1) ? field : -1;
    }

    private static boolean hasBackslash(byte[] b, int from, int length) {
        for (int i = from, end = from + length; i < end; i++) {
            if (b[i] == '\\') {
                return true;
            }
        }
        return false;
    }

    static void swapBackslashes(byte[] b, int from, int length) {
        for (int i = from, end = from + length; i < end; i++) {
            if (b[i] == '\\') {
                b[i] = '/';
            }
        }
    }
}
