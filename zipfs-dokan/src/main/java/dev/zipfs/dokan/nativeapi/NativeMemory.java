package dev.zipfs.dokan.nativeapi;

import com.sun.jna.Pointer;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Native memory by address. Nothing is checked: an address that the driver did not give crashes the process. */
public final class NativeMemory {
    /** A pointer to address 0: JNA's offsets then are addresses, and no object is made for each access. */
    private static final Pointer AT_ZERO = new Pointer(0);

    private static final int PAGE = 4096;
    private static final int STEP = 128;

    private NativeMemory() {}

    public static byte getByte(long address) {
        return AT_ZERO.getByte(address);
    }

    public static short getShort(long address) {
        return AT_ZERO.getShort(address);
    }

    public static int getInt(long address) {
        return AT_ZERO.getInt(address);
    }

    public static long getLong(long address) {
        return AT_ZERO.getLong(address);
    }

    public static void putByte(long address, byte value) {
        AT_ZERO.setByte(address, value);
    }

    public static void putShort(long address, short value) {
        AT_ZERO.setShort(address, value);
    }

    public static void putInt(long address, int value) {
        AT_ZERO.setInt(address, value);
    }

    public static void putLong(long address, long value) {
        AT_ZERO.setLong(address, value);
    }

    public static void clear(long address, long length) {
        AT_ZERO.setMemory(address, length, (byte) 0);
    }

    /**
     * Lays a buffer over memory.
     *
     * @param address where
     * @param length how many bytes
     * @return a direct buffer in the machine's byte order; worthless once the memory is given back
     */
    public static ByteBuffer view(long address, int length) {
        return AT_ZERO.getByteBuffer(address, length);
    }

    /**
     * Reads text of 16-bit units that ends with a zero.
     *
     * @param address where; 0 gives an empty text
     * @param limit how many units are read at most
     * @return the text, or {@code null} if it has no end within the limit
     */
    public static @Nullable String getText(long address, int limit) {
        if (address == 0) {
            return "";
        }
        StringBuilder text = new StringBuilder(STEP);
        short[] units = new short[STEP];
        long at = address;
        while (text.length() < limit) {
            // Memory is mapped by whole pages: what follows the zero may be read up to the end of its page, no further.
            int toPageEnd = (int) (PAGE - (at & (PAGE - 1))) / Short.BYTES;
            int count = Math.max(1, Math.min(Math.min(STEP, toPageEnd), limit - text.length()));
            AT_ZERO.read(at, units, 0, count);
            for (int i = 0; i < count; i++) {
                if (units[i] == 0) {
                    return text.toString();
                }
                text.append((char) units[i]);
            }
            at += (long) count * Short.BYTES;
        }
        return AT_ZERO.getShort(at) == 0 ? text.toString() : null;
    }

    /**
     * Writes text of 16-bit units and a zero.
     *
     * @param address where
     * @param text the text; cut where it does not fit, never within a surrogate pair
     * @param capacity how many units there is room for, the zero included; 1 or more
     */
    public static void putText(long address, String text, int capacity) {
        int length = Math.min(text.length(), capacity - 1);
        if (length < text.length() && length > 0 && Character.isHighSurrogate(text.charAt(length - 1))) {
            length--;
        }
        short[] units = new short[length + 1];
        for (int i = 0; i < length; i++) {
            units[i] = (short) text.charAt(i);
        }
        AT_ZERO.write(address, units, 0, units.length);
    }
}
