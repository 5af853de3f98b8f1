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
 * Reads an entry through a decoder that only goes forward: a read behind the decoder's position starts a new pass, one
 * ahead of it decodes what lies between. Holds one decoder and, while it skips, one small buffer.
 *
 * <p>Every pass counts and sums what it decodes. The bytes that complete the entry are handed out only after the data
 * has ended where the archive says and the CRC-32 matches; where they do not, the entry stays failed.
 */
public class ForwardReader implements EntryReader {
    private static final int SKIP_BUFFER = 64 << 10;

    private final EntryData data;
    private final CompressedBytes bytes;
    private final Decoder.Factory decoders;
    private final ReentrantLock lock = new ReentrantLock();
    private final CRC32 crc = new CRC32();

    private @Nullable Decoder decoder;
    private long position;
    private volatile long decoded;
    private @Nullable ArchiveFormatException failure;
    private boolean closed;

    ForwardReader(EntryData data, CompressedBytes bytes, Decoder.Factory decoders) {
        this.data = data;
        this.bytes = bytes;
        this.decoders = decoders;
    }

    @Override
    public final long size() {
        return data.size();
    }

    @Override
    public final AccessCost accessCost() {
        return AccessCost.SEQUENTIAL;
    }

    @Override
    public final long decodedBytes() {
        return decoded;
    }

    @Override
    public final int read(long from, ByteBuffer dst) throws IOException {
        if (from < 0) {
            throw new IllegalArgumentException("position must not be negative: " + from);
        }
        if (from >= data.size()) {
            return -1;
        }
        int wanted = (int) Math.min(dst.remaining(), data.size() - from);
        if (wanted == 0) {
            return 0;
        }
        int start = dst.position();
        int limit = dst.limit();
        lock.lock();
        try {
            failIfUnusable();
            if (decoder == null || from < position) {
                restart();
            }
            skipTo(from);
            dst.limit(start + wanted);
            while (dst.hasRemaining()) {
                decodeSome(dst);
            }
            if (position == data.size()) {
                checkEnd();
            }
            return wanted;
        } catch (IOException | RuntimeException | Error e) {
            // The decoder's state is unknown; damage stays, anything else may have been the storage and is tried again.
            endPass();
            dst.position(start);
            if (e instanceof ArchiveFormatException damage) {
                failure = damage;
            }
            throw e;
        } finally {
            dst.limit(limit);
            lock.unlock();
        }
    }

    private void failIfUnusable() throws IOException {
        if (closed) {
            throw new ZipDriveException("entry '" + data.entry() + "': the reader has been closed");
        }
        if (failure != null) {
            throw failure;
        }
    }

    private void restart() throws IOException {
        endPass();
        position = 0;
        crc.reset();
        decoder = decoders.start();
    }

    private void skipTo(long target) throws IOException {
        if (position == target) {
            return;
        }
        ByteBuffer skipped = ByteBuffer.allocate((int) Math.min(SKIP_BUFFER, target - position));
        while (position < target) {
            skipped.clear().limit((int) Math.min(skipped.capacity(), target - position));
            decodeSome(skipped);
        }
    }

    private void decodeSome(ByteBuffer dst) throws IOException {
        int start = dst.position();
        int n = decode(dst);
        if (n < 0) {
            throw damaged("the data ends after " + position + " bytes, the archive says " + data.size(), null);
        }
        if (data.hasCrc()) {
            int limit = dst.limit();
            dst.limit(start + n).position(start);
            crc.update(dst);
            dst.limit(limit);
        }
        position += n;
        decoded += n;
    }

    private void checkEnd() throws IOException {
        if (decode(ByteBuffer.allocate(1)) > 0) {
            throw damaged("the data goes on after the " + data.size() + " bytes that the archive says", null);
        }
        if (data.hasCrc() && crc.getValue() != data.crc32()) {
            throw data.wrongCrc(crc.getValue());
        }
        bytes.verify();
    }

    /** Decoders of others throw whatever they like on damaged data: it all becomes one kind of error here. */
    private int decode(ByteBuffer dst) throws IOException {
        Decoder current = decoder;
        if (current == null) {
            throw new IllegalStateException("no pass is running");
        }
        try {
            int n = current.decode(dst);
            if (n == 0) {
                throw damaged("the decoder makes no progress", null);
            }
            return n;
        } catch (RuntimeException e) {
            throw damaged("the data is damaged: " + e, e);
        }
    }

    private ArchiveFormatException damaged(String problem, @Nullable Throwable cause) {
        Decoder current = decoder;
        return data.damaged(
                problem,
                current == null ? 0 : current.consumed(),
                current == null ? EntryData.SIZE_SECTION : current.section(),
                cause);
    }

    private void endPass() {
        if (decoder != null) {
            decoder.close();
            decoder = null;
        }
    }

    /** Waits for a read that is under way. */
    @Override
    public final void close() {
        lock.lock();
        try {
            closed = true;
            endPass();
        } finally {
            lock.unlock();
        }
    }
}
