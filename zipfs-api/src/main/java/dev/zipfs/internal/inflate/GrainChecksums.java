package dev.zipfs.internal.inflate;

import java.util.Arrays;
import java.util.zip.CRC32;

/**
 * A CRC-32 for every grain of the plain bytes, so that bytes that are decoded again, from any checkpoint, can be checked without
 * decoding the whole entry again. A grain is 64 KiB, more for entries so large that it would take more than
 * {@value #MAX_GRAINS} of them. Not thread-safe.
 */
final class GrainChecksums {
    private static final int SMALLEST_GRAIN = 1 << 16;
    private static final int MAX_GRAINS = 1 << 18;

    private final long plainSize;
    private final long grain;
    private int[] values = new int[16];
    private int count;

    GrainChecksums(long plainSize) {
        this.plainSize = plainSize;
        long size = SMALLEST_GRAIN;
        while (plainSize / size >= MAX_GRAINS) {
            size <<= 1;
        }
        this.grain = size;
    }

    /** How many bytes a grain has; the last one may have fewer. */
    long grain() {
        return grain;
    }

    int count() {
        return count;
    }

    /** How many there are when all are known. */
    int total() {
        return (int) ((plainSize + grain - 1) / grain);
    }

    int value(int number) {
        return values[number];
    }

    /** Learns a grain's checksum, or compares it: false if it is known to be another. One that comes out of turn is ignored. */
    boolean put(long number, int value) {
        if (number < count) {
            return values[(int) number] == value;
        }
        if (number == count && count < total()) {
            if (count == values.length) {
                values = Arrays.copyOf(values, count * 2);
            }
            values[count++] = value;
        }
        return true;
    }

    /** Whether bytes agree with all known grains that they hold whole. */
    boolean agree(long position, byte[] bytes, int offset, int length) {
        CRC32 crc = new CRC32();
        long end = position + length;
        for (long number = (position + grain - 1) / grain; number < count; number++) {
            long from = number * grain;
            long to = Math.min(from + grain, plainSize);
            if (to > end) {
                break;
            }
            crc.reset();
            crc.update(bytes, offset + (int) (from - position), (int) (to - from));
            if ((int) crc.getValue() != values[(int) number]) {
                return false;
            }
        }
        return true;
    }

    /** The CRC-32 of all plain bytes, once {@link #count} is {@link #total}. */
    int whole() {
        Crc32Combiner combiner = new Crc32Combiner(grain);
        int crc = 0;
        for (int i = 0; i < count - 1; i++) {
            crc = combiner.combine(crc, values[i]);
        }
        if (count > 0) {
            crc = new Crc32Combiner(plainSize - (count - 1) * grain).combine(crc, values[count - 1]);
        }
        return crc;
    }

    long memory() {
        return (long) values.length * Integer.BYTES;
    }
}
