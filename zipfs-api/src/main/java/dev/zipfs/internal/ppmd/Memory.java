package dev.zipfs.internal.ppmd;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The model's memory: as large as the data says, but pages of it exist only where something was written, so that the data's word
 * costs nothing. What was never written is 0.
 *
 * <p>Addresses of two bytes are even and those of four divisible by four, so no value crosses a page.
 */
final class Memory {
    /** There is no room for a further page. */
    static final class Exhausted extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Exhausted() {
            super("no memory left for the model", null, false, false);
        }
    }

    static final int PAGE = 1 << 16;

    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final byte[] NONE = {};

    private final byte[][] pages;
    private long left;

    /**
     * Makes memory.
     *
     * @param size bytes
     * @param limit how many of them may exist
     */
    Memory(int size, long limit) {
        this.pages = new byte[(size + PAGE - 1) / PAGE][];
        Arrays.fill(pages, NONE);
        this.left = limit;
    }

    private byte[] page(int address) {
        byte[] page = pages[address >>> 16];
        return page.length == 0 ? make(address >>> 16) : page;
    }

    private byte[] make(int number) {
        if (left < PAGE) {
            throw new Exhausted();
        }
        left -= PAGE;
        byte[] page = new byte[PAGE];
        pages[number] = page;
        return page;
    }

    int u8(int address) {
        return page(address)[address & PAGE - 1] & 0xFF;
    }

    void u8(int address, int value) {
        page(address)[address & PAGE - 1] = (byte) value;
    }

    int u16(int address) {
        return (short) SHORT.get(page(address), address & PAGE - 1) & 0xFFFF;
    }

    void u16(int address, int value) {
        SHORT.set(page(address), address & PAGE - 1, (short) value);
    }

    int i32(int address) {
        return (int) INT.get(page(address), address & PAGE - 1);
    }

    void i32(int address, int value) {
        INT.set(page(address), address & PAGE - 1, value);
    }

    void copy(int from, int to, int bytes) {
        for (int i = 0; i < bytes; i += 4) {
            i32(to + i, i32(from + i));
        }
    }
}
