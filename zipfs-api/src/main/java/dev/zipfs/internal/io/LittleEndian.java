package dev.zipfs.internal.io;

/**
 * Numbers as they stand in ZIP records: little-endian, unsigned. Plain shifts rather than {@code VarHandle}: the first
 * use of those costs a fresh JVM more than a small archive takes to open.
 */
public final class LittleEndian {
    private LittleEndian() {}

    /** One byte, 0 to 255. */
    public static int u8(byte[] bytes, int at) {
        return bytes[at] & 0xFF;
    }

    /** Two bytes, 0 to 65,535. */
    public static int u16(byte[] bytes, int at) {
        return bytes[at] & 0xFF | (bytes[at + 1] & 0xFF) << 8;
    }

    /** Four bytes as they are: for signatures and signed fields. Of small parts, which a fresh JVM's first compiler inlines. */
    public static int i32(byte[] bytes, int at) {
        return u16(bytes, at) | u16(bytes, at + 2) << 16;
    }

    /** Four bytes, 0 to 2^32 - 1. */
    public static long u32(byte[] bytes, int at) {
        return i32(bytes, at) & 0xFFFF_FFFFL;
    }

    /** Eight bytes as they are; negative means 2^63 or more. */
    public static long i64(byte[] bytes, int at) {
        return u32(bytes, at) | (long) i32(bytes, at + 4) << 32;
    }

    /** Writes two bytes. */
    public static void putU16(byte[] bytes, int at, int value) {
        bytes[at] = (byte) value;
        bytes[at + 1] = (byte) (value >> 8);
    }

    /** Writes four bytes. */
    public static void putI32(byte[] bytes, int at, int value) {
        bytes[at] = (byte) value;
        bytes[at + 1] = (byte) (value >> 8);
        bytes[at + 2] = (byte) (value >> 16);
        bytes[at + 3] = (byte) (value >> 24);
    }

    /** Writes a 64-bit number. */
    public static void putI64(byte[] bytes, int at, long value) {
        putI32(bytes, at, (int) value);
        putI32(bytes, at + Integer.BYTES, (int) (value >>> 32));
    }
}
