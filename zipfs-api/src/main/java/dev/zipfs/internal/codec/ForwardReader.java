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
 * Reads an entry through a decoder that only goes forward, from the nearest place before the position where one can start: the
 * entry's start, or a {@link RestartPoint}. Such points are noted by the first pass that comes by them, or read from a table in
 * the data. Holds one decoder and, while it skips, one small buffer.
 *
 * <p><b>What is checked.</b> What is decoded between two points is summed; a section that is decoded again must have the
 * same CRC-32. Once all of the entry has been decoded, its CRC-32 must be the one in the archive, and the data must end where
 * the archive says; the bytes that complete the entry are handed out only after that, and where it does not hold, the entry
 * stays failed. Where points were found by passes, all that lies before one has been decoded, so the entry's last byte always
 * implies the check. Where the data claims them, a read may reach the last byte without the rest: then the check is due when
 * the rest has been read, in whatever order, and until then only the method's own checksums hold.
 *
 * <p>A table that turns out to be wrong costs no more than a pass without it.
 */
public final class ForwardReader implements EntryReader {
    private static final int SKIP_BUFFER = 64 << 10;

    /** Sections up to this length count as "not far" before a position: see {@link AccessCost#RESTARTABLE}. */
    private static final long NEAR = 64L << 20;

    private final EntryData data;
    private final CompressedBytes bytes;
    private final Decoder.Factory decoders;
    private final ReentrantLock lock = new ReentrantLock();
    private final CRC32 crc = new CRC32();

    private volatile RestartPoints points;
    private volatile boolean restartable;
    private volatile long decoded;
    private @Nullable Decoder decoder;
    private long position;

    /** Where the section starts that {@link #crc} sums. */
    private long sectionStart;

    private boolean verified;
    private @Nullable ArchiveFormatException failure;
    private boolean closed;

    /**
     * Makes a reader.
     *
     * @throws IOException if the data's own table of restart points cannot be read
     */
    public ForwardReader(EntryData data, CompressedBytes bytes, Decoder.Factory decoders) throws IOException {
        this.data = data;
        this.bytes = bytes;
        this.decoders = decoders;
        // A table stands at the end of the data: what has no random access itself would be decrypted up to there.
        RestartPoints claimed = bytes.accessCost() == AccessCost.DIRECT ? decoders.claimed() : null;
        this.points = claimed == null ? found() : claimed;
        this.restartable =
                bytes.accessCost() != AccessCost.SEQUENTIAL && (decoders.leavesPoints() || claimed != null && near());
    }

    private RestartPoints found() {
        return RestartPoints.found(data.size(), decoders.spacing());
    }

    private boolean near() {
        return points.count() > 0 && points.longestSection() <= NEAR;
    }

    @Override
    public long size() {
        return data.size();
    }

    @Override
    public AccessCost accessCost() {
        return restartable ? AccessCost.RESTARTABLE : AccessCost.SEQUENTIAL;
    }

    @Override
    public long decodedBytes() {
        return decoded;
    }

    @Override
    public int restartPoints() {
        return points.count();
    }

    @Override
    public long restartPointBytes() {
        return points.memory();
    }

    @Override
    public long restartPoint(long from) {
        lock.lock();
        try {
            RestartPoint point = points.before(from);
            long start = point == null ? 0 : point.position();
            return decoder != null && position <= from ? Math.max(position, start) : start;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public int read(long from, ByteBuffer dst) throws IOException {
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
            dst.limit(start + wanted);
            try {
                decodeFrom(from, dst);
            } catch (ArchiveFormatException e) {
                if (!points.isClaimed()) {
                    throw e;
                }
                // The table is wrong, or the data is: a pass without the table will tell.
                endPass();
                points = found();
                dst.position(start).limit(start + wanted);
                try {
                    decodeFrom(from, dst);
                } catch (ArchiveFormatException damage) {
                    damage.addSuppressed(e);
                    throw damage;
                }
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

    private void decodeFrom(long from, ByteBuffer dst) throws IOException {
        startBefore(from);
        skipTo(from);
        while (dst.hasRemaining()) {
            decodeSome(dst);
        }
        if (position == data.size()) {
            checkEnd();
        }
    }

    /** A pass that stands behind the nearest point, or past the position, is of no use. */
    private void startBefore(long from) throws IOException {
        RestartPoint point = points.before(from);
        long start = point == null ? 0 : point.position();
        if (decoder == null || position > from || position < start) {
            endPass();
            decoder = decoders.start(point);
            position = start;
            startSection();
        }
    }

    private void startSection() {
        sectionStart = position;
        crc.reset();
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

    /** Decodes something, not across the end of a section nor where a further point is wanted. */
    private void decodeSome(ByteBuffer dst) throws IOException {
        long sectionEnd = points.sectionEnd(position);
        long wanted = points.isClaimed() ? Long.MAX_VALUE : points.wanted();
        long stop = position < wanted ? Math.min(sectionEnd, wanted) : sectionEnd;
        int limit = dst.limit();
        int start = dst.position();
        dst.limit((int) Math.min(limit, start + (stop - position)));
        int n = decode(dst);
        if (n < 0) {
            throw damaged("the data ends after " + position + " bytes, the archive says " + data.size(), null);
        }
        dst.limit(start + n).position(start);
        crc.update(dst);
        dst.limit(limit);
        position += n;
        decoded += n;
        if (position == data.size()) {
            return;
        }
        if (position == sectionEnd) {
            RestartPoint here = points.before(position);
            if (points.isClaimed() && here != null && !current().agrees(here)) {
                throw damaged("the data's table of places to start from is wrong", null);
            }
            endSection();
        } else if (position >= wanted) {
            RestartPoint point = current().restartPoint(position);
            if (point != null && points.add(point)) {
                endSection();
            }
        }
    }

    private void endSection() throws IOException {
        if (!points.decoded(sectionStart, crc.getValue())) {
            throw damaged("decoded again, it is not what it was before; the archive was changed", null);
        }
        startSection();
    }

    private void checkEnd() throws IOException {
        if (decode(ByteBuffer.allocate(1)) > 0) {
            throw damaged("the data goes on after the " + data.size() + " bytes that the archive says", null);
        }
        endSection();
        long whole = points.crc32();
        if (whole < 0 || verified) {
            return;
        }
        if (data.hasCrc() && whole != data.crc32()) {
            throw data.wrongCrc(whole);
        }
        bytes.verify();
        verified = true;
        restartable |= bytes.accessCost() != AccessCost.SEQUENTIAL && near();
    }

    private Decoder current() {
        Decoder current = decoder;
        if (current == null) {
            throw new IllegalStateException("no pass is running");
        }
        return current;
    }

    /** Decoders of others throw whatever they like on damaged data: it all becomes one kind of error here. */
    private int decode(ByteBuffer dst) throws IOException {
        Decoder current = current();
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
    public void close() {
        lock.lock();
        try {
            closed = true;
            endPass();
        } finally {
            lock.unlock();
        }
    }
}
