package dev.zipfs.testkit.model;

import java.util.Arrays;

/** Collects a record byte by byte, least significant byte first. Not thread-safe. */
final class LittleEndianBuffer {
    private byte[] bytes = new byte[64];
    private int size;

    LittleEndianBuffer u8(int value) {
        room(1);
        bytes[size++] = (byte) value;
        return this;
    }

    LittleEndianBuffer u16(int value) {
        return u8(value).u8(value >>> 8);
    }

    LittleEndianBuffer u32(long value) {
        return u16((int) value).u16((int) (value >>> 16));
    }

    LittleEndianBuffer u64(long value) {
        return u32(value).u32(value >>> 32);
    }

    LittleEndianBuffer put(byte[] more) {
        room(more.length);
        System.arraycopy(more, 0, bytes, size, more.length);
        size += more.length;
        return this;
    }

    int size() {
        return size;
    }

    byte[] toBytes() {
        return Arrays.copyOf(bytes, size);
    }

    private void room(int more) {
        if (size + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, size + more));
        }
    }
}
