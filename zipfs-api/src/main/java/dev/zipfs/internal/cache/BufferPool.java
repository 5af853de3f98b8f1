package dev.zipfs.internal.cache;

import dev.zipfs.DriveStatistics.Metric;
import dev.zipfs.internal.metrics.DriveCounters;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The buffers that blocks live in. Guarded by the cache's lock.
 *
 * <p>Whole blocks lie outside the Java heap: there a cache of 275 MiB fills with two thirds of the processor time and of the
 * resident memory that arrays on the heap take, which G1 copies until it believes that they stay, and without its pauses. Outside
 * the heap nothing is given back before a garbage collection, so these buffers are used again and again: a cache that is full
 * allocates none, and what a closed cache leaves serves the next one if it comes before the collector. Short last blocks, of which
 * there may be one for each of many small entries, are left to the heap.
 */
final class BufferPool {
    /** Each piece of memory is a mapping of its own, of which a process may have some ten thousand: large caches take large ones. */
    private static final int BUDGET_PER_BLOCK_OF_A_PIECE = 30;

    private static final int MOST_BLOCKS_PER_PIECE = 16;

    private static final Leftovers LEFT = new Leftovers();

    private final int blockSize;
    private final int blocksPerPiece;
    private final IntFunction<ByteBuffer> memory;
    private final DriveCounters counters;
    private final ArrayDeque<ByteBuffer> free = new ArrayDeque<>();
    private long inUse;
    private long mostInUse;
    private boolean closed;

    BufferPool(int blockSize, long budget, IntFunction<ByteBuffer> memory, DriveCounters counters) {
        this.blockSize = blockSize;
        this.memory = memory;
        this.blocksPerPiece = (int) Math.max(1, Math.min(MOST_BLOCKS_PER_PIECE, budget >> BUDGET_PER_BLOCK_OF_A_PIECE));
        this.counters = counters;
    }

    /**
     * Gives a buffer with room for so many bytes.
     *
     * @throws OutOfMemoryError if the JVM has no more memory of the kind, which is a matter of its settings
     */
    ByteBuffer take(int length) {
        ByteBuffer buffer = length == blockSize ? takeWhole() : ByteBuffer.allocate(length);
        inUse += length;
        mostInUse = Math.max(mostInUse, inUse);
        trim();
        counters.add(Metric.MEMORY_BYTES, length);
        return buffer;
    }

    private ByteBuffer takeWhole() {
        ByteBuffer buffer = free.pollLast();
        if (buffer == null) {
            buffer = LEFT.take(blockSize);
        }
        if (buffer == null) {
            ByteBuffer piece = memory.apply(blocksPerPiece * blockSize);
            for (int i = 1; i < blocksPerPiece; i++) {
                free.addLast(piece.slice(i * blockSize, blockSize));
            }
            buffer = piece.slice(0, blockSize);
        }
        return buffer;
    }

    void give(ByteBuffer buffer) {
        inUse -= buffer.capacity();
        counters.add(Metric.MEMORY_BYTES, -buffer.capacity());
        if (buffer.capacity() != blockSize) {
            return;
        }
        if (closed) {
            LEFT.give(buffer);
        } else {
            free.addLast(buffer.clear());
            trim();
        }
    }

    /** With what lies in wait there is never more than was in use at once, but for the rest of a piece. */
    private void trim() {
        while (free.size() >= blocksPerPiece && inUse + (long) free.size() * blockSize > mostInUse) {
            LEFT.give(free.removeFirst());
        }
    }

    /** Leaves what lies in wait, and what comes back later, to other caches or the garbage collector. */
    void close() {
        closed = true;
        while (!free.isEmpty()) {
            LEFT.give(free.removeFirst());
        }
    }

    /** What no cache has in use, as long as the garbage collector leaves it there. Thread-safe. */
    private static final class Leftovers {
        private final ConcurrentLinkedDeque<WeakReference<ByteBuffer>> buffers = new ConcurrentLinkedDeque<>();

        void give(ByteBuffer buffer) {
            if (buffer.capacity() == BlockCache.BLOCK_SIZE) {
                buffers.addLast(new WeakReference<>(buffer.clear()));
            }
        }

        /** Null where there is none. */
        @Nullable
        ByteBuffer take(int size) {
            if (size != BlockCache.BLOCK_SIZE) {
                return null;
            }
            for (WeakReference<ByteBuffer> last = buffers.pollLast(); last != null; last = buffers.pollLast()) {
                ByteBuffer buffer = last.get();
                if (buffer != null) {
                    return buffer;
                }
            }
            return null;
        }
    }
}
