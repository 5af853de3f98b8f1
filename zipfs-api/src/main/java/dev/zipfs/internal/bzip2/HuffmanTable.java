package dev.zipfs.internal.bzip2;

import java.io.IOException;
import java.util.Arrays;

/** One of a block's up to six codes: canonical, 1 to 20 bits, the highest first. */
final class HuffmanTable {
    static final int LONGEST = 20;
    private static final int FAST = 10;

    /** Symbol and length of the codes of up to {@link #FAST} bits, by the next bits; 0 for longer ones. */
    private final short[] fast = new short[1 << FAST];

    /** The first code of each length, and how many there are before it in {@link #sorted}. */
    private final int[] first = new int[LONGEST + 1];

    private final int[] before = new int[LONGEST + 2];
    private final int[] sorted = new int[258];

    /**
     * Makes the code from its lengths.
     *
     * @return whether there is such a code; codes may be left over
     */
    boolean build(byte[] lengths, int symbols) {
        int[] counts = new int[LONGEST + 2];
        for (int i = 0; i < symbols; i++) {
            counts[lengths[i] + 1]++;
        }
        for (int length = 1; length <= LONGEST + 1; length++) {
            before[length] = before[length - 1] + counts[length];
        }
        int[] at = before.clone();
        for (int i = 0; i < symbols; i++) {
            sorted[at[lengths[i]]++] = i;
        }
        Arrays.fill(fast, (short) 0);
        int code = 0;
        for (int length = 1; length <= LONGEST; length++) {
            code <<= 1;
            first[length] = code;
            int n = before[length + 1] - before[length];
            if (code + n > 1 << length) {
                return false;
            }
            for (int i = 0; i < n && length <= FAST; i++) {
                int from = code + i << FAST - length;
                short entry = (short) (sorted[before[length] + i] << 5 | length);
                Arrays.fill(fast, from, from + (1 << FAST - length), entry);
            }
            code += n;
        }
        return true;
    }

    int next(BitSource bits) throws IOException {
        int ahead = bits.peek(LONGEST);
        int entry = fast[ahead >>> LONGEST - FAST];
        if (entry != 0) {
            bits.take(entry & 31);
            return entry >>> 5;
        }
        for (int length = FAST + 1; length <= LONGEST; length++) {
            int index = (ahead >>> LONGEST - length) - first[length];
            if (index >= 0 && index < before[length + 1] - before[length]) {
                bits.take(length);
                return sorted[before[length] + index];
            }
        }
        throw bits.damaged("has bits that are no code");
    }
}
