package dev.zipfs.winfsp.internal;

import com.kenai.jffi.MemoryIO;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** What a thread uses again and again, so that a request makes no garbage. Not thread-safe. */
final class Scratch {
    private static final MemoryIO MEMORY = MemoryIO.getInstance();
    private static final int BUFFERS = 4;
    private static final int LONGEST_PATH = 1 << 20;

    byte[] path = new byte[1024];
    private final long[] addresses = new long[BUFFERS];
    private final ByteBuffer[] buffers = new ByteBuffer[BUFFERS];
    private int next;
    private ByteBuffer nativeText = ByteBuffer.allocateDirect(1024);
    private final ByteBuffer nativeStat;

    Scratch(FuseLayout layout) {
        this.nativeStat = ByteBuffer.allocateDirect(layout.statSize + 8);
    }

    /** Copies a C string to {@link #path}. Gives its length, -1 if it is longer than any path we serve. */
    int readPath(long address) {
        int length = 0;
        for (byte b = MEMORY.getByte(address); b != 0; b = MEMORY.getByte(address + length)) {
            if (length == path.length) {
                if (length >= LONGEST_PATH) {
                    return -1;
                }
                path = Arrays.copyOf(path, 2 * length);
            }
            path[length++] = b;
        }
        return length;
    }

    /** A buffer over the driver's memory. Drivers use the same few blocks again and again, so we keep the last ones. */
    ByteBuffer over(long address, int size) {
        int slot = next;
        for (int i = 0; i < BUFFERS; i++) {
            ByteBuffer kept = buffers[i];
            if (kept != null && addresses[i] == address) {
                if (kept.capacity() >= size) {
                    return kept.clear().limit(size);
                }
                slot = i;
            }
        }
        ByteBuffer made = MEMORY.newDirectByteBuffer(address, size);
        addresses[slot] = address;
        buffers[slot] = made;
        next = (next + 1) % BUFFERS;
        return made;
    }

    /** A C string. */
    long text(byte[] utf8, int length) {
        if (length >= nativeText.capacity()) {
            nativeText = ByteBuffer.allocateDirect(Math.max(length + 1, 2 * nativeText.capacity()));
        }
        nativeText.put(0, utf8, 0, length).put(length, (byte) 0);
        return MEMORY.getDirectBufferAddress(nativeText);
    }

    long stat() {
        return MEMORY.getDirectBufferAddress(nativeStat);
    }
}
