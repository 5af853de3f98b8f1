package dev.zipfs.internal.cache;

import dev.zipfs.ArchiveFormatException;
import dev.zipfs.DriveStatistics.Metric;
import dev.zipfs.ZipDriveException;
import dev.zipfs.internal.metrics.Silence;
import dev.zipfs.spi.AccessCost;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.util.concurrent.locks.Condition;
import org.jspecify.annotations.Nullable;

/**
 * Finds the blocks of one entry, and decodes those that are missing.
 *
 * <p>One thread decodes an entry at a time: it has the turn. Whoever finds a block missing takes the turn if it is free and decodes
 * from where the reader would start anyway up to that block, keeping what it passes. If the turn is taken, a thread waits
 * with a {@link Request} and is answered the moment its block is decoded, or gets the turn itself. A decode that goes on for
 * long hands the turn over after each stretch of new ground, so that a read near by does not wait for one far ahead; for readers
 * that can only start from the beginning that would lose all progress, so there the decode goes to its end, and those
 * further ahead are served on the way.
 *
 * <p>Everything wants the cache's lock held; it is let go of while the reader works.
 */
final class EntryDecoder {
    /** After how many bytes of new ground the turn is handed over: about the distance of restart points. */
    private static final long STRETCH = 1L << 20;

    /** After how many bytes the listener is told again. */
    private static final long PROGRESS_STEP = 1L << 20;

    private final SharedEntry entry;
    private final BlockCache cache;
    private final BlockStore store;
    private final EntrySource source;
    private final Requests requests = new Requests();

    /** Signalled when the turn is free. */
    private final Condition free;

    /** Who has the turn. */
    private @Nullable Thread owner;

    /** What the listener was told last. */
    private long reported;

    EntryDecoder(SharedEntry entry, BlockCache cache, BlockStore store, EntrySource source) {
        this.entry = entry;
        this.cache = cache;
        this.store = store;
        this.source = source;
        this.free = store.lock.newCondition();
    }

    /** Finds a block, or has it decoded; the caller holds it then. */
    Block acquire(int wanted) throws IOException {
        boolean turn = false;
        try {
            for (; ; ) {
                entry.checkUsable();
                Block block = entry.block(wanted);
                if (block != null && block.bytes != null) {
                    block.hold();
                    store.hit(block);
                    return block;
                }
                if (block != null && block.loading) {
                    entry.loaded.awaitUninterruptibly();
                } else if (block != null && block.onDisk) {
                    if (store.load(block)) {
                        store.settle(block);
                        return block;
                    }
                } else if (!turn) {
                    Block answer = awaitTurn(wanted);
                    if (answer != null) {
                        return missed(answer);
                    }
                    turn = true;
                } else {
                    Block decoded = decodeUpTo(wanted);
                    passTurn();
                    turn = false;
                    if (decoded != null) {
                        store.settle(decoded);
                        return missed(decoded);
                    }
                }
            }
        } finally {
            if (turn) {
                passTurn();
            }
        }
    }

    private Block missed(Block block) {
        store.counters.add(Metric.MISSES, 1);
        store.events.missed(entry.path, (long) block.number() * store.blockSize);
        return block;
    }

    /** Decodes up to a block and gives it, held; or {@code null} if others must get the turn on the way. */
    private @Nullable Block decodeUpTo(int wanted) throws IOException {
        int next = wanted;
        try {
            entry.openSource();
            next = source.firstBlock(wanted);
            long stretchEnd = source.frontier() + STRETCH;
            for (; next < wanted; next++) {
                keep(decode(next, false));
                if (source.frontier() >= stretchEnd && !requests.isEmpty() && source.cost() != AccessCost.SEQUENTIAL) {
                    return null;
                }
            }
            return decode(wanted, false);
        } catch (IOException e) {
            fail(next, wanted, e);
            throw e;
        }
    }

    /**
     * Decodes one block and answers those who wait for it; the caller, who has the turn, holds it then.
     *
     * @param asAhead whether nobody may have asked for it yet
     */
    Block decode(int number, boolean asAhead) throws IOException {
        int length = entry.length(number);
        ByteBuffer bytes = store.take(length);
        boolean right = false;
        try {
            source.read(number, bytes);
            cache.checkOpen(entry.path);
            right = true;
        } finally {
            if (!right) {
                store.give(bytes);
            }
        }
        Block block = entry.blockOrNew(number);
        if (block.bytes == null && !block.loading) {
            block.bytes = bytes;
        } else {
            store.give(bytes);
        }
        block.hold();
        if (!requests.answer(block) && asAhead) {
            block.ahead = true;
            store.counters.add(Metric.READ_AHEAD_BYTES, length);
        }
        reportProgress();
        return block;
    }

    /** Gives a passed block to its tier, unless it was there before, and lets go of it. Tells whether it is kept. */
    boolean keep(Block block) {
        if (!block.onDisk) {
            store.settle(block);
        }
        boolean kept = block.inMemory || block.onDisk;
        store.release(block);
        return kept;
    }

    private void reportProgress() {
        long size = source.size();
        long frontier = source.frontier();
        if (frontier - reported >= PROGRESS_STEP || (frontier == size && reported < size)) {
            reported = frontier;
            if (cache.listener != Silence.LISTENER) {
                cache.unlocked(() -> cache.listener.decoding(entry.path, frontier, size));
            }
        }
    }

    // ---- The turn.

    boolean isBusy() {
        return owner != null;
    }

    /** Whether a thread other than this one decodes. */
    boolean isBusyElsewhere() {
        return owner != null && owner != Thread.currentThread();
    }

    boolean takeTurnIfFree() {
        if (owner != null) {
            return false;
        }
        owner = Thread.currentThread();
        return true;
    }

    /** Waits until the turn is free and takes it; or gives up, with {@code false}, once no reader needs to be opened any more. */
    boolean awaitTurnToOpen() throws IOException {
        while (entry.needsReader()) {
            if (takeTurnIfFree()) {
                return true;
            }
            checkReentry();
            free.awaitUninterruptibly();
            cache.checkOpen(entry.path);
        }
        return false;
    }

    /** Waits for the turn; or, if another thread decodes the block meanwhile, gives the block, held. */
    private @Nullable Block awaitTurn(int wanted) throws IOException {
        if (takeTurnIfFree()) {
            return null;
        }
        checkReentry();
        Request request = new Request(wanted, store.lock.newCondition());
        requests.add(request);
        return request.await();
    }

    /** Whether somebody waits for a block that is not among those from one, included, to another. */
    boolean isAwaitedOutside(int from, int until) {
        return requests.anyOutside(from, until);
    }

    /** Gives the turn to who waits for it. If nobody does, what is to be decoded ahead goes on. */
    void passTurn() {
        Request next = requests.next(source.cost(), source.next());
        if (next != null) {
            owner = next.thread;
            next.turn();
            return;
        }
        owner = null;
        if (cache.isClosed() || entry.isFailed()) {
            source.close();
        }
        free.signalAll();
        cache.idle.signalAll();
        entry.retireIfIdle();
        entry.ahead().resume();
    }

    private void checkReentry() throws IOException {
        if (owner == Thread.currentThread()) {
            throw new ZipDriveException(
                    "'" + entry.path + "': a listener must not read the entry whose progress it is told of");
        }
    }

    // ---- Failure.

    /** Decoding failed at a block on the way to another: those who need what lies between fail as well. */
    private void fail(int at, int wanted, IOException cause) {
        if (cache.isClosed() || isInterrupt(cause)) {
            // An interrupt is this thread's own affair: others go on.
            return;
        }
        if (cause instanceof ArchiveFormatException) {
            requests.fail(0, Integer.MAX_VALUE, cause);
            entry.fail(cause);
        } else {
            requests.fail(at, wanted, cause);
        }
        cache.unlocked(() -> cache.listener.failed(entry.path, cause));
    }

    private static boolean isInterrupt(IOException cause) {
        return cause instanceof ClosedByInterruptException
                || (cause instanceof InterruptedIOException && !(cause instanceof SocketTimeoutException));
    }

    /** The cache is closed: nobody waits any longer; who decodes finds out after the block. */
    void shutDown(IOException closed) {
        requests.fail(0, Integer.MAX_VALUE, closed);
        free.signalAll();
        if (owner == null) {
            source.close();
        }
    }
}
