package dev.zipfs.internal.codec;

import dev.zipfs.ArchiveFormatException;
import dev.zipfs.ZipDriveException;
import dev.zipfs.internal.inflate.Checkpoint;
import dev.zipfs.internal.inflate.CheckpointIndex;
import dev.zipfs.internal.inflate.CompressedInput;
import dev.zipfs.internal.inflate.CorruptIndexException;
import dev.zipfs.internal.inflate.InflateStreams;
import dev.zipfs.internal.inflate.PlainStream;
import dev.zipfs.spi.AccessCost;
import dev.zipfs.spi.EntryReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Reads a deflated entry at any position. The first pass leaves checkpoints behind; a read that does not go on where
 * the last one ended starts from the nearest of them, so it decodes about a mebibyte and not all that lies before.
 * Holds one stream.
 *
 * <p>The bytes that complete the entry are handed out only after the data has ended where the archive says and the
 * CRC-32 of a whole pass matches; where they do not, the entry stays failed. Bytes decoded again are compared with
 * checksums of that pass.
 */
public final class DeflateReader implements EntryReader {
    /** No deflate stream holds more than this many plain bytes per byte: 258 bytes for each pair of one-bit codes. */
    private static final long MOST_PER_BYTE = 1032;

    /** What the checkpoints of one entry may take; beyond it they lie further apart. Enough for 3 GiB at a mebibyte. */
    private static final long MOST_CHECKPOINT_BYTES = 8 << 20;

    private static final String SECTION = "RFC 1951";

    private final CompressedBytes bytes;
    private final EntryData data;
    private final SavedIndex saved;
    private final Input input;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile CheckpointIndex index;
    private @Nullable PlainStream stream;
    private volatile long decoded;
    private boolean verified;
    private @Nullable ArchiveFormatException failure;
    private boolean closed;

    /**
     * Makes a reader.
     *
     * @param saved where checkpoints are kept between mounts
     * @throws ArchiveFormatException if the entry claims more bytes than its data can hold
     */
    public DeflateReader(CompressedBytes bytes, EntryData data, SavedIndex saved) throws ArchiveFormatException {
        if (data.size() / MOST_PER_BYTE > bytes.size()) {
            throw data.damaged(
                    "it claims " + data.size() + " bytes, more than " + bytes.size() + " deflated bytes can hold",
                    0,
                    EntryData.SIZE_SECTION,
                    null);
        }
        this.bytes = bytes;
        this.data = data;
        this.input = new Input(bytes, data.offset());
        this.saved = saved;
        this.index = saved.load(bytes.size(), data.size(), MOST_CHECKPOINT_BYTES);
    }

    private CheckpointIndex emptyIndex() {
        return new CheckpointIndex(bytes.size(), data.size(), MOST_CHECKPOINT_BYTES);
    }

    @Override
    public long size() {
        return data.size();
    }

    @Override
    public AccessCost accessCost() {
        return bytes.accessCost() == AccessCost.SEQUENTIAL ? AccessCost.SEQUENTIAL : AccessCost.RESTARTABLE;
    }

    @Override
    public long restartPoint(long position) {
        lock.lock();
        try {
            long checkpoint = checkpointBefore(position);
            PlainStream current = stream;
            return current != null && current.position() <= position
                    ? Math.max(current.position(), checkpoint)
                    : checkpoint;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public long decodedBytes() {
        return decoded;
    }

    @Override
    public int restartPoints() {
        return index.size();
    }

    @Override
    public long restartPointBytes() {
        return index.memory();
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
        lock.lock();
        try {
            failIfUnusable();
            try {
                decode(from, dst, wanted);
            } catch (CorruptIndexException | ArchiveFormatException e) {
                if (!saved.inUse() && !(e instanceof CorruptIndexException)) {
                    throw e;
                }
                // What was kept of an earlier pass does not fit, or the data is damaged: this pass makes its own and
                // will tell.
                dst.position(start);
                endStream();
                saved.refuse();
                index = emptyIndex();
                verified = false;
                decode(from, dst, wanted);
            }
            return wanted;
        } catch (IOException | RuntimeException | Error e) {
            // The stream is finished; damage stays, anything else may have been the storage and is tried again.
            endStream();
            dst.position(start);
            if (e instanceof ArchiveFormatException damage) {
                failure = named(damage);
                throw failure;
            }
            throw e;
        } finally {
            lock.unlock();
        }
    }

    private void decode(long from, ByteBuffer dst, int wanted) throws IOException {
        PlainStream current = streamAt(from);
        int n = current.read(dst.slice(dst.position(), wanted));
        if (n != wanted) {
            throw data.damaged(
                    "the data ends after " + current.position() + " bytes, the archive says " + data.size(),
                    0,
                    SECTION,
                    null);
        }
        dst.position(dst.position() + n);
        decoded += n;
        if (current.position() == data.size() && !verified) {
            verify();
        }
    }

    /** The stream at a position: the one at hand where it is not behind the nearest checkpoint, else one from there. */
    private PlainStream streamAt(long position) throws IOException {
        PlainStream current = stream;
        long checkpoint = checkpointBefore(position);
        if (current == null || current.position() > position || current.position() < checkpoint) {
            endStream();
            decoded += position - checkpoint;
            current = InflateStreams.open(input, index, position);
            stream = current;
        } else if (current.position() < position) {
            decoded += position - current.position();
            current.skipTo(position);
        }
        return current;
    }

    private long checkpointBefore(long position) {
        Checkpoint checkpoint = index.before(position);
        return checkpoint == null ? 0 : checkpoint.offset();
    }

    /**
     * The stream has seen its end. What an earlier pass left out is decoded now, so that the checksum is that of the
     * whole.
     */
    private void verify() throws IOException {
        long checked = index.checkedTo();
        if (!index.complete()) {
            try (PlainStream rest = InflateStreams.open(input, index, checked)) {
                decoded += data.size() - checked;
                rest.skipTo(data.size());
            }
        }
        if (data.hasCrc() && index.crc32().orElse(EntryData.NO_CRC) != data.crc32()) {
            throw data.wrongCrc(index.crc32().orElse(EntryData.NO_CRC));
        }
        bytes.verify();
        verified = true;
    }

    private void failIfUnusable() throws IOException {
        if (closed) {
            throw new ZipDriveException("entry '" + data.entry() + "': the reader has been closed");
        }
        if (failure != null) {
            throw failure;
        }
    }

    /** A decoder knows no names. */
    private ArchiveFormatException named(ArchiveFormatException damage) {
        if (damage.entry().isPresent()) {
            return damage;
        }
        return ArchiveFormatException.of("the deflated data is damaged, in " + data.archive() + ": " + damage.problem())
                .entry(data.entry())
                .record(damage.record().orElse("data"))
                .offset(damage.offset().orElse(data.offset()))
                .section(damage.section().orElse(SECTION))
                .cause(damage)
                .build();
    }

    private void endStream() {
        if (stream != null) {
            stream.close();
            stream = null;
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            if (!closed && failure == null) {
                saved.save(index);
            }
            closed = true;
            endStream();
        } finally {
            lock.unlock();
        }
    }

    /** The compressed bytes as the decoder wants them. */
    private record Input(CompressedBytes bytes, long origin) implements CompressedInput {
        @Override
        public long size() {
            return bytes.size();
        }

        @Override
        public int read(long position, byte[] dst, int offset, int length) throws IOException {
            return bytes.read(position, dst, offset, length);
        }
    }
}
