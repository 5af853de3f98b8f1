package dev.zipfs.internal.inflate;

import java.io.IOException;

/** Reads what stands before the symbols of a block: RFC 1951 §3.2.3 to §3.2.7. */
final class BlockHeader {
    static final int STORED = 0;
    static final int FIXED = 1;
    static final int DYNAMIC = 2;

    private static final int PRECODE_BITS = 7;
    private static final byte[] PRECODE_ORDER = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};

    private final BitInput input;
    private final CodeTables tables = new CodeTables();
    private final byte[] lengths = new byte[CodeTables.LITLEN_SYMBOLS + CodeTables.DISTANCE_SYMBOLS];
    private final byte[] precodeLengths = new byte[19];

    /** Indexed by the next seven bits: symbol times 8 plus code length, or 0 where no code is. */
    private final short[] precode = new short[1 << PRECODE_BITS];

    private boolean last;
    private int type;
    private int storedLength;
    private int[] codes = CodeTables.fixedEntries();

    BlockHeader(BitInput input) {
        this.input = input;
    }

    /** Whether no block follows this one. */
    boolean last() {
        return last;
    }

    /** One of {@link #STORED}, {@link #FIXED}, {@link #DYNAMIC}. */
    int type() {
        return type;
    }

    /** How many bytes a stored block holds. */
    int storedLength() {
        return storedLength;
    }

    /** The tables of a block that is not stored. */
    int[] codes() {
        return codes;
    }

    /** Reads the header that begins at the input's current bit, up to the first bit of the block's content. */
    void read() throws IOException {
        int head = input.take(3);
        last = (head & 1) != 0;
        type = head >>> 1;
        switch (type) {
            case STORED -> readStored();
            case FIXED -> codes = CodeTables.fixedEntries();
            case DYNAMIC -> readDynamic();
            default -> {
                input.checkNotOverrun();
                throw DeflateFaults.at(input, "block type 3 is reserved", "RFC 1951 §3.2.3");
            }
        }
        input.checkNotOverrun();
    }

    private void readStored() throws IOException {
        input.alignToByte();
        storedLength = input.take(16);
        int complement = input.take(16);
        input.checkNotOverrun();
        if ((storedLength ^ complement) != 0xFFFF) {
            throw DeflateFaults.at(
                    input, "stored block's length " + storedLength + " and its complement disagree", "RFC 1951 §3.2.4");
        }
        input.alignToByte();
    }

    private void readDynamic() throws IOException {
        int litlens = input.take(5) + 257;
        int distances = input.take(5) + 1;
        int precodes = input.take(4) + 4;
        if (litlens > 286 || distances > 30) {
            throw fault("block announces " + litlens + " literal/length and " + distances
                    + " distance codes, 286 and 30 at most");
        }
        java.util.Arrays.fill(precodeLengths, (byte) 0);
        for (int i = 0; i < precodes; i++) {
            precodeLengths[PRECODE_ORDER[i]] = (byte) input.take(3);
        }
        if (!buildPrecode()) {
            throw fault("code length code is over-subscribed or incomplete");
        }
        readLengths(litlens + distances);
        if (lengths[256] == 0) {
            throw fault("block has no end-of-block code");
        }
        String problem = tables.build(lengths, litlens, distances);
        if (problem != null) {
            throw fault(problem);
        }
        codes = tables.entries;
    }

    private void readLengths(int total) throws IOException {
        int have = 0;
        while (have < total) {
            input.require(14);
            int entry = precode[input.peek(PRECODE_BITS)];
            input.drop(entry & 7);
            int symbol = entry >>> 3;
            if (symbol < 16) {
                lengths[have++] = (byte) symbol;
                continue;
            }
            byte value = 0;
            int repeat;
            if (symbol == 16) {
                if (have == 0) {
                    throw fault("code lengths begin with a repetition");
                }
                value = lengths[have - 1];
                repeat = 3 + input.peek(2);
                input.drop(2);
            } else if (symbol == 17) {
                repeat = 3 + input.peek(3);
                input.drop(3);
            } else {
                repeat = 11 + input.peek(7);
                input.drop(7);
            }
            if (repeat > total - have) {
                throw fault("code lengths repeat past the " + total + " announced");
            }
            java.util.Arrays.fill(lengths, have, have + repeat, value);
            have += repeat;
        }
    }

    /** Lays the code of code lengths out; it must be complete and not empty. */
    private boolean buildPrecode() {
        int code = 0;
        for (int length = 1; length <= PRECODE_BITS; length++) {
            for (int symbol = 0; symbol < 19; symbol++) {
                if (precodeLengths[symbol] == length) {
                    if (code >= 1 << PRECODE_BITS) {
                        return false;
                    }
                    // Codes ascend from the top bit down; the stream sends their top bit first.
                    int reversed = Integer.reverse(code) >>> (32 - PRECODE_BITS);
                    for (int i = reversed; i < 1 << PRECODE_BITS; i += 1 << length) {
                        precode[i] = (short) (symbol << 3 | length);
                    }
                    code += 1 << (PRECODE_BITS - length);
                }
            }
        }
        return code == 1 << PRECODE_BITS;
    }

    private IOException fault(String problem) throws IOException {
        input.checkNotOverrun();
        return DeflateFaults.at(input, problem, "RFC 1951 §3.2.7");
    }
}
