package dev.zipfs.internal.cache;

import java.io.IOException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Decodes one entry ahead of one handle that reads it in sequence, on a helper thread. It gives way to whoever waits for
 * a block that is not on its way. Guarded by the cache's lock, which is let go of while the reader works.
 */
final class ReadAhead implements Runnable {
    /** So many bytes may be decoded in vain to get to where reading ahead goes on. */
    private static final long DETOUR = 2L << 20;

    private final SharedEntry entry;
    private final BlockCache cache;
    private final BlockStore store;
    private final EntrySource source;
    private final EntryDecoder decoder;
    private @Nullable CachedFile owner;
    private int next;
    private int until;
    private boolean queued;

    ReadAhead(SharedEntry entry, BlockCache cache, BlockStore store, EntrySource source, EntryDecoder decoder) {
        this.entry = entry;
        this.cache = cache;
        this.store = store;
        this.source = source;
        this.decoder = decoder;
    }

    /** A handle wants blocks ahead; one handle at a time is served. */
    void want(CachedFile file, int from, int to) {
        if (owner != null && owner != file && next < until) {
            return;
        }
        if (owner != file || next >= until) {
            next = from;
        }
        owner = file;
        until = to;
        skipPresent();
        resume();
    }

    void cancel(CachedFile file) {
        if (owner == file) {
            cancel();
        }
    }

    void cancel() {
        owner = null;
        next = 0;
        until = 0;
    }

    /** Hands work that is left to a helper, if nobody decodes the entry now. */
    void resume() {
        if (isWanted() && !queued && !decoder.isBusy() && cache.execute(this)) {
            queued = true;
        }
    }

    @Override
    public void run() {
        ReentrantLock lock = cache.lock;
        lock.lock();
        try {
            queued = false;
            if (isWanted() && decoder.takeTurnIfFree()) {
                try {
                    decode();
                } finally {
                    decoder.passTurn();
                }
            }
        } finally {
            cache.unlock();
        }
    }

    private boolean isWanted() {
        return next < until && !cache.isClosed() && !entry.isFailed();
    }

    private void skipPresent() {
        while (next < until && entry.has(next)) {
            next++;
        }
    }

    private void decode() {
        try {
            entry.openSource();
            skipPresent();
            if (!isWanted()) {
                return;
            }
            if ((long) (next - source.firstBlock(next)) * cache.blockSize() > DETOUR) {
                cancel();
                return;
            }
            for (skipPresent(); isWanted() && !decoder.isAwaitedOutside(next, until); skipPresent()) {
                if (!decodeNext()) {
                    // What nobody keeps is decoded in vain.
                    cancel();
                }
            }
        } catch (IOException e) {
            // Whoever asks for these bytes will be told. Waiters get the turn and see for themselves.
            cancel();
        }
    }

    /** Within the memory budget: only for who waits for it may a block exceed that. Tells whether the block is kept. */
    private boolean decodeNext() throws IOException {
        int length = entry.length(next);
        if (!store.reserve(length)) {
            return false;
        }
        Block block;
        try {
            block = decoder.decode(next, true);
        } finally {
            store.unreserve(length);
        }
        return decoder.keep(block);
    }
}
