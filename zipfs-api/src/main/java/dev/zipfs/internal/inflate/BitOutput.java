package dev.zipfs.internal.inflate;

import java.util.Arrays;

/** Writes bits, least significant first, as a deflate stream has them (RFC 1951 §3.1.1). */
final class BitOutput {
    private byte[] bytes = new byte[64];
    private int size;
    private int bits;
    private int count;

    /** Appends the low {@code n} bits of a value, {@code n} at most 16. */
    void put(int value, int n) {
        bits |= (value & (1 << n) - 1) << count;
        count += n;
        while (count >= Byte.SIZE) {
            if (size == bytes.length) {
                bytes = Arrays.copyOf(bytes, size * 2);
            }
            bytes[size++] = (byte) bits;
            bits >>>= Byte.SIZE;
            count -= Byte.SIZE;
        }
    }

    /** Appends zero bits up to the next byte boundary. */
    void align() {
        put(0, -count & 7);
    }

    /** How many bits there are. */
    int length() {
        return size * Byte.SIZE + count;
    }

    /** The bytes; the number of bits must be a multiple of 8. */
    byte[] toBytes() {
        if (count != 0) {
            throw new IllegalStateException(count + " bits past a byte boundary");
        }
        return Arrays.copyOf(bytes, size);
    }
}
