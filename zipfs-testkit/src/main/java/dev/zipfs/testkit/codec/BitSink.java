package dev.zipfs.testkit.codec;

import java.io.ByteArrayOutputStream;

/** Bits, lowest first, as all the methods here have them. */
final class BitSink {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private long pending;
    private int count;

    /** Up to 32 bits. */
    void put(int value, int length) {
        pending |= (value & (1L << length) - 1) << count;
        count += length;
        while (count >= 8) {
            bytes.write((int) pending);
            pending >>>= 8;
            count -= 8;
        }
    }

    /** A code, whose highest bit comes first. */
    void putCode(int code, int length) {
        put(Integer.reverse(code) >>> Integer.SIZE - length, length);
    }

    /** All of them, filled up with zeros to a whole byte. */
    byte[] toBytes() {
        put(0, 7);
        return bytes.toByteArray();
    }
}
