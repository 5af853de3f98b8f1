package dev.zipfs.internal.cache;

import dev.zipfs.DriveStatistics.Metric;
import dev.zipfs.ZipDriveException;
import dev.zipfs.spi.OpenFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A handle on an entry that is read through blocks. It keeps the block it was read from last, whatever the budgets, so that many
 * small reads within one block decode it once, and need no lock.
 */
final class CachedFile implements OpenFile {
    /** So many blocks out of order are still a sequence: kernels ask for several at once, on several threads. */
    private static final int REORDERING = 4;

    private final BlockCache cache;
    private final SharedEntry entry;
    private final long size;
    private volatile boolean closed;

    // Written under the cache's lock.
    private volatile @Nullable Block latest;

    // Guarded by the cache's lock.
    int holderIndex = -1;
    private int nextInSequence;
    private int sequenceLength;
    private int aheadUntil;

    CachedFile(BlockCache cache, SharedEntry entry) {
        this.cache = cache;
        this.entry = entry;
        this.size = entry.source().size();
    }

    @Override
    public long size() {
        return size;
    }

    @Override
    public int read(long position, ByteBuffer dst) throws IOException {
        if (position < 0) {
            throw new IllegalArgumentException("position " + position + " must be 0 or more");
        }
        if (closed) {
            throw new ZipDriveException("'" + entry.path + "': the file is closed");
        }
        int start = dst.position();
        try {
            entry.checkUsable();
            if (position >= size) {
                return -1;
            }
            int wanted = (int) Math.min(dst.remaining(), size - position);
            for (int done = 0; done < wanted; ) {
                done += copy(position + done, wanted - done, dst);
            }
            cache.counters.add(Metric.READS, 1);
            cache.counters.add(Metric.BYTES_SERVED, wanted);
            return wanted;
        } catch (IOException e) {
            dst.position(start);
            if (!cache.isClosed()) {
                cache.counters.add(Metric.FAILURES, 1);
            }
            throw e;
        }
    }

    /** Copies what one block has. */
    private int copy(long position, int wanted, ByteBuffer dst) throws IOException {
        int blockSize = cache.blockSize();
        int number = (int) (position / blockSize);
        int offset = (int) (position % blockSize);
        Block block = acquire(number);
        try {
            ByteBuffer bytes = block.bytes;
            if (bytes == null) {
                throw new IllegalStateException("a block that is held has no bytes");
            }
            int count = Math.min(wanted, block.length - offset);
            dst.put(dst.position(), bytes, offset, count);
            dst.position(dst.position() + count);
            return count;
        } finally {
            cache.release(block);
        }
    }

    private Block acquire(int number) throws IOException {
        Block held = latest;
        if (held != null && held.number() == number && held.holdIfHeld()) {
            cache.counters.add(Metric.MEMORY_HITS, 1);
            return held;
        }
        cache.lock.lock();
        try {
            if (!entry.hasInMemory(number)) {
                // Before another is decoded or read: one block per handle is all that may exceed the budget.
                letGo();
            }
            Block block = entry.decoder().acquire(number);
            if (!closed && !cache.isClosed()) {
                keep(block);
                follow(number);
            }
            return block;
        } finally {
            cache.unlock();
        }
    }

    private void keep(Block block) {
        Block old = latest;
        if (old != block) {
            block.hold();
            latest = block;
            if (old != null) {
                cache.releaseLocked(old);
            }
            cache.registerHolder(this);
        }
    }

    /** Lets go of the latest block. Under the lock. */
    void letGo() {
        Block old = latest;
        if (old != null) {
            latest = null;
            cache.releaseLocked(old);
        }
    }

    /** Watches for sequences, and has them decoded ahead. */
    private void follow(int number) {
        if (number > nextInSequence + REORDERING || number < nextInSequence - REORDERING) {
            sequenceLength = 0;
            nextInSequence = number + 1;
            aheadUntil = 0;
            entry.ahead().cancel(this);
            return;
        }
        if (number < nextInSequence) {
            return;
        }
        nextInSequence = number + 1;
        sequenceLength++;
        int window = cache.aheadWindow(entry, sequenceLength);
        if (window > 0 && aheadUntil - nextInSequence < (window + 1) / 2) {
            int from = Math.max(nextInSequence, aheadUntil);
            aheadUntil = (int) Math.min((long) nextInSequence + window, entry.blockCount());
            if (from < aheadUntil) {
                entry.ahead().want(this, from, aheadUntil);
            }
        }
    }

    @Override
    public void close() {
        cache.lock.lock();
        try {
            if (!closed) {
                closed = true;
                letGo();
                cache.unregisterHolder(this);
                entry.ahead().cancel(this);
                entry.close();
                cache.counters.add(Metric.OPEN_HANDLES, -1);
            }
        } finally {
            cache.unlock();
        }
    }
}
