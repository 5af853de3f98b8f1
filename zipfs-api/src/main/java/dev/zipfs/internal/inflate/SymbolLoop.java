package dev.zipfs.internal.inflate;

import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The hot loop: the symbols of a block with Huffman codes (RFC 1951 §3.2.3), until enough is decoded, the input buffer is used
 * up or the block ends. It always stops between two symbols, and a stop costs a few nanoseconds.
 *
 * <p>It is written for what HotSpot's C2 makes of it, measured on JDK 17 and 25:
 * <ul>
 *   <li>One symbol or two literals a round and a single way back to the loop's head. A second way back ({@code continue}) makes
 *       C2 see two nested loops and reload every local between them.
 *   <li>The next symbol is looked up before the match is copied, so that the processor does both at once.
 *   <li>Of the bit count only the low six bits mean something, so that an entry can be subtracted as it is. Each round begins with
 *       56 bits or more, which are enough for a literal and a length of one look-up each and a distance with its extra
 *       bits (11 + 11 + 28); only a length with a longer code needs another refill.
 *   <li>Copies are of 32 bytes whatever the length: the buffer has slack behind its end, and what is too much is overwritten next.
 *   <li>{@link #copyUnusual} must stay a call, which its size above 325 bytecodes ensures. C2 likes to move locals that do not fit
 *       into the general registers to vector registers, at several cycles a move, and that on the path from one symbol to the
 *       next. Vector registers do not survive a call, so a rare call in the loop makes it use the stack, which costs nothing: worth
 *       a fifth of the speed.
 * </ul>
 */
final class SymbolLoop {
    /** Enough is decoded, or the input buffer is used up. */
    static final int STOPPED = 0;

    /** The end-of-block code was read. */
    static final int END_OF_BLOCK = 1;

    /** Bits that are no literal/length symbol. */
    static final int BAD_LITLEN = 2;

    /** Bits that are no distance symbol. */
    static final int BAD_DISTANCE = 3;

    /** A distance that reaches before the first byte. */
    static final int TOO_FAR = 4;

    private static final VarHandle LONGS = BitInput.LONGS;
    private static final int LITLEN_MASK = (1 << CodeTables.LITLEN_BITS) - 1;
    private static final int DISTANCE_MASK = (1 << CodeTables.DISTANCE_BITS) - 1;

    /** What a copy writes without looking at the length. */
    private static final int STRIDE = 32;

    /** By distance below 8: what repeats that many bytes all over a long. */
    private static final long[] REPEAT = {
        0,
        0x0101010101010101L,
        0x0001000100010001L,
        0x0001000001000001L,
        0x0000000100000001L,
        0x0000010000000001L,
        0x0001000000000001L,
        0x0100000000000001L
    };

    /** By distance below 8: how far to step so that the pattern goes on. */
    private static final int[] REPEAT_STEP = {8, 8, 8, 6, 8, 5, 6, 7};

    private SymbolLoop() {}

    /**
     * Decodes to the end of a buffer.
     *
     * @param buffer receives plain bytes; its input gives compressed ones
     * @param table a block's {@link CodeTables#entries}
     * @param stop index up to which a round may start
     * @param marks is told of matches that begin before {@code floor}
     * @param floor 0 where nobody is to be told
     * @return one of the constants; the buffer and its input are at the symbol after the last whole one
     */
    static int run(DecodeBuffer buffer, int[] table, int stop, @Nullable SourceMarks marks, int floor) {
        BitInput in = buffer.input();
        return run(
                buffer.bytes,
                table,
                in.bits,
                in.next,
                buffer.end,
                in.count,
                stop,
                in.stepLimit(),
                floor,
                marks,
                buffer);
    }

    /** The order of the parameters puts those that every round uses into registers, and the others on the stack at once. */
    private static int run(
            byte[] data,
            int[] table,
            long bits,
            int next,
            int out,
            int count,
            int stop,
            int stepLimit,
            int floor,
            @Nullable SourceMarks marks,
            DecodeBuffer buffer) {
        bits |= (long) LONGS.get(data, next) << count;
        next += 7 - (count >>> 3 & 7);
        count |= 56;
        int e = table[(int) bits & LITLEN_MASK];
        do {
            round:
            {
                if (e < 0) {
                    data[out++] = (byte) (e >> 16);
                    bits >>>= e;
                    count -= e;
                    e = table[(int) bits & LITLEN_MASK];
                    if (e < 0) {
                        data[out++] = (byte) (e >> 16);
                        bits >>>= e;
                        count -= e;
                        bits |= (long) LONGS.get(data, next) << count;
                        next += 7 - (count >>> 3 & 7);
                        count |= 56;
                        e = table[(int) bits & LITLEN_MASK];
                        break round;
                    }
                }
                int length = e >>> 16;
                if ((e & CodeTables.EXCEPTIONAL) == 0) {
                    bits >>>= e;
                    count -= e;
                } else {
                    if ((e & CodeTables.SUBTABLE) == CodeTables.SUBTABLE) {
                        e = table[length + (int) (bits >>> CodeTables.LITLEN_BITS & ~(-1L << (e >>> 8 & 15)))];
                        if (e < 0) {
                            data[out++] = (byte) (e >> 16);
                            bits >>>= e;
                            count -= e;
                            bits |= (long) LONGS.get(data, next) << count;
                            next += 7 - (count >>> 3 & 7);
                            count |= 56;
                            e = table[(int) bits & LITLEN_MASK];
                            break round;
                        }
                    }
                    if ((e & CodeTables.NOT_A_LENGTH) != 0) {
                        bits >>>= e;
                        count -= e;
                        boolean ended = (e & CodeTables.END_OF_BLOCK) == CodeTables.END_OF_BLOCK;
                        return save(buffer, out, next, bits, count, ended ? END_OF_BLOCK : BAD_LITLEN);
                    }
                    length = (e >>> 16) + (int) ((bits & ~(-1L << e)) >>> (e >>> 8 & 15));
                    bits >>>= e;
                    count -= e;
                    bits |= (long) LONGS.get(data, next) << count;
                    next += 7 - (count >>> 3 & 7);
                    count |= 56;
                }
                e = table[CodeTables.DISTANCE_BASE + ((int) bits & DISTANCE_MASK)];
                if ((e & CodeTables.EXCEPTIONAL) != 0) {
                    if ((e & CodeTables.SUBTABLE) == CodeTables.SUBTABLE) {
                        e = table[(e >>> 16) + (int) (bits >>> CodeTables.DISTANCE_BITS & ~(-1L << (e >>> 8 & 15)))];
                    }
                    if ((e & CodeTables.EXCEPTIONAL) != 0) {
                        return save(buffer, out, next, bits, count, BAD_DISTANCE);
                    }
                }
                int from = out - (e >>> 16) - (int) ((bits & ~(-1L << e)) >>> (e >>> 8));
                bits >>>= e;
                count -= e;
                bits |= (long) LONGS.get(data, next) << count;
                next += 7 - (count >>> 3 & 7);
                count |= 56;
                e = table[(int) bits & LITLEN_MASK];
                int end = out + length;
                if (out - from < 8 || length > STRIDE || from < floor) {
                    if (!copyUnusual(data, from, out, end, marks, floor)) {
                        return save(buffer, out, next, bits, count, TOO_FAR);
                    }
                } else {
                    LONGS.set(data, out, (long) LONGS.get(data, from));
                    LONGS.set(data, out + 8, (long) LONGS.get(data, from + 8));
                    LONGS.set(data, out + 16, (long) LONGS.get(data, from + 16));
                    LONGS.set(data, out + 24, (long) LONGS.get(data, from + 24));
                }
                out = end;
            }
        } while (out < stop && next < stepLimit);
        return save(buffer, out, next, bits, count, STOPPED);
    }

    private static int save(DecodeBuffer buffer, int out, int next, long bits, int count, int result) {
        buffer.end = out;
        BitInput input = buffer.input();
        input.next = next;
        input.bits = bits;
        input.count = count & 63;
        return result;
    }

    /**
     * Copies a match whose source overlaps its target closely, or a long one, or one that begins before {@code floor}. Writes at
     * most 128 bytes past {@code end}.
     *
     * @return false if the match begins before the first byte
     */
    private static boolean copyUnusual(
            byte[] data, int from, int out, int end, @Nullable SourceMarks marks, int floor) {
        if (from < floor) {
            if (from < 0 || marks == null) {
                return false;
            }
            marks.add(from, end - out);
        }
        int distance = out - from;
        if (distance < 8) {
            long unit = (long) LONGS.get(data, from) & ~(-1L << (distance << 3));
            long pattern = unit * REPEAT[distance];
            int step = REPEAT_STEP[distance];
            do {
                LONGS.set(data, out, pattern);
                LONGS.set(data, out + step, pattern);
                out += 2 * step;
            } while (out < end);
            return true;
        }
        do {
            LONGS.set(data, out, (long) LONGS.get(data, from));
            LONGS.set(data, out + 8, (long) LONGS.get(data, from + 8));
            LONGS.set(data, out + 16, (long) LONGS.get(data, from + 16));
            LONGS.set(data, out + 24, (long) LONGS.get(data, from + 24));
            LONGS.set(data, out + 32, (long) LONGS.get(data, from + 32));
            LONGS.set(data, out + 40, (long) LONGS.get(data, from + 40));
            LONGS.set(data, out + 48, (long) LONGS.get(data, from + 48));
            LONGS.set(data, out + 56, (long) LONGS.get(data, from + 56));
            if (end - out > 64) {
                LONGS.set(data, out + 64, (long) LONGS.get(data, from + 64));
                LONGS.set(data, out + 72, (long) LONGS.get(data, from + 72));
                LONGS.set(data, out + 80, (long) LONGS.get(data, from + 80));
                LONGS.set(data, out + 88, (long) LONGS.get(data, from + 88));
                LONGS.set(data, out + 96, (long) LONGS.get(data, from + 96));
                LONGS.set(data, out + 104, (long) LONGS.get(data, from + 104));
                LONGS.set(data, out + 112, (long) LONGS.get(data, from + 112));
                LONGS.set(data, out + 120, (long) LONGS.get(data, from + 120));
            }
            out += 128;
            from += 128;
        } while (out < end);
        return true;
    }
}
