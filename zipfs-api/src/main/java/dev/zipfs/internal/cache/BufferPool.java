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
    private final DriveCounters counters;
    private final ArrayDeque<byte[]> free = new ArrayDeque<>();
    private long inUse;
    private long mostInUse;

    BufferPool(int blockSize, DriveCounters counters) {
        this.blockSize = blockSize;
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
        mostInUse = Math.max(mostInUse, inUse);
        counters.add(Metric.MEMORY_BYTES, length);
        return bytes;
    }

    void give(byte[] bytes) {
        inUse -= bytes.length;
        counters.add(Metric.MEMORY_BYTES, -bytes.length);
        // With what lies in wait there is never more than was in use at once.
        long total = inUse + (free.size() + 1L) * blockSize;
        if (bytes.length == blockSize && free.size() < MOST_KEPT && total <= mostInUse) {
            free.addLast(bytes);
        }
    }

    void clear() {
        free.clear();
    }
}
