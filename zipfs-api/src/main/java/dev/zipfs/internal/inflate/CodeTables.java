package dev.zipfs.internal.inflate;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The two codes of a block, literal/length and distance, as look-up tables in one {@code int} array: the loop then has one array
 * to hold on to. A table is indexed by the next {@value #LITLEN_BITS} (or {@value #DISTANCE_BITS}) bits; a longer code leads on
 * to a second table behind it.
 *
 * <p>An entry holds, from the low end:
 * <ul>
 *   <li>bits 0–7: how many bits the symbol uses up, code and extra bits together. A shift or a subtraction may take the entry as
 *       it is, because a shift looks at the low six bits only and the loop looks at the low six of its bit count only.
 *   <li>bits 8–11: the length of the code alone, so that the extra bits are found above it.
 *   <li>bits 12–15: {@link #EXCEPTIONAL} and what it may come with.
 *   <li>bits 16–30: the literal, the length, the base of a length or distance, or where the second table begins.
 *   <li>bit 31: a literal, so that the commonest test is one for a negative number.
 * </ul>
 * A length whose code and extra bits together fit into the index stands in the table ready-made, which is nearly every one.
 *
 * <p>What is accepted is what zlib accepts: a code must be complete, except that a distance code may be empty and that a code of
 * a single symbol may be one bit long, which leaves the other bit invalid (RFC 1951 §3.2.7 allows it for distances).
 */
final class CodeTables {
    static final int LITLEN_BITS = 11;
    static final int DISTANCE_BITS = 8;

    /** 2,342 entries are the most that a code of 288 symbols of up to 15 bits needs with 11 bits at the first look-up. */
    static final int DISTANCE_BASE = 2342;

    /** 402 entries are the most for 32 symbols with 8 bits. */
    static final int SIZE = DISTANCE_BASE + 402;

    /** More is to be done than to take bits 16–30 as they are (a length), or to add the extra bits to them (a distance). */
    static final int EXCEPTIONAL = 1 << 15;

    /** Go on in a second table: bits 8–11 are the bits of its index, bits 16–30 are where it begins. */
    static final int SUBTABLE = EXCEPTIONAL | 1 << 14;

    /** With {@link #EXCEPTIONAL} but not {@link #SUBTABLE}: no length with extra bits to add either. */
    static final int NOT_A_LENGTH = 1 << 12;

    static final int END_OF_BLOCK = EXCEPTIONAL | NOT_A_LENGTH | 1 << 13;

    /** No symbol has this code. */
    private static final int INVALID = EXCEPTIONAL | NOT_A_LENGTH;

    private static final int LITERAL = 1 << 31;

    static final int LITLEN_SYMBOLS = 288;
    static final int DISTANCE_SYMBOLS = 32;
    private static final int MAX_BITS = 15;

    /** A code of n bits adds n times this to its symbol's entry. */
    private static final int PER_BIT = 0x101;

    /** What is the same in every block of a symbol's entry: all but its code length. */
    private static final int[] LITLEN_ENTRIES = litlenEntries();

    private static final int[] DISTANCE_ENTRIES = distanceEntries();
    private static final int[] FIXED = fixed();

    final int[] entries = new int[SIZE];

    private final int[] countOfLength = new int[MAX_BITS + 1];
    private final int[] firstOfLength = new int[MAX_BITS + 2];
    private final int[] sorted = new int[LITLEN_SYMBOLS];

    /** Codes of lengths that have extra bits, with their bits at 16: what {@link #resolveLengths} goes through. */
    private final int[] lengthCodes = new int[29];

    /** The tables of a block with fixed codes (RFC 1951 §3.2.6). Not to be written to. */
    static int[] fixedEntries() {
        return FIXED;
    }

    /**
     * Builds both tables.
     *
     * @param lengths code lengths of the literal/length symbols, then those of the distances, each 0 to 15
     * @return what is wrong with them, or {@code null}
     */
    @Nullable
    String build(byte[] lengths, int litlens, int distances) {
        if (!build(lengths, 0, litlens, LITLEN_ENTRIES, 0, LITLEN_BITS)) {
            return "literal/length code is over-subscribed or incomplete";
        }
        if (!build(lengths, litlens, distances, DISTANCE_ENTRIES, DISTANCE_BASE, DISTANCE_BITS)) {
            return "distance code is over-subscribed or incomplete";
        }
        return null;
    }

    private boolean build(byte[] lengths, int from, int symbols, int[] symbolEntries, int base, int tableBits) {
        int[] counts = countOfLength;
        Arrays.fill(counts, 0);
        for (int i = 0; i < symbols; i++) {
            counts[lengths[from + i]]++;
        }
        int longest = MAX_BITS;
        while (longest > 0 && counts[longest] == 0) {
            longest--;
        }
        int free = 1;
        int[] firsts = firstOfLength;
        firsts[1] = 0;
        for (int length = 1; length <= MAX_BITS; length++) {
            free = (free << 1) - counts[length];
            if (free < 0) {
                return false;
            }
            firsts[length + 1] = firsts[length] + counts[length];
        }
        if (free > 0 && longest > 1) {
            return false;
        }
        int[] order = sorted;
        for (int i = 0; i < symbols; i++) {
            int length = lengths[from + i];
            if (length != 0) {
                order[firsts[length]++] = i;
            }
        }
        if (free > 0) {
            fillIncomplete(longest == 0 ? INVALID + PER_BIT : symbolEntries[order[0]] + PER_BIT, base, tableBits);
        } else {
            fill(counts, longest, symbolEntries, base, tableBits);
        }
        return true;
    }

    /** A code of one symbol, whose bit is 0, or of none: the loop reports the other bit where a stream uses it. */
    private void fillIncomplete(int entry, int base, int tableBits) {
        Arrays.fill(entries, base, base + (1 << tableBits), INVALID + PER_BIT);
        for (int i = 0; i < 1 << tableBits; i += 2) {
            entries[base + i] = entry;
        }
    }

    /**
     * Lays a complete code out. Codes come in ascending order, kept bit-reversed as the stream sends them. Up to the table's
     * width, a table for one more bit is the table so far twice over, into which the codes of that length are written.
     */
    private void fill(int[] counts, int longest, int[] symbolEntries, int base, int tableBits) {
        int[] table = entries;
        int[] order = sorted;
        int symbol = 0;
        int code = 0;
        int lengthsToResolve = 0;
        int length = 1;
        int direct = Math.min(longest, tableBits);
        for (int size = 2; length <= direct; length++, size <<= 1) {
            if (symbol > 0) {
                System.arraycopy(table, base, table, base + (size >>> 1), size >>> 1);
            }
            for (int n = counts[length]; n > 0; n--) {
                int entry = symbolEntries[order[symbol++]] + length * PER_BIT;
                if (base == 0 && (entry & 63) != length) {
                    if ((entry & 63) > LITLEN_BITS) {
                        entry |= EXCEPTIONAL;
                    } else {
                        lengthCodes[lengthsToResolve++] = length << 16 | code;
                    }
                }
                table[base + code] = entry;
                code = next(code, length);
            }
        }
        for (int size = 1 << direct; size < 1 << tableBits; size <<= 1) {
            System.arraycopy(table, base, table, base + size, size);
        }
        resolveLengths(lengthsToResolve);
        fillSubtables(counts, longest, symbolEntries, base, tableBits, symbol, code);
    }

    /** Adds the extra bits, which are part of the index, to the lengths. */
    private void resolveLengths(int n) {
        for (int k = 0; k < n; k++) {
            int length = lengthCodes[k] >>> 16;
            int code = lengthCodes[k] & 0xFFFF;
            int entry = entries[code];
            int extraMask = (1 << (entry & 63) - length) - 1;
            for (int i = code; i < 1 << LITLEN_BITS; i += 1 << length) {
                entries[i] = entry + ((i >>> length & extraMask) << 16);
            }
        }
    }

    private void fillSubtables(
            int[] counts, int longest, int[] symbolEntries, int base, int tableBits, int firstSymbol, int firstCode) {
        int[] table = entries;
        int symbol = firstSymbol;
        int code = firstCode;
        int prefix = -1;
        int subtable = 0;
        int subtableBits = 0;
        int end = base + (1 << tableBits);
        for (int length = tableBits + 1; length <= longest; length++) {
            for (int n = counts[length]; n > 0; n--) {
                int head = code & ((1 << tableBits) - 1);
                if (head != prefix) {
                    prefix = head;
                    subtable = end;
                    subtableBits = length - tableBits;
                    for (int used = n; used < 1 << subtableBits; ) {
                        subtableBits++;
                        used = (used << 1) + counts[tableBits + subtableBits];
                    }
                    end += 1 << subtableBits;
                    table[base + head] = SUBTABLE | subtable << 16 | subtableBits << 8 | tableBits;
                }
                int entry = symbolEntries[sorted[symbol++]] + length * PER_BIT;
                for (int i = code >>> tableBits; i < 1 << subtableBits; i += 1 << (length - tableBits)) {
                    table[subtable + i] = entry;
                }
                code = next(code, length);
            }
        }
    }

    /** Adds one to a bit-reversed number of {@code length} bits; the last one gives 0. */
    private static int next(int code, int length) {
        int ones = Integer.numberOfLeadingZeros(~(code << (32 - length)));
        if (ones >= length) {
            return 0;
        }
        int bit = 1 << (length - 1 - ones);
        return code & (bit - 1) | bit;
    }

    private static int[] litlenEntries() {
        int[] table = new int[LITLEN_SYMBOLS];
        for (int literal = 0; literal < 256; literal++) {
            table[literal] = LITERAL | literal << 16;
        }
        table[256] = END_OF_BLOCK;
        int base = 3;
        for (int symbol = 257; symbol < 285; symbol++) {
            int extra = symbol < 265 ? 0 : (symbol - 261) >>> 2;
            table[symbol] = base << 16 | extra;
            base += 1 << extra;
        }
        table[285] = 258 << 16;
        table[286] = INVALID;
        table[287] = INVALID;
        return table;
    }

    private static int[] distanceEntries() {
        int[] table = new int[DISTANCE_SYMBOLS];
        int base = 1;
        for (int symbol = 0; symbol < 30; symbol++) {
            int extra = symbol < 4 ? 0 : (symbol - 2) >>> 1;
            table[symbol] = base << 16 | extra;
            base += 1 << extra;
        }
        table[30] = INVALID;
        table[31] = INVALID;
        return table;
    }

    private static int[] fixed() {
        byte[] lengths = new byte[LITLEN_SYMBOLS + DISTANCE_SYMBOLS];
        Arrays.fill(lengths, 0, 144, (byte) 8);
        Arrays.fill(lengths, 144, 256, (byte) 9);
        Arrays.fill(lengths, 256, 280, (byte) 7);
        Arrays.fill(lengths, 280, 288, (byte) 8);
        Arrays.fill(lengths, 288, 320, (byte) 5);
        CodeTables tables = new CodeTables();
        if (tables.build(lengths, LITLEN_SYMBOLS, DISTANCE_SYMBOLS) != null) {
            throw new AssertionError("RFC 1951 §3.2.6 names complete codes");
        }
        return tables.entries;
    }
}
