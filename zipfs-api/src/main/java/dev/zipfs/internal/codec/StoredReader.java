package dev.zipfs.internal.codec;

import dev.zipfs.ArchiveFormatException;
import dev.zipfs.ZipDriveException;
import dev.zipfs.spi.AccessCost;
import dev.zipfs.spi.EntryReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.locks.ReentrantLock;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * Reads an entry that is not compressed: straight from the archive into the caller's buffer, any number of threads at
 * once.
 *
 * <p>The CRC-32 is checked along the way where reads happen to arrive in order from 0, as a copy or a scan of the file
 * makes them. A reader that finds the check busy, or is elsewhere in the file, goes on without it: it must wait for
 * nobody. Where the check fails, at the last byte, the entry stays failed.
 */
public final class StoredReader implements EntryReader {
    private final CompressedBytes bytes;
    private final EntryData data;

    /** Guards the running check; only ever tried, never waited for. */
    private final ReentrantLock checking = new ReentrantLock();

    private final CRC32 crc = new CRC32();

    /** Up to where the running check has come; the whole size when it is over. */
    private volatile long checkedTo;

    private volatile @Nullable ArchiveFormatException failure;
    private volatile boolean closed;

    public StoredReader(CompressedBytes bytes, EntryData data) {
        if (bytes.size() != data.size()) {
            throw new IllegalArgumentException("stored size " + bytes.size() + " is not " + data.size());
        }
        this.bytes = bytes;
        this.data = data;
    }

    @Override
    public long size() {
        return data.size();
    }

    @Override
    public AccessCost accessCost() {
        return bytes.accessCost();
    }

    @Override
    public long restartPoint(long position) {
        return bytes.restartPoint(position);
    }

    @Override
    public int read(long position, ByteBuffer dst) throws IOException {
        if (closed) {
            throw new ZipDriveException("entry '" + data.entry() + "': the reader has been closed");
        }
        ArchiveFormatException failed = failure;
        if (failed != null) {
            throw failed;
        }
        int start = dst.position();
        int n = bytes.read(position, dst);
        if (n > 0 && position == checkedTo) {
            try {
                check(position, dst, start, n);
            } catch (IOException e) {
                dst.position(start);
                throw e;
            }
        }
        return n;
    }

    private void check(long position, ByteBuffer dst, int start, int n) throws IOException {
        if (!checking.tryLock()) {
            return;
        }
        try {
            if (position != checkedTo) {
                return;
            }
            if (data.hasCrc()) {
                int limit = dst.limit();
                dst.limit(start + n).position(start);
                crc.update(dst);
                dst.limit(limit);
            }
            long end = position + n;
            if (end == data.size()) {
                if (data.hasCrc() && crc.getValue() != data.crc32()) {
                    failure = data.wrongCrc(crc.getValue());
                    throw failure;
                }
                verify();
            }
            checkedTo = end;
        } finally {
            checking.unlock();
        }
    }

    private void verify() throws IOException {
        try {
            bytes.verify();
        } catch (ArchiveFormatException e) {
            failure = e;
            throw e;
        }
    }

    @Override
    public void close() {
        closed = true;
    }
}
