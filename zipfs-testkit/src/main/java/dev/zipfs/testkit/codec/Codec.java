package dev.zipfs.testkit.codec;

import java.io.IOException;

/**
 * Packs contents by one compression method. An implementation is immutable and gives equal bytes for equal contents.
 *
 * @since 0.1.0
 */
public interface Codec {
    /**
     * The method's number in headers (APPNOTE 6.3.10 §4.4.5).
     *
     * @return 16 bits
     */
    int method();

    /**
     * What the general purpose flags have to say about the method's use: bits 1 and 2 (APPNOTE 6.3.10 §4.4.4).
     *
     * @return 16 bits, none by default
     */
    default int flags() {
        return 0;
    }

    /**
     * Packs a whole content.
     *
     * @param plain the content, not to be changed
     * @return an entry's data
     * @throws IOException if the encoder fails
     */
    byte[] pack(byte[] plain) throws IOException;
}
