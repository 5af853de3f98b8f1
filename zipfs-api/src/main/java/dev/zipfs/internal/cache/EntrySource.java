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
        ReaderOpener open = opener;
        State state = new State();
        EntryReader made = unlocked(() -> {
            EntryReader fresh = open.open();
            try {
                state.read(fresh);
                return fresh;
            } catch (RuntimeException e) {
                fresh.close();
                throw e;
            }
        });
        reader = made;
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
        long[] restart = new long[1];
        work(source, () -> restart[0] = source.restartPoint(start));
        long from = Math.max(0, Math.min(restart[0], start));
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
        work(source, () -> fill(source, start, dst));
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

    private void work(EntryReader source, Work work) throws IOException {
        State state = new State();
        IOException failure = null;
        try {
            unlocked(() -> {
                try {
                    work.run();
                } finally {
                    state.read(source);
                }
                return source;
            });
        } catch (IOException e) {
            failure = e;
        }
        count(state);
        if (failure != null) {
            // One failure may be the storage's, and a reader is worth its restart points; after more its state is in
            // doubt.
            if (doubtful || failure instanceof UnexpectedFailure) {
                close();
            }
            doubtful = true;
            throw failure;
        }
    }

    private EntryReader unlocked(Opening opening) throws IOException {
        cache.lock.unlock();
        try {
            return opening.run();
        } catch (IOException e) {
            throw e;
        } catch (Throwable e) {
            // Also errors: a stack that a hostile entry made overflow is whole again here, and the drive lives on.
            throw new UnexpectedFailure(path, e);
        } finally {
            cache.lock.lock();
        }
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

    @FunctionalInterface
    private interface Work {
        void run() throws IOException;
    }

    @FunctionalInterface
    private interface Opening {
        EntryReader run() throws IOException;
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
