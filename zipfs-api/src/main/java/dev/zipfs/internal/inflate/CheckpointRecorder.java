package dev.zipfs.internal.inflate;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.Deflater;
import org.jspecify.annotations.Nullable;

/**
 * Watches a decoder and writes to its {@link CheckpointIndex}: a checkpoint at each target, a checksum per grain. A checkpoint
 * is ready only 32 KiB after its place, when it is known which bytes of its window were referred to; until then it is pending.
 */
final class CheckpointRecorder {
    private static final int HISTORY = DecodeBuffer.HISTORY;
    private static final byte[] NONE = {};

    private final CheckpointIndex index;
    private final GrainWatch watch;
    private long target;

    /** The pending checkpoint without its window, or {@code null}. */
    private @Nullable Checkpoint pending;

    private @Nullable Deflater deflater;

    // Made for the first checkpoint: a decoder that goes over known ground makes none.
    private byte[] window = NONE;
    private byte[] scratch = NONE;
    private @Nullable SourceMarks marks;

    /** The first byte to be seen is at {@code position}. */
    CheckpointRecorder(CheckpointIndex index, long position) {
        this.index = index;
        this.watch = new GrainWatch(index, position);
        this.target = index.nextTarget(position);
    }

    /** The position at which the decoder must call {@link #decoded} before it goes on. */
    long nextStop() {
        return pending != null ? pending.symbolOffset() + HISTORY : target;
    }

    /** Whom to tell of matches that begin before {@link #floor}; {@code null} if it does not matter. */
    @Nullable
    SourceMarks marks() {
        return pending != null ? marks : null;
    }

    /** Index in the buffer below which {@link #marks} wants to know of sources. */
    int floor(DecodeBuffer buffer) {
        if (pending == null) {
            return 0;
        }
        int floor = buffer.indexOf(pending.symbolOffset());
        made().moveTo(floor - pending.windowLength());
        return Math.max(floor, 0);
    }

    /**
     * Sees all bytes up to the buffer's end, which is between two symbols.
     *
     * @param blockOffset where the block of the next symbol began; {@code bitOffset} itself between two blocks
     * @param bitOffset the next symbol
     */
    void decoded(DecodeBuffer buffer, long blockOffset, long bitOffset) throws IOException {
        int from = buffer.indexOf(watch.seen());
        watch.see(ByteBuffer.wrap(buffer.bytes, from, buffer.end - from));
        long position = buffer.position();
        if (pending != null && position >= nextStop()) {
            commit();
        }
        if (pending == null && position >= target) {
            if (position < index.plainSize()) {
                capture(buffer, blockOffset, bitOffset);
            }
            target = index.nextTarget(position);
        }
    }

    /** The stream has ended where it should. */
    void ended() throws IOException {
        if (pending != null) {
            commit();
        }
        watch.ended();
    }

    void close() {
        if (deflater != null) {
            deflater.end();
            deflater = null;
        }
    }

    private SourceMarks made() {
        SourceMarks made = marks;
        if (made == null) {
            made = new SourceMarks();
            marks = made;
            window = new byte[HISTORY];
            scratch = new byte[HISTORY];
        }
        return made;
    }

    private void capture(DecodeBuffer buffer, long blockOffset, long bitOffset) {
        SourceMarks sources = made();
        int lead = (int) (buffer.position() - target);
        Checkpoint checkpoint = new Checkpoint(target, lead, blockOffset, bitOffset, scratch);
        int length = checkpoint.windowLength();
        System.arraycopy(buffer.bytes, buffer.end - length, window, 0, length);
        sources.reset(length);
        sources.addLast(lead);
        pending = checkpoint;
    }

    private void commit() {
        Checkpoint done = pending;
        pending = null;
        if (done == null) {
            return;
        }
        if (deflater == null) {
            deflater = new Deflater(Deflater.BEST_SPEED, true);
        }
        made().thin(window);
        byte[] packed = PackedWindow.pack(window, done.windowLength(), deflater, scratch);
        index.add(new Checkpoint(done.offset(), done.lead(), done.blockOffset(), done.bitOffset(), packed));
    }
}
