package dev.zipfs.winfsp.internal;

import dev.zipfs.spi.OpenFile;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The numbers that the driver knows open files by. A number holds a slot and how often the slot was used before, so that a
 * number that was closed is not taken for the one that follows it. Looking up takes no lock and makes no garbage.
 * Thread-safe.
 */
final class HandleTable {
    private record Slot(long handle, OpenFile file) {}

    private final ArrayDeque<Integer> free = new ArrayDeque<>();
    private volatile @Nullable Slot[] slots = new Slot[16];
    private int used;
    /** Starts at 1: handle 0 is what drivers pass where there is none. */
    private int generation = 1;

    synchronized long add(OpenFile file) {
        Integer reused = free.poll();
        int index = reused != null ? reused : used++;
        @Nullable Slot[] table = slots;
        if (index == table.length) {
            table = Arrays.copyOf(table, 2 * table.length);
        }
        long handle = (long) generation << 32 | index;
        generation = generation == Integer.MAX_VALUE ? 1 : generation + 1;
        table[index] = new Slot(handle, file);
        slots = table; // the volatile write that publishes the element
        return handle;
    }

    @Nullable
    OpenFile get(long handle) {
        @Nullable Slot[] table = slots;
        int index = (int) handle;
        if (index < 0 || index >= table.length) {
            return null;
        }
        Slot slot = table[index];
        return slot != null && slot.handle == handle ? slot.file : null;
    }

    synchronized @Nullable OpenFile remove(long handle) {
        OpenFile file = get(handle);
        if (file != null) {
            @Nullable Slot[] table = slots;
            table[(int) handle] = null;
            slots = table;
            free.add((int) handle);
        }
        return file;
    }

    synchronized int size() {
        return used - free.size();
    }

    /** Empties the table; for what the driver never released. */
    synchronized List<OpenFile> removeAll() {
        List<OpenFile> left = new ArrayList<>();
        for (Slot slot : slots) {
            if (slot != null) {
                left.add(slot.file);
                remove(slot.handle);
            }
        }
        return left;
    }
}
