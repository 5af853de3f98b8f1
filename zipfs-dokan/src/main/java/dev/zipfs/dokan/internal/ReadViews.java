package dev.zipfs.dokan.internal;

import dev.zipfs.dokan.nativeapi.NativeMemory;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Buffers over the memory that reads go into. The library takes that memory from pools, so the same few places come again and
 * again, and a thread that remembers its last ones makes no object for a read. A remembered buffer is only given out for an
 * address that the library has just handed over; it needs no object to free and does no harm once its memory is gone.
 */
final class ReadViews {
    private static final int REMEMBERED = 8;
    private static final int LARGEST_REMEMBERED = 1 << 20;

    private static final class View {
        long address;
        int capacity;

        @Nullable
        ByteBuffer buffer;
    }

    private static final ThreadLocal<View[]> MINE = ThreadLocal.withInitial(() -> {
        View[] views = new View[REMEMBERED];
        for (int i = 0; i < views.length; i++) {
            views[i] = new View();
        }
        return views;
    });

    private ReadViews() {}

    /** A buffer over the memory, its position 0 and its limit the length. */
    static ByteBuffer of(long address, int length) {
        if (length > LARGEST_REMEMBERED) {
            return NativeMemory.view(address, length);
        }
        View view = MINE.get()[(int) (address >>> 12) & (REMEMBERED - 1)];
        ByteBuffer buffer = view.buffer;
        if (buffer == null || view.address != address || view.capacity < length) {
            buffer = NativeMemory.view(address, length);
            view.buffer = buffer;
            view.address = address;
            view.capacity = length;
        }
        return buffer.clear().limit(length);
    }
}
