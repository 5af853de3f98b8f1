package dev.zipfs.internal.zip;

import java.io.ByteArrayOutputStream;

/** Bits, lowest first. */
final class Bits {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private int pending;
    private int count;

    void put(int value, int length) {
        for (int i = 0; i < length; i++) {
            pending |= (value >> i & 1) << count++;
            if (count == 8) {
                bytes.write(pending);
                pending = 0;
                count = 0;
            }
        }
    }

    byte[] toBytes() {
        while (count != 0) {
            put(0, 1);
        }
        return bytes.toByteArray();
    }
}
