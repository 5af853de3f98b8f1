package dev.zipfs.internal.deflate64;

import java.io.IOException;
import java.util.Arrays;

/** The two codes of a block: as in RFC 1951 §3.2.5 to §3.2.7, with the 32 distances of Deflate64. */
final class BlockCodes {
    static final int END_OF_BLOCK = 256;

    private static final int LITERALS = 288;
    private static final int DISTANCES = 32;
    private static final int[] ORDER = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
    private static final byte[] FIXED = fixed();

    final HuffmanTable literals = new HuffmanTable();
    final HuffmanTable distances = new HuffmanTable();
    private byte[] lengths = FIXED;

    /** The lengths of the codes: all that it takes to have them again. Not to be written to. */
    byte[] lengths() {
        return lengths;
    }

    /** Uses the code that needs no description. */
    void useFixed() {
        restore(FIXED);
    }

    /** Uses lengths that {@link #lengths} gave. */
    void restore(byte[] known) {
        set(known);
    }

    private boolean set(byte[] known) {
        lengths = known;
        return literals.build(known, 0, LITERALS) && distances.build(known, LITERALS, DISTANCES);
    }

    /** Reads the description of a block's codes. */
    void read(BitSource bits) throws IOException {
        int literalCount = bits.read(5) + 257;
        int distanceCount = bits.read(5) + 1;
        int described = bits.read(4) + 4;
        byte[] codeLengths = new byte[ORDER.length];
        for (int i = 0; i < described; i++) {
            codeLengths[ORDER[i]] = (byte) bits.read(3);
        }
        HuffmanTable code = new HuffmanTable();
        if (literalCount > LITERALS || !code.build(codeLengths, 0, codeLengths.length)) {
            throw bits.damaged("has a block with codes that cannot be");
        }
        byte[] sequence = new byte[literalCount + distanceCount];
        for (int i = 0; i < sequence.length; ) {
            int symbol = code.next(bits);
            byte repeated = 0;
            int times = 1;
            if (symbol < 16) {
                repeated = (byte) symbol;
            } else if (symbol == 16) {
                if (i == 0) {
                    throw bits.damaged("repeats a code's length before there is one");
                }
                repeated = sequence[i - 1];
                times = 3 + bits.read(2);
            } else {
                times = symbol == 17 ? 3 + bits.read(3) : 11 + bits.read(7);
            }
            if (times > sequence.length - i) {
                throw bits.damaged("has more codes than it said");
            }
            Arrays.fill(sequence, i, i + times, repeated);
            i += times;
        }
        byte[] all = new byte[LITERALS + DISTANCES];
        System.arraycopy(sequence, 0, all, 0, literalCount);
        System.arraycopy(sequence, literalCount, all, LITERALS, distanceCount);
        if (!set(all)) {
            throw bits.damaged("has a block with codes that cannot be");
        }
    }

    private static byte[] fixed() {
        byte[] lengths = new byte[LITERALS + DISTANCES];
        Arrays.fill(lengths, 0, 144, (byte) 8);
        Arrays.fill(lengths, 144, 256, (byte) 9);
        Arrays.fill(lengths, 256, 280, (byte) 7);
        Arrays.fill(lengths, 280, LITERALS, (byte) 8);
        Arrays.fill(lengths, LITERALS, lengths.length, (byte) 5);
        return lengths;
    }
}
