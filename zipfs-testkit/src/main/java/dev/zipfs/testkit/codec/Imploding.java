package dev.zipfs.testkit.codec;

/**
 * Method 6 (APPNOTE 6.3.10 §5.3): bytes and repetitions by Shannon-Fano codes, which are the same whatever the content: six bits
 * for lengths and distances; with a tree for bytes seven for 64 to 127, eight for those below and nine for those above.
 */
final class Imploding {
    /** Bit 1: a window of 8 KiB and not 4. */
    static final int LARGE_WINDOW = 2;

    /** Bit 2: bytes have a tree of their own. */
    static final int BYTE_TREE = 4;

    private static final byte[] FLAT = {3, (byte) 0xF5, (byte) 0xF5, (byte) 0xF5, (byte) 0xF5};
    private static final byte[] BYTES = {
        15,
        (byte) 0xF7,
        (byte) 0xF7,
        (byte) 0xF7,
        (byte) 0xF7,
        (byte) 0xF6,
        (byte) 0xF6,
        (byte) 0xF6,
        (byte) 0xF6,
        (byte) 0xF8,
        (byte) 0xF8,
        (byte) 0xF8,
        (byte) 0xF8,
        (byte) 0xF8,
        (byte) 0xF8,
        (byte) 0xF8,
        (byte) 0xF8
    };
    private static final int LONGEST_CODED = 63;

    private final BitSink bits = new BitSink();
    private final boolean byteTree;

    private Imploding(boolean byteTree) {
        this.byteTree = byteTree;
    }

    static byte[] pack(byte[] plain, int flags) {
        return new Imploding((flags & BYTE_TREE) != 0).trees(plain, (flags & LARGE_WINDOW) != 0 ? 7 : 6);
    }

    private byte[] trees(byte[] plain, int lowBits) {
        if (byteTree) {
            put(BYTES);
        }
        put(FLAT);
        put(FLAT);
        int shortest = byteTree ? 3 : 2;
        Matches matches = new Matches(plain, 64 << lowBits, shortest + LONGEST_CODED + 255);
        for (int at = 0; at < plain.length; ) {
            int length = matches.find(at);
            if (length > 0) {
                bits.put(0, 1);
                int back = matches.distance() - 1;
                bits.put(back, lowBits);
                flat(back >>> lowBits);
                int counted = length - shortest;
                flat(Math.min(counted, LONGEST_CODED));
                if (counted >= LONGEST_CODED) {
                    bits.put(counted - LONGEST_CODED, 8);
                }
            } else {
                length = 1;
                bits.put(1, 1);
                literal(plain[at] & 0xFF);
            }
            matches.pass(at, length);
            at += length;
        }
        return bits.toBytes();
    }

    /** How long the codes are: one byte less than there are, and then each a length and for how many symbols. */
    private void put(byte[] tree) {
        for (byte b : tree) {
            bits.put(b, 8);
        }
    }

    /** Codes are given away from the last symbol on, the longest first. */
    private void flat(int symbol) {
        bits.putCode(63 - symbol, 6);
    }

    private void literal(int value) {
        if (!byteTree) {
            bits.put(value, 8);
        } else if (value >= 128) {
            bits.putCode(255 - value, 9);
        } else if (value < 64) {
            bits.putCode(64 + 63 - value, 8);
        } else {
            bits.putCode(64 + 127 - value, 7);
        }
    }
}
