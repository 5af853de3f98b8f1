package dev.zipfs.internal.cache;

import dev.zipfs.DriveListener;
import dev.zipfs.DriveStatistics.Metric;
import dev.zipfs.ZipDriveException;
import dev.zipfs.cache.BlockKey;
import dev.zipfs.cache.CachePolicies;
import dev.zipfs.cache.CachePolicy;
import dev.zipfs.cache.Placement;
import dev.zipfs.internal.metrics.DriveCounters;
import dev.zipfs.internal.metrics.LateLogger;
import dev.zipfs.internal.metrics.SafeListener;
import dev.zipfs.spi.EntryReader;
import dev.zipfs.spi.OpenFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The block cache of one drive: what stands between the handles of a drive and the readers of its entries. Entries that
 * are read in place pass through; of the others, fixed-size blocks of plain bytes are kept in memory or on disk, as a policy
 * says, within one budget each. Thread-safe.
 *
 * <p>{@link #open} finds or makes the {@code SharedEntry} that all handles of an entry share; it decides who decodes. Blocks
 * live in a {@code BlockStore}. Memory taken is never more than the budget and one block for each reader.
 */
public final class BlockCache implements AutoCloseable {
    /**
     * What a kernel asks for at once, so that a read of it is one copy out of one block. Half of it gains nothing; twice as much
     * doubles what a random read decodes.
     */
    static final int BLOCK_SIZE = 128 << 10;

    /** How many handles may keep the block they were read from last. */
    private static final int MOST_HOLDERS = 64;

    private static final int MOST_FAILED = 256;
    private static final long CLOSE_SECONDS = 10;
    private static final Own OWN = new Own();
    private static final LateLogger LOG = new LateLogger(BlockCache.class);

    final ReentrantLock lock;
    final DriveCounters counters;
    final DriveListener listener;
    final CachePolicy policy;
    final KeptReaders kept;

    /** Signalled when a thread has stopped decoding, once the cache is closed. */
    final Condition idle;

    private final CacheSettings settings;
    private final BlockStore store;
    private final Helpers helpers = new Helpers();
    private final Map<Integer, SharedEntry> entries = new HashMap<>();
    private final List<SharedEntry> failed = new ArrayList<>();
    private final @Nullable CachedFile[] holders = new CachedFile[MOST_HOLDERS];
    private int nextHolder;
    private List<EntryReader> closing = new ArrayList<>();
    private volatile boolean closed;

    /**
     * Makes a cache.
     *
     * @param settings budgets and places
     * @param policy chooses what lives where; for this cache alone
     * @param counters counts what happens
     * @param listener is told what happens
     */
    public BlockCache(CacheSettings settings, CachePolicy policy, DriveCounters counters, DriveListener listener) {
        this(settings, policy, counters, listener, BLOCK_SIZE, OWN, OWN);
    }

    BlockCache(
            CacheSettings settings,
            CachePolicy policy,
            DriveCounters counters,
            DriveListener listener,
            int blockSize,
            BlockFile.Factory files,
            IntFunction<ByteBuffer> memory) {
        this.settings = settings;
        this.counters = counters;
        this.listener = SafeListener.of(listener);
        Contents contents = new Contents();
        this.policy = new CheckedPolicy(policy, contents, contents);
        this.store = new BlockStore(
                settings, blockSize, this.policy, contents, files, memory, counters, CacheEvents.create());
        this.lock = store.lock;
        this.idle = lock.newCondition();
        this.kept = new KeptReaders(this, settings.memoryBudget());
        if (settings.diskBudget() > 0) {
            helpers.execute(new CacheDirectory.Sweep(settings.cacheDirectory()));
        }
    }

    /**
     * Opens an entry; decodes nothing.
     *
     * @param entry the entry's number, 0 or more
     * @param path its path on the drive, without a leading slash
     * @param encrypted whether the archive holds it encrypted
     * @param opener opens its reader
     * @return a handle; the caller closes it
     * @throws IOException if its reader cannot be opened, or the cache is closed
     */
    public OpenFile open(int entry, String path, boolean encrypted, ReaderOpener opener) throws IOException {
        OpenFile file;
        try {
            file = openLocked(entry, path, encrypted, opener);
        } catch (IOException e) {
            if (!closed) {
                counters.add(Metric.FAILURES, 1);
                listener.failed(path, e);
            }
            throw e;
        }
        listener.opened(path);
        return file;
    }

    private OpenFile openLocked(int entry, String path, boolean encrypted, ReaderOpener opener) throws IOException {
        lock.lock();
        try {
            checkOpen(path);
            SharedEntry shared = entries.get(entry);
            if (shared == null) {
                shared = new SharedEntry(this, store, entry, path, encrypted, opener);
                entries.put(entry, shared);
            }
            shared.open(opener);
            counters.add(Metric.OPENS, 1);
            counters.add(Metric.OPEN_HANDLES, 1);
            return shared.isDirect() ? new DirectFile(this, shared) : new CachedFile(this, shared);
        } finally {
            unlock();
        }
    }

    /**
     * Ends all work, frees all memory and deletes all files. Handles that are still open fail from now on. Waits for reads
     * that are being decoded, for some seconds at most. Idempotent.
     */
    @Override
    public void close() {
        lock.lock();
        try {
            if (closed) {
                return;
            }
            closed = true;
            for (SharedEntry entry : new ArrayList<>(entries.values())) {
                entry.shutDown(closedException(entry.path));
            }
            for (CachedFile holder : holders) {
                if (holder != null) {
                    holder.letGo();
                }
            }
            helpers.shutDown();
            awaitDecoders();
            entries.clear();
        } finally {
            unlock();
        }
        store.close();
        helpers.await(CLOSE_SECONDS);
    }

    // ---- For handles and shared entries.

    boolean isClosed() {
        return closed;
    }

    /** Needs no lock. */
    void checkOpen(String path) throws IOException {
        if (closed) {
            throw closedException(path);
        }
    }

    int blockSize() {
        return store.blockSize;
    }

    /** Does something with the lock, which is held, let go of. */
    void unlocked(Runnable work) {
        lock.unlock();
        try {
            work.run();
        } finally {
            lock.lock();
        }
    }

    /** Lets go of the lock, and closes the readers that were given up under it. */
    void unlock() {
        if (closing.isEmpty()) {
            lock.unlock();
            return;
        }
        List<EntryReader> old = closing;
        closing = new ArrayList<>();
        lock.unlock();
        for (EntryReader reader : old) {
            try {
                reader.close();
            } catch (IOException | RuntimeException e) {
                LOG.get().debug("closing an entry's reader failed", e);
            }
        }
    }

    void closeLater(EntryReader reader) {
        closing.add(reader);
    }

    /** Lets go of a block; without the lock. */
    void release(Block block) {
        store.releaseUnlocked(block);
    }

    /** Lets go of a block; with the lock. */
    void releaseLocked(Block block) {
        store.release(block);
    }

    /** A handle keeps its latest block now. Of too many such handles the one that came first lets go of its. */
    void registerHolder(CachedFile file) {
        if (file.holderIndex >= 0 && holders[file.holderIndex] == file) {
            return;
        }
        CachedFile oldest = holders[nextHolder];
        if (oldest != null) {
            oldest.letGo();
        }
        holders[nextHolder] = file;
        file.holderIndex = nextHolder;
        nextHolder = (nextHolder + 1) % MOST_HOLDERS;
    }

    void unregisterHolder(CachedFile file) {
        if (file.holderIndex >= 0 && holders[file.holderIndex] == file) {
            holders[file.holderIndex] = null;
        }
    }

    /** How many blocks to decode ahead of a handle that has read so many in sequence. */
    int aheadWindow(SharedEntry entry, int sequenceLength) {
        if (sequenceLength < 2 || entry.placement() == Placement.NOWHERE) {
            return 0;
        }
        // A quarter of the budget at most, or what is decoded ahead drives out what was.
        long most = Math.min(settings.readAhead(), store.room(entry) / 4) / store.blockSize;
        return (int) Math.min(most, 1L << Math.min(sequenceLength, 30));
    }

    boolean execute(Runnable work) {
        return helpers.execute(work);
    }

    /** An entry was found to be damaged. It is remembered for a while, so that it is not decoded at each attempt. */
    void failed(SharedEntry entry) {
        failed.add(entry);
        if (failed.size() > MOST_FAILED) {
            SharedEntry oldest = failed.remove(0);
            oldest.forgive();
        }
    }

    void forgetIfGone(SharedEntry entry) {
        if (entry.isGone()) {
            entries.remove(entry.number, entry);
        }
    }

    private static IOException closedException(String path) {
        return new ZipDriveException("'" + path + "': the drive is closed");
    }

    private @Nullable Block block(BlockKey key) {
        SharedEntry entry = entries.get(key.entry());
        return entry == null ? null : entry.block(key.block());
    }

    /** With the lock held: waits until nobody decodes but this thread, which may be a listener's. */
    private void awaitDecoders() {
        long left = TimeUnit.SECONDS.toNanos(CLOSE_SECONDS);
        boolean interrupted = false;
        while (left > 0 && isOtherDecoding()) {
            try {
                left = idle.awaitNanos(left);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (left <= 0) {
            LOG.get().warn("A reader does not return; its memory is freed when it does");
        }
    }

    private boolean isOtherDecoding() {
        for (SharedEntry entry : entries.values()) {
            if (entry.decoder().isBusyElsewhere()) {
                return true;
            }
        }
        return false;
    }

    /** What the policy's guard asks for. */
    private final class Contents
            implements CheckedPolicy.Contents, Function<BlockKey, @Nullable Block>, Supplier<CachePolicy> {
        @Override
        public @Nullable Block apply(BlockKey key) {
            return block(key);
        }

        /** What decides when the user's policy cannot. */
        @Override
        public CachePolicy get() {
            return CachePolicies.tiered(settings.maxMemoryPerFile());
        }

        @Override
        public boolean holds(BlockKey key, Placement tier) {
            Block block = block(key);
            return block != null && (tier == Placement.MEMORY ? block.inMemory : block.onDisk);
        }

        @Override
        public void tell(CachePolicy to) {
            for (SharedEntry entry : entries.values()) {
                if (entry.source().size() < 0) {
                    continue;
                }
                entry.place(to.placement(entry.description()));
                for (Block block : entry.blocks()) {
                    if (block.inMemory) {
                        to.inserted(block.key, block.length, Placement.MEMORY);
                    }
                    if (block.onDisk) {
                        to.inserted(block.key, block.length, Placement.DISK);
                    }
                }
            }
        }
    }

    /** A class where method references would do: the first ones of a fresh JVM take longer than to read an entry. */
    private static final class Own implements BlockFile.Factory, IntFunction<ByteBuffer> {
        @Override
        public BlockFile create(Path file) throws IOException {
            return RandomAccessBlockFile.create(file);
        }

        @Override
        public ByteBuffer apply(int bytes) {
            return ByteBuffer.allocateDirect(bytes);
        }
    }
}
