package dev.zipfs.internal.cache;

import dev.zipfs.ArchiveFormatException;
import dev.zipfs.DriveStatistics.Metric;
import dev.zipfs.ZipDriveException;
import dev.zipfs.cache.CachedEntry;
import dev.zipfs.cache.Placement;
import dev.zipfs.spi.AccessCost;
import dev.zipfs.spi.EntryReader;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * What all handles of one entry share: its reader, its blocks, and who decodes.
 *
 * <p>One thread decodes an entry at a time: it has the turn. Whoever finds a block missing takes the turn if it is free and decodes
 * from where the reader would start anyway up to that block, keeping what it passes. If the turn is taken, a thread waits
 * with a {@link Request} and is answered the moment its block is decoded, or gets the turn itself. A decode that goes on for
 * long hands the turn over after each stretch of new ground, so that a read near by does not wait for one far ahead; for readers
 * that can only start from the beginning that would lose all progress, so there the decode goes to its end, and those
 * further ahead are served on the way.
 *
 * <p>Everything is guarded by the cache's lock, which is let go of while the reader works.
 */
final class SharedEntry {
    /** After how many bytes of new ground the turn is handed over: about the distance of restart points. */
    private static final long STRETCH = 1L << 20;

    /** After how many bytes the listener is told again. */
    private static final long PROGRESS_STEP = 1L << 20;

    final int number;
    final String path;
    final boolean encrypted;
    final Condition loaded;

    private final BlockCache cache;
    private final BlockStore store;
    private final ReentrantLock lock;
    private final Map<Integer, Block> blocks = new HashMap<>();
    private final List<Request> requests = new ArrayList<>();
    private final Condition opened;

    private ReaderOpener opener;
    private @Nullable EntryReader reader;
    private long size = -1;
    private Placement placement = Placement.NOWHERE;
    private volatile @Nullable IOException failure;

    /** Who has the turn. */
    private @Nullable Thread decoder;

    /** Where the reader stands, as far as the blocks it was asked for tell. */
    private int position;

    /** How many bytes from the start have been decoded without a gap. */
    private long frontier;

    private long reported;
    private Sample last = new Sample();
    private int handles;

    private final ReadAhead ahead;

    SharedEntry(BlockCache cache, BlockStore store, int number, String path, boolean encrypted, ReaderOpener opener) {
        this.cache = cache;
        this.store = store;
        this.lock = store.lock;
        this.loaded = lock.newCondition();
        this.opened = lock.newCondition();
        this.number = number;
        this.path = path;
        this.encrypted = encrypted;
        this.opener = opener;
        this.ahead = new ReadAhead(this, cache);
    }

    // ---- Opening and closing, with the lock held.

    /** Adds a handle; opens the reader if nothing is known about the entry yet. */
    void open(ReaderOpener latest) throws IOException {
        handles++;
        opener = latest;
        boolean success = false;
        try {
            while (needsReader() && decoder != null) {
                checkReentry();
                opened.awaitUninterruptibly();
                cache.checkOpen(path);
            }
            if (needsReader()) {
                decoder = Thread.currentThread();
                try {
                    reader();
                } finally {
                    opened.signalAll();
                    passTurn();
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

    /** Where all is known and read through blocks, a reader is opened only once a block is missing. */
    private boolean needsReader() {
        return size < 0 || (isDirect() && reader == null);
    }

    /** Whether handles read in place: where nothing is decoded, or where blocks are too many to be numbered. */
    boolean isDirect() {
        return last.cost == AccessCost.DIRECT || blockCount() > Integer.MAX_VALUE;
    }

    long blockCount() {
        return size / store.blockSize + (size % store.blockSize == 0 ? 0 : 1);
    }

    /** The reader of an entry that is read in place, for handles, which keep it open. */
    EntryReader directReader() {
        return Objects.requireNonNull(reader);
    }

    /** Takes a handle away; the last one cancels what goes on ahead and retires the reader. */
    void close() {
        if (--handles == 0) {
            ahead.cancel();
            retireIfIdle();
        }
    }

    private void retireIfIdle() {
        if (handles > 0 || decoder != null) {
            return;
        }
        if (reader != null) {
            if (last.restartPoints > 0 && failure == null && !cache.isClosed()) {
                cache.kept.add(this);
            } else {
                discardReader();
            }
        }
        cache.forgetIfGone(this);
    }

    /** Closes the reader once the lock is free. */
    void discardReader() {
        EntryReader old = reader;
        if (old != null) {
            reader = null;
            Sample none = new Sample();
            none.cost = last.cost;
            none.decodedBytes = last.decodedBytes;
            count(none);
            none.decodedBytes = 0;
            cache.closeLater(old);
        }
    }

    boolean isGone() {
        return handles == 0 && decoder == null && reader == null && blocks.isEmpty() && failure == null;
    }

    /** The cache is closed: nobody waits any longer, nothing is kept. */
    void shutDown(IOException closed) {
        ahead.cancel();
        failRequests(0, Integer.MAX_VALUE, closed);
        opened.signalAll();
        dropBlocks();
        if (decoder == null) {
            discardReader();
        }
    }

    // ---- What others ask, with the lock held.

    long size() {
        return size;
    }

    Placement placement() {
        return placement;
    }

    long restartPointBytes() {
        return last.restartPointBytes;
    }

    boolean hasHandles() {
        return handles > 0;
    }

    boolean isFailed() {
        return failure != null;
    }

    @Nullable
    Thread decoder() {
        return decoder;
    }

    ReadAhead ahead() {
        return ahead;
    }

    Iterable<Block> blocks() {
        return blocks.values();
    }

    @Nullable
    Block block(int blockNumber) {
        return blocks.get(blockNumber);
    }

    boolean has(int blockNumber) {
        Block block = blocks.get(blockNumber);
        return block != null && (block.bytes != null || block.onDisk);
    }

    CachedEntry description() {
        return CachedEntry.of(number, path, size, last.cost, encrypted);
    }

    void place(Placement where) {
        placement = where;
    }

    /** A block that is neither in memory nor on disk any more leaves the table. */
    void forgetIfGone(Block block) {
        if (block.bytes == null && !block.onDisk && !block.loading && blocks.remove(block.number(), block)) {
            if (block.ahead) {
                store.counters.add(Metric.READ_AHEAD_WASTED_BYTES, block.length);
            }
            cache.forgetIfGone(this);
        }
    }

    /** Needs no lock. */
    void checkUsable() throws IOException {
        cache.checkOpen(path);
        IOException failed = failure;
        if (failed != null) {
            throw failed;
        }
    }

    // ---- Reading, with the lock held.

    /** Finds a block, or has it decoded; the caller holds it then. */
    Block acquire(int wanted) throws IOException {
        boolean turn = false;
        try {
            for (; ; ) {
                checkUsable();
                Block block = blocks.get(wanted);
                if (block != null && block.bytes != null) {
                    block.hold();
                    store.hit(block);
                    return block;
                }
                if (block != null && block.loading) {
                    loaded.awaitUninterruptibly();
                    continue;
                }
                if (block != null && block.onDisk) {
                    if (store.load(block)) {
                        store.settle(block);
                        return block;
                    }
                    continue;
                }
                if (!turn && decoder != null) {
                    checkReentry();
                    Request request = new Request(wanted, lock.newCondition());
                    requests.add(request);
                    Block answer = request.await();
                    if (answer != null) {
                        missed(wanted);
                        return answer;
                    }
                }
                decoder = Thread.currentThread();
                turn = true;
                Block decoded = decodeUpTo(wanted);
                passTurn();
                turn = false;
                if (decoded != null) {
                    missed(wanted);
                    store.settle(decoded);
                    return decoded;
                }
            }
        } finally {
            if (turn) {
                passTurn();
            }
        }
    }

    private void missed(int wanted) {
        store.counters.add(Metric.MISSES, 1);
        store.events.missed(path, (long) wanted * store.blockSize);
    }

    private void checkReentry() throws IOException {
        if (decoder == Thread.currentThread()) {
            throw new ZipDriveException(
                    "'" + path + "': a listener must not read the entry whose progress it is told of");
        }
    }

    /** Decodes up to a block and gives it, held; or {@code null} if others had to get the turn on the way. */
    private @Nullable Block decodeUpTo(int wanted) throws IOException {
        int next = wanted;
        try {
            EntryReader source = reader();
            next = firstBlock(source, wanted);
            long stretchEnd = frontier + STRETCH;
            while (next < wanted) {
                keep(decode(source, next, false));
                next++;
                if (frontier >= stretchEnd && !requests.isEmpty() && last.cost != AccessCost.SEQUENTIAL) {
                    return null;
                }
            }
            return decode(source, wanted, false);
        } catch (IOException e) {
            fail(next, wanted, e);
            throw e;
        }
    }

    /** Where decoding for a block begins: blocks from there on cost nothing more. */
    int firstBlock(EntryReader source, int wanted) throws IOException {
        long start = (long) wanted * store.blockSize;
        long restart = call(source, () -> source.restartPoint(start));
        long from = Math.max(0, Math.min(restart, start));
        return (int) ((from + store.blockSize - 1) / store.blockSize);
    }

    /**
     * Decodes one block and answers those who wait for it; the caller, who has the turn, holds it then.
     *
     * @param asAhead whether nobody may have asked for it yet
     */
    Block decode(EntryReader source, int which, boolean asAhead) throws IOException {
        long start = (long) which * store.blockSize;
        int length = (int) Math.min(store.blockSize, size - start);
        byte[] bytes = store.pool.take(length);
        boolean filled = false;
        position = which;
        try {
            Object event = store.events.start();
            call(source, () -> {
                fill(source, start, bytes, length);
                return null;
            });
            store.events.decoded(event, path, start, length);
            cache.checkOpen(path);
            filled = true;
        } finally {
            if (!filled) {
                store.pool.give(bytes);
            }
        }
        position = which + 1;
        Block block = blocks.get(which);
        if (block == null || (block.bytes == null && !block.onDisk)) {
            block = new Block(this, which, length);
            blocks.put(which, block);
        }
        if (block.bytes == null && !block.loading) {
            block.bytes = bytes;
        } else {
            store.pool.give(bytes);
        }
        block.hold();
        if (!answer(block) && asAhead) {
            block.ahead = true;
            store.counters.add(Metric.READ_AHEAD_BYTES, length);
        }
        progress(start, start + length);
        return block;
    }

    /** Gives a passed block to its tier and lets go of it. Tells whether it was kept. */
    boolean keep(Block block) {
        if (!block.onDisk && !block.inMemory) {
            store.settle(block);
        }
        boolean kept = block.inMemory || block.onDisk;
        store.release(block);
        return kept;
    }

    private void fill(EntryReader source, long start, byte[] bytes, int length) throws IOException {
        ByteBuffer dst = ByteBuffer.wrap(bytes, 0, length);
        while (dst.hasRemaining()) {
            int count = source.read(start + dst.position(), dst);
            if (count <= 0) {
                throw ArchiveFormatException.of(
                                "its data ends after " + (start + dst.position()) + " of " + size + " bytes")
                        .entry(path)
                        .build();
            }
        }
    }

    private boolean answer(Block block) {
        boolean answered = false;
        for (int i = requests.size() - 1; i >= 0; i--) {
            Request request = requests.get(i);
            if (request.number == block.number()) {
                requests.remove(i);
                block.hold();
                request.answer(block);
                answered = true;
            }
        }
        return answered;
    }

    private void progress(long start, long end) {
        if (start <= frontier && end > frontier) {
            frontier = end;
        }
        if (frontier - reported >= PROGRESS_STEP || (frontier == size && reported < size)) {
            reported = frontier;
            long decoded = frontier;
            lock.unlock();
            try {
                cache.listener.decoding(path, decoded, size);
            } finally {
                lock.lock();
            }
        }
    }

    // ---- The turn and the reader.

    boolean takeTurnIfFree() {
        if (decoder != null) {
            return false;
        }
        decoder = Thread.currentThread();
        return true;
    }

    /** Whether somebody waits for a block that will not be decoded on the way from one to another. */
    boolean isAwaitedOutside(int from, int until) {
        for (Request request : requests) {
            if (request.number < from || request.number >= until) {
                return true;
            }
        }
        return false;
    }

    void passTurn() {
        Request next = nextRequest();
        if (next != null) {
            requests.remove(next);
            decoder = next.thread;
            next.turn();
            return;
        }
        decoder = null;
        if (cache.isClosed()) {
            discardReader();
            cache.idle.signalAll();
        } else if (failure != null) {
            discardReader();
        }
        retireIfIdle();
        ahead.resume();
    }

    private @Nullable Request nextRequest() {
        if (requests.isEmpty()) {
            return null;
        }
        Request best = requests.get(0);
        if (last.cost == AccessCost.SEQUENTIAL) {
            // One sweep upwards serves all that lie ahead; only then the reader starts over.
            for (Request request : requests) {
                boolean ahead = request.number >= position;
                boolean bestAhead = best.number >= position;
                if (ahead == bestAhead ? request.number < best.number : ahead) {
                    best = request;
                }
            }
        }
        return best;
    }

    /** The reader; opened if need be. Only for who has the turn. */
    EntryReader reader() throws IOException {
        EntryReader source = reader;
        if (source == null) {
            ReaderOpener open = opener;
            Sample fresh = new Sample();
            EntryReader made = unlocked(() -> {
                EntryReader result = open.open();
                fresh.size = result.size();
                fresh.take(result);
                return result;
            });
            source = made;
            reader = made;
            position = 0;
            count(fresh);
            if (size < 0 && fresh.size >= 0) {
                size = fresh.size;
                placement = cache.policy.placement(description());
            } else if (size != fresh.size) {
                discardReader();
                throw new ZipDriveException("'" + path + "': its size has changed from " + size + " to " + fresh.size
                        + " bytes. Was the archive replaced? Mount it again");
            }
        }
        return source;
    }

    /** Something that may fail. */
    @FunctionalInterface
    private interface Work<T extends @Nullable Object> {
        T run() throws IOException;
    }

    /** Lets the reader work, and counts what it did. */
    private <T extends @Nullable Object> T call(EntryReader source, Work<T> work) throws IOException {
        Sample after = new Sample();
        try {
            return unlocked(() -> {
                try {
                    return work.run();
                } finally {
                    after.take(source);
                }
            });
        } finally {
            count(after);
        }
    }

    /** Runs with the lock free; whatever is thrown becomes an I/O error of this entry. */
    private <T extends @Nullable Object> T unlocked(Work<T> work) throws IOException {
        lock.unlock();
        try {
            return work.run();
        } catch (IOException e) {
            throw e;
        } catch (Throwable e) {
            throw new ZipDriveException("'" + path + "': its decoder failed unexpectedly: " + e, e);
        } finally {
            lock.lock();
        }
    }

    private void count(Sample now) {
        store.counters.add(Metric.BYTES_DECODED, now.decodedBytes - last.decodedBytes);
        store.counters.add(Metric.CHECKPOINTS, now.restartPoints - last.restartPoints);
        store.counters.add(Metric.CHECKPOINT_BYTES, now.restartPointBytes - last.restartPointBytes);
        last = now;
    }

    /** What a reader says of itself. */
    private static final class Sample {
        long size;
        AccessCost cost = AccessCost.SEQUENTIAL;
        long decodedBytes;
        int restartPoints;
        long restartPointBytes;

        void take(EntryReader source) {
            cost = source.accessCost();
            decodedBytes = source.decodedBytes();
            restartPoints = source.restartPoints();
            restartPointBytes = source.restartPointBytes();
        }
    }

    // ---- Failure.

    /** Decoding failed at a block on the way to another: those who need it fail as well. */
    private void fail(int at, int wanted, IOException cause) {
        if (cache.isClosed()) {
            return;
        }
        if (cause instanceof ClosedByInterruptException || cause instanceof InterruptedIOException) {
            // This thread's own affair. Others go on, with a fresh reader.
            discardReader();
            return;
        }
        if (cause instanceof ArchiveFormatException) {
            failure = cause;
            failRequests(0, Integer.MAX_VALUE, cause);
            dropBlocks();
            cache.failed(this);
        } else {
            failRequests(at, wanted, cause);
            discardReader();
        }
        lock.unlock();
        try {
            cache.listener.failed(path, cause);
        } finally {
            lock.lock();
        }
    }

    private void failRequests(int first, int last, IOException cause) {
        requests.removeIf(request -> {
            boolean hit = request.number >= first && request.number <= last;
            if (hit) {
                request.fail(cause);
            }
            return hit;
        });
    }

    private void dropBlocks() {
        for (Block block : new ArrayList<>(blocks.values())) {
            store.drop(block);
        }
    }
}
