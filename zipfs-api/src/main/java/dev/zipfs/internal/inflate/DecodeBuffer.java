package dev.zipfs.internal.inflate;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The one array that a decoder works on: plain bytes first, compressed bytes behind them. One array and not two because the loop
 * then holds one base and one length in registers instead of two each, which is worth about a tenth of its speed.
 *
 * <p>Plain bytes are in stream order; at least the last 32 KiB of them (or all there are) stay, since matches refer to them. They
 * begin at index 0 until the room is used up, then the last 32 KiB are moved there. So a distance that reaches before the
 * first byte gives a negative index, and the loop needs no check of its own for it.
 */
final class DecodeBuffer {
    /** How far back a match can reach (RFC 1951 §2). */
    static final int HISTORY = 1 << 15;

    /** What is decoded between two moves: small enough that all of it stays in a core's own cache. */
    static final int ROOM = 1 << 17;

    /** How many compressed bytes are fetched at once. */
    static final int INPUT = 1 << 16;

    /** What a step of the loop may write past its stop: a literal, a match of 258 and the rest of a copied stride. */
    static final int SLACK = 2 + 258 + 128;

    final byte[] bytes;

    /** Up to where a step of the loop may start. */
    final int capacity;

    /** Where the compressed bytes begin. */
    final int inputStart;

    /** How many compressed bytes fit, {@link BitInput#PADDING} not counted. */
    final int inputCapacity;

    private static final int LARGEST = HISTORY + ROOM + SLACK + INPUT + BitInput.PADDING;

    /** A read somewhere makes a decoder for itself: a few arrays go from one to the next, or the young generation fills with them. */
    private static final Queue<byte[]> SPARE = new ConcurrentLinkedQueue<>();

    private static final int MOST_SPARE = 4;

    private final BitInput input;
    private boolean released;

    /** Index after the last plain byte. */
    int end;

    /** Position in the stream of index 0. */
    private long base;

    /**
     * Allocates no more than the sizes need.
     *
     * @param compressedSize how many compressed bytes there are
     * @param plainSize how many plain bytes are expected, {@link Long#MAX_VALUE} where that is not known; one more is room for
     *     the byte that proves the expectation wrong
     */
    DecodeBuffer(CompressedInput source, long compressedSize, long plainSize) {
        capacity = (int) Math.min(HISTORY + ROOM, plainSize == Long.MAX_VALUE ? plainSize : plainSize + 1);
        inputStart = capacity + SLACK;
        inputCapacity = (int) Math.min(INPUT, compressedSize);
        bytes = take(inputStart + inputCapacity + BitInput.PADDING);
        input = new BitInput(source, compressedSize, this);
    }

    private static byte[] take(int length) {
        byte[] spare = length == LARGEST ? SPARE.poll() : null;
        return spare != null ? spare : new byte[length];
    }

    /** Nothing of this buffer will be used any more. */
    void release() {
        if (!released) {
            released = true;
            if (bytes.length == LARGEST && SPARE.size() < MOST_SPARE) {
                SPARE.add(bytes);
            }
        }
    }

    /** Where the compressed bytes come from. */
    BitInput input() {
        return input;
    }

    /** Position in the stream after the last byte decoded. */
    long position() {
        return base + end;
    }

    /** Index of a position that is still here. */
    int indexOf(long position) {
        return (int) (position - base);
    }

    /** Position of an index. */
    long positionOf(int index) {
        return base + index;
    }

    /** Makes room if there is none; what lies before the last 32 KiB is given up. */
    void makeRoom() {
        if (end >= capacity && end > HISTORY) {
            int drop = end - HISTORY;
            System.arraycopy(bytes, drop, bytes, 0, HISTORY);
            base += drop;
            end = HISTORY;
        }
    }

    /** Begins at a position with the bytes before it. */
    void restore(byte[] history, long position) {
        System.arraycopy(history, 0, bytes, 0, history.length);
        base = position - history.length;
        end = history.length;
    }
}
