package dev.zipfs.internal.inflate;

import java.io.IOException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Begins with {@link PrimedInflater} and goes on with {@link InflateDecoder} once that is warm. Inflater does not say at which
 * bit it stands, so ours starts at the nearest checkpoint and catches up, a few milliseconds' worth with every read, until both are
 * at one place; from there on it is alone, and checkpoints are recorded all along. Where a stream ends before that, checkpoints
 * are missing, which costs time and nothing else; with so little left that they hardly matter it is not even tried.
 */
final class HandoverStream implements PlainStream {
    /** What ours decodes of the way at every read. */
    private static final long CATCH_UP = 4 << 20;

    private final CompressedInput source;
    private final CheckpointIndex index;
    private final BooleanSupplier warm;
    private @Nullable PrimedInflater first;
    private @Nullable InflateDecoder second;

    HandoverStream(CompressedInput source, CheckpointIndex index, @Nullable Checkpoint checkpoint, BooleanSupplier warm)
            throws IOException {
        this.source = source;
        this.index = index;
        this.warm = warm;
        this.first = PrimedInflater.resume(source, index, checkpoint);
    }

    @Override
    public long position() {
        return serving().position();
    }

    @Override
    public int read(byte[] dst, int offset, int length) throws IOException {
        catchUp();
        return serving().read(dst, offset, length);
    }

    @Override
    public void skipTo(long position) throws IOException {
        catchUp();
        serving().skipTo(position);
    }

    @Override
    public void close() {
        if (first != null) {
            first.close();
        }
        if (second != null) {
            second.close();
        }
    }

    private PlainStream serving() {
        PrimedInflater inflater = first;
        if (inflater != null) {
            return inflater;
        }
        InflateDecoder decoder = second;
        if (decoder == null) {
            throw new IllegalStateException("nothing to serve from");
        }
        return decoder;
    }

    private void catchUp() throws IOException {
        PrimedInflater inflater = first;
        if (inflater == null || !warm.getAsBoolean()) {
            return;
        }
        long target = inflater.position();
        InflateDecoder decoder = second;
        if (decoder == null) {
            if (index.plainSize() - target < CATCH_UP) {
                return;
            }
            decoder = InflateStreams.decoder(source, index, index.before(target));
            second = decoder;
        }
        decoder.skipTo(Math.min(target, decoder.position() + CATCH_UP));
        if (decoder.position() == target) {
            first = null;
            inflater.close();
        }
    }
}
