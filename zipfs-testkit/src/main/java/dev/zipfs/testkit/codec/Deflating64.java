package dev.zipfs.testkit.codec;

/**
 * Method 9: deflate with a window of 64 KiB and matches of up to 65,538 bytes, in blocks of the fixed code (RFC 1951 §3.2.6;
 * symbol 285 has 16 extra bits, distance symbols 30 and 31 have 14).
 */
final class Deflating64 {
    private static final int SYMBOLS_IN_BLOCK = 5000;
    private static final int END_OF_BLOCK = 256;

    private final BitSink bits = new BitSink();

    private Deflating64() {}

    static byte[] pack(byte[] plain) {
        return new Deflating64().blocks(plain);
    }

    private byte[] blocks(byte[] plain) {
        Matches matches = new Matches(plain, 1 << 16, 3 + 0xFFFF);
        int at = 0;
        do {
            bits.put(0, 1);
            bits.put(1, 2);
            for (int n = 0; n < SYMBOLS_IN_BLOCK && at < plain.length; n++) {
                int length = matches.find(at);
                if (length > 0) {
                    match(length, matches.distance());
                } else {
                    length = 1;
                    symbol(plain[at] & 0xFF);
                }
                matches.pass(at, length);
                at += length;
            }
            symbol(END_OF_BLOCK);
        } while (at < plain.length);
        bits.put(1, 1);
        bits.put(1, 2);
        symbol(END_OF_BLOCK);
        return bits.toBytes();
    }

    private void match(int length, int distance) {
        int over = length - 3;
        if (over < 8) {
            symbol(257 + over);
        } else if (over >= 255) {
            symbol(285);
            bits.put(over, 16);
        } else {
            int extra = 29 - Integer.numberOfLeadingZeros(over);
            symbol(257 + (extra << 2) + (over >>> extra));
            bits.put(over, extra);
        }
        int back = distance - 1;
        int extra = back < 4 ? 0 : 30 - Integer.numberOfLeadingZeros(back);
        bits.putCode((extra << 1) + (back >>> extra), 5);
        bits.put(back, extra);
    }

    private void symbol(int symbol) {
        if (symbol < 144) {
            bits.putCode(0x30 + symbol, 8);
        } else if (symbol < 256) {
            bits.putCode(0x190 + symbol - 144, 9);
        } else if (symbol < 280) {
            bits.putCode(symbol - 256, 7);
        } else {
            bits.putCode(0xC0 + symbol - 280, 8);
        }
    }
}
