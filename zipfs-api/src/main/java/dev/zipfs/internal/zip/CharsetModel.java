package dev.zipfs.internal.zip;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;
import org.jspecify.annotations.Nullable;

/**
 * How likely some bytes are as a file's name in one encoding. Crude on purpose: what counts is the order of magnitude by
 * which two encodings differ. Stateless and thread-safe.
 */
abstract class CharsetModel {
    /** The bytes are no text in this encoding. */
    static final double IMPOSSIBLE = Double.NEGATIVE_INFINITY;

    /** One ASCII character more; the same for all, so it only matters where another encoding makes it part of something. */
    static final double ASCII = Math.log(0.02);

    private final String name;
    private final @Nullable Charset charset;

    /**
     * Makes a model.
     *
     * @param name of the charset, for people and for {@link Charset#forName}; small run-time images lack some of them
     */
    CharsetModel(String name) {
        this.name = name;
        this.charset = find(name);
    }

    private static @Nullable Charset find(String name) {
        try {
            return Charset.forName(name);
        } catch (UnsupportedCharsetException | IllegalCharsetNameException e) {
            return null;
        }
    }

    final String name() {
        return name;
    }

    /** The charset, or {@code null} where this runtime has none. */
    final @Nullable Charset charset() {
        return charset;
    }

    /**
     * Scores a name.
     *
     * @return the logarithm of a likelihood, or {@link #IMPOSSIBLE}
     */
    final double score(byte[] name) {
        Charset decoding = charset;
        if (decoding != null) {
            try {
                decoding.newDecoder().decode(ByteBuffer.wrap(name));
            } catch (CharacterCodingException e) {
                return IMPOSSIBLE;
            }
        }
        return likelihood(name);
    }

    /** Scores bytes that can be decoded. */
    abstract double likelihood(byte[] name);

    /** How many of its bytes beyond ASCII make what a name in this encoding would hardly have. */
    abstract int strange(byte[] name);

    static boolean asciiLetter(int c) {
        int folded = c | 0x20;
        return folded >= 'a' && folded <= 'z';
    }

    static boolean asciiLower(int c) {
        return c >= 'a' && c <= 'z';
    }

    static boolean asciiUpper(int c) {
        return c >= 'A' && c <= 'Z';
    }

    static boolean asciiDigit(int c) {
        return c >= '0' && c <= '9';
    }
}
