package dev.zipfs.internal.cache;

import dev.zipfs.DriveStatistics.Metric;
import dev.zipfs.ZipDriveException;
import dev.zipfs.spi.EntryReader;
import dev.zipfs.spi.OpenFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;

/** A handle on an entry whose bytes are read in place: no block, no copy. */
final class DirectFile implements OpenFile {
    private final BlockCache cache;
    private final SharedEntry entry;
    private final EntryReader reader;
    private final long size;
    private final AtomicBoolean closed = new AtomicBoolean();

    DirectFile(BlockCache cache, SharedEntry entry) {
        this.cache = cache;
        this.entry = entry;
        this.reader = entry.source().reader();
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
        if (closed.get()) {
            throw new ZipDriveException("'" + entry.path + "': the file is closed");
        }
        cache.checkOpen(entry.path);
        if (position >= size) {
            return -1;
        }
        try {
            int count = reader.read(position, dst);
            cache.counters.add(Metric.READS, 1);
            cache.counters.add(Metric.BYTES_SERVED, Math.max(0, count));
            return count;
        } catch (IOException e) {
            throw failed(e);
        } catch (RuntimeException | StackOverflowError e) {
            throw failed(new ZipDriveException("'" + entry.path + "': its reader failed unexpectedly: " + e, e));
        }
    }

    private IOException failed(IOException cause) {
        if (!cache.isClosed()) {
            cache.counters.add(Metric.FAILURES, 1);
            cache.listener.failed(entry.path, cause);
        }
        return cause;
    }

    @Override
    public void close() {
        if (closed.getAndSet(true)) {
            return;
        }
        cache.lock.lock();
        try {
            entry.close();
            cache.counters.add(Metric.OPEN_HANDLES, -1);
        } finally {
            cache.unlock();
        }
    }
}
