package dev.zipfs.internal.zip;

import dev.zipfs.LimitExceededException;
import java.util.Arrays;

/**
 * The few names that cannot be served from the directory's own bytes, one after the other in one array. Not thread-safe
 * while it grows.
 */
final class NameTable {
    private static final int LARGEST = Integer.MAX_VALUE - 16;

    private byte[] bytes = new byte[0];

    /** Where each name ends. */
    private int[] ends = new int[0];

    private int count;

    /** Takes a name and gives its number. */
    int add(byte[] name) throws LimitExceededException {
        int start = count == 0 ? 0 : ends[count - 1];
        if (name.length > LARGEST - start) {
            throw new LimitExceededException("bytes of names", LARGEST, "maxNameBytes");
        }
        int end = start + name.length;
        if (end > bytes.length) {
            bytes = Arrays.copyOf(bytes, (int) Math.min(LARGEST, Math.max(end, bytes.length * 3L / 2 + 64)));
        }
        if (count == ends.length) {
            ends = Arrays.copyOf(ends, count + (count >> 1) + 16);
        }
        System.arraycopy(name, 0, bytes, start, name.length);
        ends[count] = end;
        return count++;
    }

    int length(int number) {
        return ends[number] - start(number);
    }

    int copy(int number, byte[] dst, int offset) {
        int length = length(number);
        System.arraycopy(bytes, start(number), dst, offset, length);
        return length;
    }

    /** The last byte of a name that has one. */
    byte last(int number) {
        return bytes[ends[number] - 1];
    }

    /** Gives back what was reserved for more. */
    void trim() {
        if (count > 0) {
            bytes = Arrays.copyOf(bytes, ends[count - 1]);
            ends = Arrays.copyOf(ends, count);
        }
    }

    private int start(int number) {
        return number == 0 ? 0 : ends[number - 1];
    }
}
