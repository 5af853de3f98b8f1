package dev.zipfs.internal.cache;

import dev.zipfs.DriveStatistics.Metric;
import dev.zipfs.cache.CachedEntry;
import dev.zipfs.cache.Placement;
import dev.zipfs.spi.AccessCost;
import java.io.IOException;
import java.util.concurrent.locks.Condition;
import org.jspecify.annotations.Nullable;

/**
 * What all handles of one entry share: its reader, its blocks, and through {@link EntryDecoder} who decodes. It lives as long as
 * there is a handle, a block, a reader that is kept for its restart points, or a failure to be remembered.
 *
 * <p>Everything wants the cache's lock held, unless it says otherwise.
 */
final class SharedEntry {
    final int number;
    final String path;
    final boolean encrypted;

    /** Signalled when a block has been read from disk. */
    final Condition loaded;

    private final BlockCache cache;
    private final BlockStore store;
    private final EntrySource source;
    private final EntryDecoder decoder;
    private final ReadAhead ahead;
    private final BlockTable blocks = new BlockTable();
    private Placement placement = Placement.NOWHERE;
    private int handles;

    /** Why the entry cannot be read any more. */
    private volatile @Nullable IOException failure;

    SharedEntry(BlockCache cache, BlockStore store, int number, String path, boolean encrypted, ReaderOpener opener) {
        this.cache = cache;
        this.store = store;
        this.number = number;
        this.path = path;
        this.encrypted = encrypted;
        this.loaded = store.lock.newCondition();
        this.source = new EntrySource(path, cache, store, opener);
        this.decoder = new EntryDecoder(this, cache, store, source);
        this.ahead = new ReadAhead(this, cache, store, source, decoder);
    }

    // ---- Opening and closing.

    /** Adds a handle. Opens the reader where nothing is known about the entry yet, else only once a block is missing. */
    void open(ReaderOpener opener) throws IOException {
        handles++;
        source.openWith(opener);
        boolean success = false;
        try {
            if (needsReader() && decoder.awaitTurnToOpen()) {
                try {
                    openSource();
                    cache.checkOpen(path);
                } finally {
                    decoder.passTurn();
                }
            }
            cache.kept.remove(this);
            success = true;
        } finally {
            if (!success) {
                close();
            }
        }
    }

    boolean needsReader() {
        return source.size() < 0 || (isDirect() && !source.isOpen());
    }

    /** Opens the reader if need be. Only for who has the turn. */
    void openSource() throws IOException {
        boolean first = source.size() < 0;
        source.open();
        if (first) {
            placement = cache.policy.placement(description());
        }
    }

    /** Takes a handle away; the last one cancels what goes on ahead and retires the reader. */
    void close() {
        if (--handles == 0) {
            ahead.cancel();
            retireIfIdle();
        }
    }

    /** With no handle and nobody at work the reader is kept for its restart points, or closed. */
    void retireIfIdle() {
        if (handles > 0 || decoder.isBusy()) {
            return;
        }
        if (source.restartPoints() > 0 && failure == null && !cache.isClosed()) {
            cache.kept.add(this);
        } else {
            source.close();
        }
        cache.forgetIfGone(this);
    }

    boolean isGone() {
        return handles == 0 && !decoder.isBusy() && !source.isOpen() && blocks.isEmpty() && failure == null;
    }

    /** The cache is closed: nobody waits any longer, nothing is kept. */
    void shutDown(IOException closed) {
        ahead.cancel();
        decoder.shutDown(closed);
        dropBlocks();
    }

    // ---- Failure.

    /** The entry is damaged: it stays so, and nothing of it is kept. */
    void fail(IOException cause) {
        failure = cause;
        dropBlocks();
        cache.failed(this);
    }

    boolean isFailed() {
        return failure != null;
    }

    /** Forgets that the entry is damaged. */
    void forgive() {
        failure = null;
        cache.forgetIfGone(this);
    }

    /** Needs no lock. */
    void checkUsable() throws IOException {
        cache.checkOpen(path);
        IOException failed = failure;
        if (failed != null) {
            throw failed;
        }
    }

    // ---- Blocks.

    Iterable<Block> blocks() {
        return blocks.all();
    }

    @Nullable
    Block block(int blockNumber) {
        return blocks.get(blockNumber);
    }

    /** The block of a number; made, without bytes, if it is not on the table. */
    Block blockOrNew(int blockNumber) {
        Block block = blocks.get(blockNumber);
        if (block == null) {
            block = new Block(this, blockNumber, length(blockNumber));
            blocks.add(block);
        }
        return block;
    }

    /** How many bytes a block has: all but the last are whole. */
    int length(int blockNumber) {
        return (int) Math.min(store.blockSize, source.size() - (long) blockNumber * store.blockSize);
    }

    long blockCount() {
        long size = source.size();
        return size / store.blockSize + (size % store.blockSize == 0 ? 0 : 1);
    }

    /** Whether a block is in memory or on disk. */
    boolean has(int blockNumber) {
        Block block = blocks.get(blockNumber);
        return block != null && (block.bytes != null || block.onDisk);
    }

    boolean hasInMemory(int blockNumber) {
        Block block = blocks.get(blockNumber);
        return block != null && block.bytes != null;
    }

    /** Takes a block off the table that is neither in memory nor on disk any more. */
    void forgetIfGone(Block block) {
        if (block.bytes == null && !block.onDisk && !block.loading && blocks.remove(block)) {
            if (block.ahead) {
                store.counters.add(Metric.READ_AHEAD_WASTED_BYTES, block.length);
            }
            cache.forgetIfGone(this);
        }
    }

    private void dropBlocks() {
        for (Block block : blocks.all()) {
            store.drop(block);
        }
    }

    // ---- What others ask.

    EntrySource source() {
        return source;
    }

    EntryDecoder decoder() {
        return decoder;
    }

    ReadAhead ahead() {
        return ahead;
    }

    Placement placement() {
        return placement;
    }

    void place(Placement where) {
        placement = where;
    }

    CachedEntry description() {
        return CachedEntry.of(number, path, source.size(), source.cost(), encrypted);
    }

    /** Whether handles read in place: where nothing is decoded, or where blocks are too many to be numbered. */
    boolean isDirect() {
        return source.cost() == AccessCost.DIRECT || blockCount() > Integer.MAX_VALUE;
    }
}
