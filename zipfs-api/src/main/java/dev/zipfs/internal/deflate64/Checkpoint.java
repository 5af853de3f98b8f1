package dev.zipfs.internal.deflate64;

import dev.zipfs.internal.codec.RestartPoint;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/**
 * All that it takes to go on in the middle of Deflate64 data. Its window is kept as it is until a pass has come 64 KiB further: then
 * the bytes that no match referred to are cleared and the rest is deflated, which leaves a few KiB of it.
 */
final class Checkpoint extends RestartPoint {
    static final int WINDOW = 1 << 16;

    final long bit;
    final boolean lastBlock;

    /** What is left of a stored block; -1 in any other block. */
    final int storedLeft;

    /** The codes of the block; {@code null} between two blocks and in a stored one. */
    final byte @Nullable [] codes;

    /** What is left of the match at hand, and how far back it reaches. */
    final int matchLeft;

    final int matchDistance;

    private final int windowLength;
    private byte[] window;
    private boolean packed;

    Checkpoint(
            long position,
            long bit,
            boolean lastBlock,
            int storedLeft,
            byte @Nullable [] codes,
            int matchLeft,
            int matchDistance,
            byte[] window) {
        super(position);
        this.bit = bit;
        this.lastBlock = lastBlock;
        this.storedLeft = storedLeft;
        this.codes = codes;
        this.matchLeft = matchLeft;
        this.matchDistance = matchDistance;
        this.windowLength = window.length;
        this.window = window;
    }

    /** Clears the bytes that are not marked and makes the window small. */
    void pack(boolean[] needed) {
        for (int i = 0; i < windowLength; i++) {
            if (!needed[i]) {
                window[i] = 0;
            }
        }
        pack();
    }

    /** Makes the window small. */
    void pack() {
        if (packed) {
            return;
        }
        packed = true;
        Deflater deflater = new Deflater(Deflater.BEST_SPEED, true);
        try {
            deflater.setInput(window);
            deflater.finish();
            byte[] small = new byte[windowLength];
            int n = deflater.deflate(small);
            if (deflater.finished() && n < windowLength) {
                window = Arrays.copyOf(small, n);
            }
        } finally {
            deflater.end();
        }
    }

    /** The bytes before the position; 0 where nothing refers to them. */
    byte[] window() {
        if (window.length == windowLength) {
            return window;
        }
        Inflater inflater = new Inflater(true);
        try {
            byte[] whole = new byte[windowLength];
            inflater.setInput(window);
            if (inflater.inflate(whole) != windowLength) {
                throw new IllegalStateException("a window is not what was packed");
            }
            return whole;
        } catch (DataFormatException e) {
            throw new IllegalStateException("a window is not what was packed", e);
        } finally {
            inflater.end();
        }
    }

    @Override
    public int memory() {
        return 120 + window.length + (codes == null ? 0 : codes.length);
    }
}
