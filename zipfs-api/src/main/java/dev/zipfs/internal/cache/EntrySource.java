package dev.zipfs.internal.cache;

import dev.zipfs.ArchiveFormatException;
import dev.zipfs.DriveStatistics.Metric;
import dev.zipfs.ZipDriveException;
import dev.zipfs.spi.AccessCost;
import dev.zipfs.spi.EntryReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An entry's reader: opened when it is needed, asked for blocks, counted, given up. Everything wants the cache's lock held, and
 * what makes the reader work also wants the turn, and lets go of the lock while the reader works. Whatever a reader throws comes
 * out as an {@link IOException}.
 */
final class EntrySource {
    private final String path;
    private final BlockCache cache;
    private final BlockStore store;
    private ReaderOpener opener;
    private @Nullable EntryReader reader;
    private long size = -1;
    private State last = new State();

    /** The block after the one that was decoded last: there the reader goes on without a detour. */
    private int next;

    /** How many bytes from the start the reader has decoded without a gap. */
    private long frontier;

    /** The last read failed, so the next failure ends the reader's life. */
    private boolean doubtful;

    EntrySource(String path, BlockCache cache, BlockStore store, ReaderOpener opener) {
        this.path = path;
        this.cache = cache;
        this.store = store;
        this.opener = opener;
    }

    void openWith(ReaderOpener latest) {
        opener = latest;
    }

    boolean isOpen() {
        return reader != null;
    }

    /** The entry's size; -1 until a reader was opened. */
    long size() {
        return size;
    }

    AccessCost cost() {
        return last.cost;
    }

    int restartPoints() {
        return last.restartPoints;
    }

    long restartPointBytes() {
        return last.restartPointBytes;
    }

    int next() {
        return next;
    }

    long frontier() {
        return frontier;
    }

    /** The reader, which is open. */
    EntryReader reader() {
        return Objects.requireNonNull(reader);
    }

    void open() throws IOException {
        if (reader != null) {
            return;
        }
        State state = new State();
        reader = openUnlocked(opener, state);
        next = 0;
        frontier = 0;
        doubtful = false;
        count(state);
        if (size < 0) {
            size = Math.max(0, state.size);
        }
        if (size != state.size) {
            close();
            throw new ZipDriveException("'" + path + "': its size is " + state.size + " bytes, which is not the " + size
                    + " expected. If the archive was replaced, open it again");
        }
    }

    /** Gives the reader up; it is closed once the lock is free. */
    void close() {
        EntryReader old = reader;
        if (old != null) {
            reader = null;
            State none = new State();
            none.cost = last.cost;
            none.decodedBytes = last.decodedBytes;
            count(none);
            none.decodedBytes = 0;
            cache.closeLater(old);
        }
    }

    /** Where decoding for a block begins: it and those after it cost nothing more. */
    int firstBlock(int wanted) throws IOException {
        EntryReader source = reader();
        long start = (long) wanted * store.blockSize;
        long from = Math.max(0, Math.min(work(source, start, null), start));
        int first = (int) ((from + store.blockSize - 1) / store.blockSize);
        return next <= wanted ? Math.max(first, next) : first;
    }

    /** Decodes a block; fills the buffer. */
    void read(int block, ByteBuffer dst) throws IOException {
        EntryReader source = reader();
        long start = (long) block * store.blockSize;
        int length = dst.remaining();
        // Where it stops if it fails is unknown.
        next = 0;
        Object event = store.events.start();
        work(source, start, dst);
        doubtful = false;
        store.events.decoded(event, path, start, length);
        next = block + 1;
        if (start <= frontier && start + length > frontier) {
            frontier = start + length;
        }
    }

    private void fill(EntryReader source, long start, ByteBuffer dst) throws IOException {
        while (dst.hasRemaining()) {
            long at = start + dst.position();
            if (source.read(at, dst) <= 0 || start + dst.position() <= at) {
                throw ArchiveFormatException.of("the data ends after " + at + " of " + size + " bytes")
                        .entry(path)
                        .build();
            }
        }
    }

    /** Fills a buffer from a position; without one asks where decoding for that position begins. */
    private long work(EntryReader source, long start, @Nullable ByteBuffer dst) throws IOException {
        State state = new State();
        IOException failure;
        try {
            return workUnlocked(source, start, dst, state);
        } catch (IOException e) {
            failure = e;
        } finally {
            count(state);
        }
        // One failure may be the storage's, and a reader is worth its restart points; after more its state is in doubt.
        if (doubtful || failure instanceof UnexpectedFailure) {
            close();
        }
        doubtful = true;
        throw failure;
    }

    // Spelled out, since in a fresh process each lambda would cost the first read a millisecond or two.

    private EntryReader openUnlocked(ReaderOpener open, State state) throws IOException {
        cache.lock.unlock();
        try {
            EntryReader fresh = open.open();
            try {
                state.read(fresh);
                return fresh;
            } catch (RuntimeException e) {
                fresh.close();
                throw e;
            }
        } catch (Throwable e) {
            throw asIoException(e);
        } finally {
            cache.lock.lock();
        }
    }

    private long workUnlocked(EntryReader source, long start, @Nullable ByteBuffer dst, State state)
            throws IOException {
        cache.lock.unlock();
        try {
            try {
                if (dst == null) {
                    return source.restartPoint(start);
                }
                fill(source, start, dst);
                return start;
            } finally {
                state.read(source);
            }
        } catch (Throwable e) {
            throw asIoException(e);
        } finally {
            cache.lock.lock();
        }
    }

    /** Also of errors: a stack that a hostile entry made overflow is whole again here, and the drive lives on. */
    private IOException asIoException(Throwable e) {
        return e instanceof IOException ? (IOException) e : new UnexpectedFailure(path, e);
    }

    private void count(State now) {
        store.counters.add(Metric.BYTES_DECODED, now.decodedBytes - last.decodedBytes);
        store.counters.add(Metric.CHECKPOINTS, now.restartPoints - last.restartPoints);
        store.counters.add(Metric.CHECKPOINT_BYTES, now.restartPointBytes - last.restartPointBytes);
        last = now;
    }

    /** A reader threw what none should throw. */
    private static final class UnexpectedFailure extends ZipDriveException {
        private static final long serialVersionUID = 1L;

        UnexpectedFailure(String path, Throwable cause) {
            super("'" + path + "': its reader failed unexpectedly: " + cause, cause);
        }
    }

    /** What a reader says of itself. */
    private static final class State {
        long size;
        AccessCost cost = AccessCost.SEQUENTIAL;
        long decodedBytes;
        int restartPoints;
        long restartPointBytes;

        void read(EntryReader reader) {
            size = reader.size();
            cost = reader.accessCost();
            decodedBytes = reader.decodedBytes();
            restartPoints = reader.restartPoints();
            restartPointBytes = reader.restartPointBytes();
        }
    }
}
