package dev.zipfs.internal.ppmd;

import java.util.Arrays;

/**
 * Hands out blocks of units of twelve bytes, in 38 sizes. At the bottom of the memory lies the text, above it the units; single
 * units are taken from the top, larger blocks from below, and what is given back is kept in a list per size.
 *
 * <p>A block that is free holds a stamp of all ones, which nothing else begins with, the next block of its list, and its size.
 */
final class Units {
    static final int UNIT = 12;
    static final int SIZES = 38;
    private static final int EMPTY = -1;
    private static final int NEXT = 4;
    private static final int COUNT = 8;

    private static final int[] UNITS_OF = new int[SIZES];
    private static final int[] SIZE_OF = new int[128];

    static {
        int units = 0;
        for (int size = 0; size < SIZES; size++) {
            int step = size >= 12 ? 4 : (size >> 2) + 1;
            for (int i = 0; i < step; i++) {
                SIZE_OF[units++] = size;
            }
            UNITS_OF[size] = units;
        }
    }

    final Memory memory;
    private final int total;
    private final int[] free = new int[SIZES];
    private final int[] freeCount = new int[SIZES];
    private int untilGlue;
    private int low;
    private int high;

    /** Where the text ends, and where the units start that have been handed out. */
    int text;

    int start;

    Units(Memory memory, int total) {
        this.memory = memory;
        this.total = total;
    }

    void reset() {
        Arrays.fill(free, 0);
        Arrays.fill(freeCount, 0);
        text = 0;
        high = total;
        start = high - total / 8 / UNIT * 7 * UNIT;
        low = start;
        untilGlue = 0;
    }

    static int sizeOf(int units) {
        return SIZE_OF[units - 1];
    }

    private void insert(int block, int size) {
        memory.i32(block, EMPTY);
        memory.i32(block + NEXT, free[size]);
        memory.i32(block + COUNT, UNITS_OF[size]);
        free[size] = block;
        freeCount[size]++;
    }

    private int remove(int size) {
        int block = free[size];
        free[size] = memory.i32(block + NEXT);
        freeCount[size]--;
        return block;
    }

    private void insertRest(int block, int units) {
        int size = sizeOf(units);
        if (UNITS_OF[size] != units) {
            int smaller = UNITS_OF[--size];
            insert(block + smaller * UNIT, units - smaller - 1);
        }
        insert(block, size);
    }

    private void split(int block, int from, int to) {
        insertRest(block + UNITS_OF[to] * UNIT, UNITS_OF[from] - UNITS_OF[to]);
    }

    /** Joins free blocks that lie side by side. */
    private void glue() {
        untilGlue = 1 << 13;
        Arrays.fill(freeCount, 0);
        if (low != high) {
            // Where the units end that were handed out, a block must not go on.
            memory.i32(low, 0);
        }
        int head = 0;
        int previous = 0;
        for (int size = 0; size < SIZES; size++) {
            int block = free[size];
            free[size] = 0;
            while (block != 0) {
                int units = memory.i32(block + COUNT);
                if (units != 0) {
                    if (previous == 0) {
                        head = block;
                    } else {
                        memory.i32(previous + NEXT, block);
                    }
                    previous = block;
                    int neighbour = block + units * UNIT;
                    while (neighbour < total && memory.i32(neighbour) == EMPTY) {
                        units += memory.i32(neighbour + COUNT);
                        memory.i32(neighbour + COUNT, 0);
                        neighbour = block + units * UNIT;
                    }
                    memory.i32(block + COUNT, units);
                }
                block = memory.i32(block + NEXT);
            }
        }
        if (previous != 0) {
            memory.i32(previous + NEXT, 0);
        }
        while (head != 0) {
            int block = head;
            head = memory.i32(block + NEXT);
            int units = memory.i32(block + COUNT);
            if (units == 0) {
                continue;
            }
            for (; units > 128; units -= 128, block += 128 * UNIT) {
                insert(block, SIZES - 1);
            }
            insertRest(block, units);
        }
    }

    private int allocateRarely(int size) {
        if (untilGlue == 0) {
            glue();
            if (free[size] != 0) {
                return remove(size);
            }
        }
        int larger = size;
        do {
            if (++larger == SIZES) {
                int bytes = UNITS_OF[size] * UNIT;
                untilGlue--;
                if (start - text <= bytes) {
                    return 0;
                }
                start -= bytes;
                return start;
            }
        } while (free[larger] == 0);
        int block = remove(larger);
        split(block, larger, size);
        return block;
    }

    /** A block of a size, or 0. */
    int allocate(int size) {
        if (free[size] != 0) {
            return remove(size);
        }
        int bytes = UNITS_OF[size] * UNIT;
        if (high - low >= bytes) {
            low += bytes;
            return low - bytes;
        }
        return allocateRarely(size);
    }

    /** A unit for a context, or 0. */
    int allocateContext() {
        if (high != low) {
            high -= UNIT;
            return high;
        }
        return free[0] != 0 ? remove(0) : allocateRarely(0);
    }

    /** The same content in fewer units. */
    int shrink(int block, int from, int to) {
        int fromSize = sizeOf(from);
        int toSize = sizeOf(to);
        if (fromSize == toSize) {
            return block;
        }
        if (free[toSize] != 0) {
            int moved = remove(toSize);
            memory.copy(block, moved, to * UNIT);
            insert(block, fromSize);
            return moved;
        }
        split(block, fromSize, toSize);
        return block;
    }

    /** The same content in a block one size larger; 0 if there is none. */
    int grow(int block, int units) {
        int size = sizeOf(units);
        if (size == sizeOf(units + 1)) {
            return block;
        }
        int grown = allocate(size + 1);
        if (grown != 0) {
            memory.copy(block, grown, units * UNIT);
            insert(block, size);
        }
        return grown;
    }

    void release(int block, int units) {
        insert(block, sizeOf(units));
    }

    /** Gives a unit back: to the text if it is the first one. */
    void releaseUnit(int block) {
        if (block != start) {
            insert(block, 0);
        } else {
            start += UNIT;
        }
    }

    /** Moves a block that is close to the text, if there is a free one above. */
    int moveUp(int block, int units) {
        int size = sizeOf(units);
        if (block - start > 1 << 14 || block > free[size]) {
            return block;
        }
        int moved = remove(size);
        memory.copy(block, moved, units * UNIT);
        if (block != start) {
            insert(block, size);
        } else {
            start += UNITS_OF[size] * UNIT;
        }
        return moved;
    }

    /** Gives the free blocks that the units start with to the text. */
    void expandText() {
        int[] taken = new int[SIZES];
        if (low != high) {
            memory.i32(low, 0);
        }
        while (start < total && memory.i32(start) == EMPTY) {
            int units = memory.i32(start + COUNT);
            memory.i32(start, 0);
            taken[sizeOf(units)]++;
            start += units * UNIT;
        }
        for (int size = 0; size < SIZES; size++) {
            freeCount[size] -= taken[size];
            int previous = 0;
            int block = free[size];
            while (taken[size] > 0) {
                int next = memory.i32(block + NEXT);
                if (memory.i32(block) != 0) {
                    previous = block;
                } else {
                    if (previous == 0) {
                        free[size] = next;
                    } else {
                        memory.i32(previous + NEXT, next);
                    }
                    taken[size]--;
                }
                block = next;
            }
        }
    }

    int total() {
        return total;
    }

    /** How much is in use. */
    int used() {
        int units = 0;
        for (int size = 0; size < SIZES; size++) {
            units += freeCount[size] * UNITS_OF[size];
        }
        return total - (high - low) - (start - text) - units * UNIT;
    }

    /** All is as it was before anything was glued: the next shortage joins blocks first. */
    void glueNextTime() {
        untilGlue = 0;
    }
}
