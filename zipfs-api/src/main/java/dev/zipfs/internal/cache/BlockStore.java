package dev.zipfs.internal.cache;

import dev.zipfs.DriveStatistics.Metric;
import dev.zipfs.MountOptions.EncryptedOnDisk;
import dev.zipfs.ZipDriveException;
import dev.zipfs.cache.BlockKey;
import dev.zipfs.cache.CachePolicy;
import dev.zipfs.cache.Placement;
import dev.zipfs.internal.metrics.DriveCounters;
import dev.zipfs.internal.metrics.LateLogger;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The two tiers: which blocks are in them, within which budgets. The policy chooses; here its choices are carried out.
 *
 * <p>All methods want the cache's lock held, unless they say otherwise. {@link #settle} and {@link #load} let go of it while they
 * read or write the disk, so what was looked up before must be looked up again after them. A block on its way out of memory stays
 * within the budget until it is written, which is what keeps the budget strict.
 */
final class BlockStore {
    /** What an entry of one block takes beside its bytes, measured: about as much. */
    private static final int OVERHEAD = 1024;

    /** So many blocks are left to work with where the JVM turns out to have less memory than the budget. */
    private static final int MARGIN = 16;

    private static final LateLogger LOG = new LateLogger(BlockStore.class);

    final ReentrantLock lock = new ReentrantLock();
    final int blockSize;
    final DriveCounters counters;
    final CacheEvents events;

    private final CachePolicy policy;
    private final Function<BlockKey, @Nullable Block> blocks;
    private long memoryBudget;
    private final long diskBudget;
    private final boolean encryptedOnDisk;
    private final BufferPool pool;
    private final DiskTier disk;
    private long memoryUsed;

    BlockStore(
            CacheSettings settings,
            int blockSize,
            CachePolicy policy,
            Function<BlockKey, @Nullable Block> blocks,
            BlockFile.Factory files,
            IntFunction<ByteBuffer> memory,
            DriveCounters counters,
            CacheEvents events) {
        this.blockSize = blockSize;
        this.counters = counters;
        this.events = events;
        this.policy = policy;
        this.blocks = blocks;
        this.memoryBudget = settings.memoryBudget();
        this.diskBudget = settings.diskBudget();
        this.encryptedOnDisk = settings.encryptedOnDisk() == EncryptedOnDisk.ALLOWED;
        this.pool = new BufferPool(blockSize, memoryBudget, memory, counters);
        this.disk = new DiskTier(settings.cacheDirectory(), settings.diskBudget(), blockSize, files);
    }

    /** A handle has come to a block that is in memory. */
    void hit(Block block) {
        counters.add(Metric.MEMORY_HITS, 1);
        if (block.ahead) {
            // This is the read for which it was decoded.
            block.ahead = false;
        } else if (block.inMemory) {
            policy.accessed(block.key, Placement.MEMORY);
        }
    }

    /** Puts a block that the caller holds into its tier, if the policy finds it a place. */
    void settle(Block block) {
        if (block.bytes == null
                || block.moving
                || block.dropped
                || block.inMemory
                || block.entry.placement() == Placement.NOWHERE) {
            return;
        }
        block.moving = true;
        try {
            place(block);
        } finally {
            block.moving = false;
        }
    }

    private void place(Block block) {
        boolean forDisk = block.entry.placement() == Placement.DISK && mayGoToDisk(block);
        if ((forDisk && block.onDisk) || !policy.admit(block.key, block.length)) {
            return;
        }
        if (forDisk && (store(block) || mayGoToDisk(block))) {
            return;
        }
        // What cannot be on disk makes do with memory, and the other way round.
        if (charge(block) > memoryBudget) {
            if (!block.onDisk && mayGoToDisk(block) && policy.demote(block.key)) {
                store(block);
            }
            return;
        }
        if (!makeRoom(charge(block)) || block.dropped) {
            return;
        }
        memoryUsed += charge(block);
        block.inMemory = true;
        block.hold();
        policy.inserted(block.key, block.length, Placement.MEMORY);
    }

    /**
     * What a block takes of the memory budget. Beside the bytes of small entries what is kept about them matters: of the smallest,
     * half a million would fit into 512 MiB otherwise, and take more than twice that.
     */
    private int charge(Block block) {
        return block.length < blockSize ? block.length + OVERHEAD : block.length;
    }

    /** How many bytes the tier of an entry has room for. */
    long room(SharedEntry entry) {
        boolean diskToo = disk.usable() && (encryptedOnDisk || !entry.encrypted);
        long onDisk = diskToo ? diskBudget : 0;
        switch (entry.placement()) {
            case NOWHERE:
                return 0;
            case DISK:
                return diskToo ? onDisk : memoryBudget;
            default:
                return Math.max(memoryBudget, onDisk);
        }
    }

    /**
     * Reads a block that is on disk and not in memory; the caller holds it then. False if it is lost: the caller decodes.
     */
    boolean load(Block block) throws IOException {
        ByteBuffer bytes = take(block.length);
        if (!block.onDisk || block.loading || block.bytes != null) {
            // Making room let others in.
            give(bytes);
            return false;
        }
        block.loading = true;
        int slot = block.slot;
        boolean right = false;
        lock.unlock();
        try {
            right = disk.read(slot, bytes, block.length) == block.checksum;
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
            // As good as a wrong checksum: the bytes are decoded again.
            right = false;
        } finally {
            lock.lock();
            block.loading = false;
            block.entry.loaded.signalAll();
        }
        if (!block.onDisk) {
            // It was dropped meanwhile, and its place kept for this read.
            freeSlot(block);
        } else if (!right) {
            removeFromDisk(block);
        }
        if (!right || block.dropped) {
            give(bytes);
            block.entry.forgetIfGone(block);
            return false;
        }
        block.bytes = bytes;
        block.hold();
        counters.add(Metric.DISK_HITS, 1);
        if (block.ahead) {
            block.ahead = false;
        } else if (block.onDisk) {
            policy.accessed(block.key, Placement.DISK);
        }
        return true;
    }

    /** Lets a holder go. */
    void release(Block block) {
        if (block.letGo()) {
            reclaim(block);
        }
    }

    /** Lets a holder go; without the lock. */
    void releaseUnlocked(Block block) {
        if (block.letGo()) {
            lock.lock();
            try {
                reclaim(block);
            } finally {
                lock.unlock();
            }
        }
    }

    /** Takes a block out of its tiers for good. */
    void drop(Block block) {
        block.dropped = true;
        if (block.inMemory) {
            removeFromMemory(block);
            memoryUsed -= charge(block);
            release(block);
        }
        if (block.onDisk) {
            removeFromDisk(block);
        }
        block.entry.forgetIfGone(block);
    }

    /** Without the lock. Readers that still hold blocks finish in peace. */
    void close() {
        lock.lock();
        try {
            pool.close();
        } finally {
            lock.unlock();
        }
        disk.close();
    }

    private void reclaim(Block block) {
        ByteBuffer bytes = block.bytes;
        if (bytes != null && !block.isHeld()) {
            block.bytes = null;
            give(bytes);
            block.entry.forgetIfGone(block);
        }
    }

    /** Gives a buffer to decode into. Lets go of the lock where others must make room. */
    ByteBuffer take(int length) throws IOException {
        try {
            return pool.take(length);
        } catch (OutOfMemoryError e) {
            // The budget is more than this JVM has: from now on it is what was there so far, less something to work
            // with.
            long had = memoryBudget;
            memoryBudget = Math.max(0, Math.min(memoryBudget, memoryUsed - MARGIN * (long) blockSize));
            LOG.get()
                    .warn(
                            "This JVM has no memory for a cache of {} bytes; {} must do. Its options -Xmx and -XX:MaxDirectMemorySize limit it",
                            had,
                            memoryBudget);
        }
        makeRoom(0);
        try {
            return pool.take(length);
        } catch (OutOfMemoryError e) {
            throw new ZipDriveException(
                    "no memory for a block of " + length
                            + " bytes: start the JVM with a larger -Xmx or -XX:MaxDirectMemorySize",
                    e);
        }
    }

    void give(ByteBuffer bytes) {
        pool.give(bytes);
    }

    /** Sets room aside for a block that nobody waits for, so that it is within the budget before it is in a tier. */
    boolean reserve(int length) {
        if (length > memoryBudget || !makeRoom(length)) {
            return false;
        }
        memoryUsed += length;
        return true;
    }

    /** The block has come, or does not come. */
    void unreserve(int length) {
        memoryUsed -= length;
    }

    /** Evicts blocks until so many bytes find room within the memory budget. False if the policy gives nothing up. */
    private boolean makeRoom(int bytes) {
        while (memoryUsed + bytes > memoryBudget) {
            BlockKey victim = policy.victim(Placement.MEMORY);
            if (victim == null) {
                return false;
            }
            evictFromMemory(blockOf(victim));
        }
        return true;
    }

    private boolean mayGoToDisk(Block block) {
        return disk.usable() && (encryptedOnDisk || !block.entry.encrypted);
    }

    private Block blockOf(BlockKey key) {
        Block block = blocks.apply(key);
        if (block == null) {
            throw new IllegalStateException("block " + key + " is in no tier");
        }
        return block;
    }

    private void evictFromMemory(Block block) {
        boolean demoted = !block.onDisk && mayGoToDisk(block) && policy.demote(block.key);
        removeFromMemory(block);
        block.moving = true;
        if (!(demoted && store(block)) && !block.onDisk) {
            evicted(block);
        }
        block.moving = false;
        memoryUsed -= charge(block);
        release(block);
        block.entry.forgetIfGone(block);
    }

    private void removeFromMemory(Block block) {
        block.inMemory = false;
        policy.removed(block.key, Placement.MEMORY);
    }

    /** Writes a block to disk, others making room; the caller holds it. False if it is not there afterwards. */
    private boolean store(Block block) {
        ByteBuffer bytes = block.bytes;
        if (bytes == null) {
            return false;
        }
        int slot;
        while ((slot = disk.allocate()) < 0) {
            BlockKey victim = policy.victim(Placement.DISK);
            if (victim == null) {
                return false;
            }
            Block other = blockOf(victim);
            removeFromDisk(other);
            if (!other.inMemory) {
                evicted(other);
            }
            other.entry.forgetIfGone(other);
        }
        int checksum = 0;
        IOException failure = null;
        lock.unlock();
        try {
            checksum = disk.write(slot, bytes, block.length);
        } catch (IOException e) {
            failure = e;
        } catch (RuntimeException | OutOfMemoryError e) {
            failure = new IOException(e);
        } finally {
            lock.lock();
        }
        if (block.dropped) {
            disk.free(slot);
            return false;
        }
        if (failure != null) {
            disk.failed(slot, failure);
            return false;
        }
        block.slot = slot;
        block.checksum = checksum;
        block.onDisk = true;
        counters.add(Metric.DISK_BYTES, block.length);
        policy.inserted(block.key, block.length, Placement.DISK);
        return true;
    }

    private void removeFromDisk(Block block) {
        block.onDisk = false;
        counters.add(Metric.DISK_BYTES, -block.length);
        if (!block.loading) {
            freeSlot(block);
        }
        policy.removed(block.key, Placement.DISK);
    }

    private void freeSlot(Block block) {
        disk.free(block.slot);
        block.slot = -1;
    }

    private void evicted(Block block) {
        counters.add(Metric.EVICTIONS, 1);
        events.evicted(block.entry.path, (long) block.number() * blockSize, block.length);
    }
}
