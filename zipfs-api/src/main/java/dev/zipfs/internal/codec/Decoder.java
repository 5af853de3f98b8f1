package dev.zipfs.internal.codec;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** One pass over an entry's data, from its start or from a {@link RestartPoint}. Used by one thread at a time. */
public interface Decoder extends Closeable {
    /** Starts passes. Used by one thread at a time. */
    @FunctionalInterface
    interface Factory {
        /**
         * Starts a pass.
         *
         * @param from one of the points that an earlier pass left, or that the data claims; {@code null} for the start
         * @throws IOException if the data cannot be decoded at all
         */
        Decoder start(@Nullable RestartPoint from) throws IOException;

        /** Whether passes of this method leave restart points behind, no matter what the data is. */
        default boolean leavesPoints() {
            return false;
        }

        /** How far apart the points are at least that are worth keeping, in plain bytes. */
        default long spacing() {
            return RestartPoints.SPACING;
        }

        /**
         * The places to start from that the data itself tells of, in a table at its end. They are used until they turn out
         * to be wrong.
         *
         * @return {@code null} where there is no such table, or it contradicts itself
         */
        default @Nullable RestartPoints claimed() throws IOException {
            return null;
        }
    }

    /**
     * Decodes what comes next. Where the data can be entered, that is where {@link #restartPoint} gives one, a call stops.
     *
     * @param dst receives at least one byte where there is one; has room
     * @return how many bytes were decoded, or -1 at the end of the data
     * @throws IOException if the data is damaged or cannot be read
     */
    int decode(ByteBuffer dst) throws IOException;

    /**
     * What it takes to go on from here later.
     *
     * @param position how many plain bytes lie before what the next call of {@link #decode} gives
     * @return {@code null} where that cannot be done from here
     */
    default @Nullable RestartPoint restartPoint(long position) {
        return null;
    }

    /**
     * Whether a restart point that the data claims is right, asked when the bytes before it have been decoded.
     *
     * @param here a point at the position that was reached
     * @throws IOException if the data is damaged or cannot be read
     */
    default boolean agrees(RestartPoint here) throws IOException {
        return true;
    }

    /** Says which rule damaged data breaks. */
    String section();

    /** How many bytes of the data were consumed. */
    long consumed();

    @Override
    void close();
}
