package dev.zipfs.internal.inflate;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/**
 * A stream that {@link Inflater} decodes, from the start or from a checkpoint. It makes no checkpoints, since it does not say which
 * bit it is at, but checksums. It serves while {@link InflateDecoder} is cold, and is what that one is tested against.
 */
final class PrimedInflater implements PlainStream {
    /** Small at first, so that the first byte does not wait for bytes that it does not need. */
    private static final int FIRST_INPUT = 1 << 13;

    private static final int INPUT = 1 << 16;

    private final CompressedInput source;
    private final long size;
    private final long declaredSize;
    private final Inflater inflater = new Inflater(true);
    private byte[] buffer = new byte[0];

    /** Position in the stream of the next byte to fetch. */
    private long next;

    /** Bytes of the window that a checkpoint's lead makes part of the plain bytes, and how many were handed out. */
    private byte[] lead = new byte[0];

    private int leadServed;
    private long position;
    private boolean ended;
    private @Nullable IOException failure;

    private final @Nullable GrainWatch watch;

    private PrimedInflater(CompressedInput source, long plainSize, @Nullable GrainWatch watch) {
        this.watch = watch;
        this.source = source;
        this.size = source.size();
        this.declaredSize = plainSize == InflateDecoder.UNKNOWN_SIZE ? Long.MAX_VALUE : plainSize;
    }

    /** Starts at the beginning. */
    static PrimedInflater start(CompressedInput source, long plainSize) {
        return new PrimedInflater(source, plainSize, null);
    }

    /** Starts at a checkpoint, or at the beginning where it is {@code null}, and notes or compares checksums. */
    static PrimedInflater resume(CompressedInput source, CheckpointIndex index, @Nullable Checkpoint checkpoint)
            throws IOException {
        long position = checkpoint == null ? 0 : checkpoint.offset();
        PrimedInflater stream = new PrimedInflater(source, index.plainSize(), new GrainWatch(index, position));
        return checkpoint == null ? stream : stream.prime(checkpoint);
    }

    /** Starts at a checkpoint. */
    static PrimedInflater resume(CompressedInput source, long plainSize, Checkpoint checkpoint) throws IOException {
        return new PrimedInflater(source, plainSize, null).prime(checkpoint);
    }

    private PrimedInflater prime(Checkpoint checkpoint) throws IOException {
        byte[] window;
        ResumePrefix prefix;
        try {
            window = checkpoint.window();
            prefix = ResumePrefix.of(source, checkpoint);
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
        inflater.setDictionary(window);
        inflater.setInput(prefix.bytes);
        next = prefix.nextByte;
        lead = java.util.Arrays.copyOfRange(window, window.length - checkpoint.lead(), window.length);
        position = checkpoint.offset();
        return this;
    }

    @Override
    public long position() {
        return position;
    }

    @Override
    public int read(ByteBuffer dst) throws IOException {
        if (failure != null) {
            throw failure;
        }
        int length = dst.remaining();
        int start = dst.position();
        try {
            decode(dst);
            if (watch != null) {
                watch.see(dst.duplicate().flip().position(start));
                if (inflater.finished() && !ended) {
                    ended = true;
                    watch.ended();
                }
            }
        } catch (IOException e) {
            failure = e;
            throw e;
        }
        return dst.position() == start && length > 0 ? -1 : dst.position() - start;
    }

    @Override
    public void skipTo(long target) throws IOException {
        if (target < position) {
            throw new IllegalArgumentException("position " + target + " lies behind " + position);
        }
        byte[] scratch = new byte[(int) Math.min(INPUT, target - position)];
        while (position < target && read(scratch, 0, (int) Math.min(scratch.length, target - position)) > 0) {
            // What was read is not wanted.
        }
    }

    @Override
    public void close() {
        inflater.end();
        if (failure == null) {
            failure = new IOException("the stream is closed");
        }
    }

    private void decode(ByteBuffer dst) throws IOException {
        int fromLead = Math.min(dst.remaining(), lead.length - leadServed);
        dst.put(lead, leadServed, fromLead);
        leadServed += fromLead;
        position += fromLead;
        ByteBuffer declared = dst.slice(dst.position(), (int) Math.min(dst.remaining(), declaredSize - position));
        while (declared.hasRemaining() && !inflater.finished()) {
            position += inflate(declared);
        }
        dst.position(dst.position() + declared.position());
        if (position == declaredSize) {
            ByteBuffer more = ByteBuffer.allocate(1);
            while (!inflater.finished()) {
                if (inflate(more) > 0) {
                    throw fault("stream has more than the " + declaredSize + " bytes declared", null);
                }
            }
        } else if (inflater.finished() && declaredSize != Long.MAX_VALUE) {
            throw fault("stream ends after " + position + " of " + declaredSize + " bytes", null);
        }
    }

    private int inflate(ByteBuffer dst) throws IOException {
        try {
            int n = inflater.inflate(dst);
            if (n == 0 && inflater.needsInput() && !inflater.finished()) {
                feed();
            }
            return n;
        } catch (DataFormatException e) {
            throw fault("data is damaged: " + e.getMessage(), e);
        }
    }

    private void feed() throws IOException {
        if (next >= size) {
            throw fault("compressed data ends before the deflate stream does", null);
        }
        if (buffer.length < INPUT) {
            buffer = new byte[(int) Math.min(buffer.length == 0 ? FIRST_INPUT : INPUT, size - next)];
        }
        int want = (int) Math.min(buffer.length, size - next);
        int got = Math.min(source.read(next, buffer, 0, want), want);
        if (got < 1) {
            throw fault("compressed data ends before the deflate stream does", null);
        }
        next += got;
        inflater.setInput(buffer, 0, got);
    }

    private IOException fault(String problem, @Nullable Throwable cause) {
        return DeflateFaults.near(source.origin() + Math.max(0, next - inflater.getRemaining()), problem, cause);
    }
}
