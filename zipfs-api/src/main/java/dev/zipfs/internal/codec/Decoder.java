package dev.zipfs.internal.codec;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/** One pass over an entry's data from its start. Used by one thread at a time. */
interface Decoder extends Closeable {
    /** Starts passes. */
    @FunctionalInterface
    interface Factory {
        /**
         * Starts a pass.
         *
         * @throws IOException if the data cannot be decoded at all
         */
        Decoder start() throws IOException;
    }

    /**
     * Decodes what comes next.
     *
     * @param dst receives at least one byte where there is one; has room
     * @return how many bytes were decoded, or -1 at the end of the data
     * @throws IOException if the data is damaged or cannot be read
     */
    int decode(ByteBuffer dst) throws IOException;

    /** Says which rule damaged data breaks. */
    String section();

    /** How many bytes of the data were consumed. */
    long consumed();

    @Override
    void close();
}
