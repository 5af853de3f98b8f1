package dev.zipfs.internal.deflate64;

import java.io.IOException;
import java.util.Arrays;

/** A canonical code of up to 15 bits, as RFC 1951 §3.2.2 has it. */
final class HuffmanTable {
    static final int LONGEST = 15;
    private static final int FAST = 10;

    /** Symbol and length of the codes of up to {@link #FAST} bits, by the next bits; 0 for longer ones and for none. */
    private final short[] fast = new short[1 << FAST];

    private final int[] counts = new int[LONGEST + 1];
    private final int[] sorted = new int[288];

    /**
     * Makes the code from its lengths; 0 stands for a symbol that is not used.
     *
     * @return whether there is such a code; codes may be left over
     */
    boolean build(byte[] lengths, int from, int symbols) {
        Arrays.fill(counts, 0);
        for (int i = 0; i < symbols; i++) {
            counts[lengths[from + i]]++;
        }
        counts[0] = 0;
        int[] at = new int[LONGEST + 1];
        int[] codes = new int[LONGEST + 1];
        int code = 0;
        for (int length = 1; length <= LONGEST; length++) {
            code = code + counts[length - 1] << 1;
            codes[length] = code;
            at[length] = at[length - 1] + counts[length - 1];
            if (code + counts[length] > 1 << length) {
                return false;
            }
        }
        Arrays.fill(fast, (short) 0);
        for (int symbol = 0; symbol < symbols; symbol++) {
            int length = lengths[from + symbol];
            if (length > 0) {
                sorted[at[length]++] = symbol;
                int reversed = Integer.reverse(codes[length]++) >>> Integer.SIZE - length;
                for (int i = reversed; length <= FAST && i < fast.length; i += 1 << length) {
                    fast[i] = (short) (symbol << 4 | length);
                }
            }
        }
        return true;
    }

    int next(BitSource bits) throws IOException {
        int ahead = bits.peek(LONGEST);
        int entry = fast[ahead & (1 << FAST) - 1];
        if (entry != 0) {
            bits.take(entry & 15);
            return entry >>> 4;
        }
        int code = 0;
        int first = 0;
        int index = 0;
        for (int length = 1; length <= LONGEST; length++) {
            code |= ahead & 1;
            ahead >>>= 1;
            int count = counts[length];
            if (code - first < count) {
                bits.take(length);
                return sorted[index + code - first];
            }
            index += count;
            first = first + count << 1;
            code <<= 1;
        }
        throw bits.damaged("has bits that are no code");
    }
}
