package dev.zipfs.internal.cache;

import dev.zipfs.cache.BlockKey;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * One block of one entry: in memory, on disk, in both, or on its way. All fields but the count of holders are guarded by the
 * cache's lock.
 *
 * <p>The bytes stay untouched while anybody holds the block: the memory tier, a handle that keeps its latest block, the thread
 * that decodes it, a reader that copies from it. Whoever lets go last gives the buffer back for reuse, under the lock; until
 * then a holder may come in again under the lock. So a count of 0 with bytes present means "about to be reused".
 */
final class Block {
    final SharedEntry entry;
    final BlockKey key;
    final int length;

    private final AtomicInteger holders = new AtomicInteger();

    /** Present while held. Put there under the lock before the first holder comes in; its own position means nothing. */
    @Nullable
    ByteBuffer bytes;

    boolean inMemory;
    boolean onDisk;

    /** The place on disk while on disk or being read from there, else -1. */
    int slot = -1;

    /** Of the bytes on disk. */
    int checksum;

    /** A thread reads it from disk; others wait for that thread. */
    boolean loading;

    /** On its way into a tier or out of one, by a thread that has let go of the lock: no other may move it. */
    boolean moving;

    /** Decoded ahead and not asked for yet. */
    boolean ahead;

    /** Must not enter a tier any more: its entry failed, or the cache is closed. */
    boolean dropped;

    /** The next one in the same chain of the {@link BlockTable}. */
    @Nullable
    Block next;

    Block(SharedEntry entry, int number, int length) {
        this.entry = entry;
        this.key = BlockKey.of(entry.number, number);
        this.length = length;
    }

    int number() {
        return key.block();
    }

    /** Lets a holder in; under the lock and with bytes present only. */
    void hold() {
        holders.incrementAndGet();
    }

    /** Lets a holder in if there is one already. Needs no lock. */
    boolean holdIfHeld() {
        for (int count = holders.get(); count > 0; count = holders.get()) {
            if (holders.compareAndSet(count, count + 1)) {
                return true;
            }
        }
        return false;
    }

    /** Lets a holder go; tells whether it was the last. */
    boolean letGo() {
        return holders.decrementAndGet() == 0;
    }

    boolean isHeld() {
        return holders.get() > 0;
    }
}
