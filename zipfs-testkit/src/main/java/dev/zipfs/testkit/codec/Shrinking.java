package dev.zipfs.testkit.codec;

import java.util.HashMap;
import java.util.Map;

/**
 * Method 1 (APPNOTE 6.3.10 §5.1): codes for what was seen before, of 9 bits at first and up to 13. When all are given away, no
 * more are: the table is never cleared.
 */
final class Shrinking {
    private static final int CONTROL = 256;
    private static final int WIDER = 1;
    private static final int CODES = 1 << 13;

    private final BitSink bits = new BitSink();
    private int width = 9;

    private Shrinking() {}

    static byte[] pack(byte[] plain) {
        Shrinking shrinking = new Shrinking();
        Map<Integer, Integer> codes = new HashMap<>();
        int next = CONTROL + 1;
        int seen = -1;
        for (byte b : plain) {
            int more = seen << 8 | b & 0xFF;
            Integer code = seen < 0 ? Integer.valueOf(b & 0xFF) : codes.get(more);
            if (code != null) {
                seen = code;
                continue;
            }
            shrinking.put(seen);
            if (next < CODES) {
                codes.put(more, next++);
            }
            seen = b & 0xFF;
        }
        if (seen >= 0) {
            shrinking.put(seen);
        }
        return shrinking.bits.toBytes();
    }

    private void put(int code) {
        while (code >>> width != 0) {
            bits.put(CONTROL, width);
            bits.put(WIDER, width);
            width++;
        }
        bits.put(code, width);
    }
}
