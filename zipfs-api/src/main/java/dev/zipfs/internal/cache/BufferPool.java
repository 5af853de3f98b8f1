package dev.zipfs.internal.cache;

import dev.zipfs.DriveStatistics.Metric;
import dev.zipfs.ZipDriveException;
import dev.zipfs.internal.metrics.DriveCounters;
import java.io.IOException;
import java.util.ArrayDeque;

/**
 * The arrays blocks live in. Whole blocks are recycled, so that a full cache allocates none; short last blocks are as long as
 * their bytes and left to the garbage collector. Guarded by the cache's lock.
 */
final class BufferPool {
    private static final int MOST_KEPT = 64;

    private final int blockSize;
    private final long budget;
    private final DriveCounters counters;
    private final ArrayDeque<byte[]> free = new ArrayDeque<>();
    private long inUse;

    BufferPool(int blockSize, long budget, DriveCounters counters) {
        this.blockSize = blockSize;
        this.budget = budget;
        this.counters = counters;
    }

    byte[] take(int length) throws IOException {
        byte[] bytes = length == blockSize ? free.pollLast() : null;
        if (bytes == null) {
            try {
                bytes = new byte[length];
            } catch (OutOfMemoryError e) {
                throw new ZipDriveException("no memory for a block of " + length + " bytes: give the JVM more heap", e);
            }
        }
        inUse += length;
        counters.add(Metric.MEMORY_BYTES, length);
        return bytes;
    }

    void give(byte[] bytes) {
        inUse -= bytes.length;
        counters.add(Metric.MEMORY_BYTES, -bytes.length);
        // What lies in wait counts like what is in use: never more than the budget, and one to decode into.
        long total = inUse + (long) (free.size() + 1) * blockSize;
        if (bytes.length == blockSize && free.size() < MOST_KEPT && total <= budget + blockSize) {
            free.addLast(bytes);
        }
    }

    void clear() {
        free.clear();
    }
}
