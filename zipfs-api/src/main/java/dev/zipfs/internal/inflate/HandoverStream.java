package dev.zipfs.internal.inflate;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Begins with {@link PrimedInflater} and goes on with {@link InflateDecoder} once that is warm. Inflater does not say at which
 * bit it stands, so ours starts at the nearest checkpoint and catches up, a few milliseconds' worth with every read, until both are
 * at one place; from there on it is alone, and checkpoints are recorded all along. Where a stream ends before that, checkpoints
 * are missing, which costs time and nothing else; with so little left that they hardly matter it is not even tried.
 */
class HandoverStream implements PlainStream {
    /** What ours decodes of the way at every read. */
    private static final long CATCH_UP = 4 << 20;

    private final CompressedInput source;
    private final CheckpointIndex index;
    private final PrimedInflater first;
    private @Nullable InflateDecoder second;

    /** One of the two. */
    private PlainStream serving;

    HandoverStream(CompressedInput source, CheckpointIndex index, @Nullable Checkpoint checkpoint) throws IOException {
        this.source = source;
        this.index = index;
        this.first = PrimedInflater.resume(source, index, checkpoint);
        this.serving = first;
    }

    @Override
    public long position() {
        return serving.position();
    }

    @Override
    public int read(ByteBuffer dst) throws IOException {
        catchUp();
        int n = serving.read(dst);
        // Not before: on a machine with few cores it would compete with the first bytes.
        InflateWarmup.start();
        return n;
    }

    @Override
    public void skipTo(long position) throws IOException {
        catchUp();
        serving.skipTo(position);
    }

    @Override
    public void close() {
        first.close();
        if (second != null) {
            second.close();
        }
    }

    /** Whether the second may begin; tests have their own opinion. */
    boolean warm() {
        return InflateWarmup.warm();
    }

    private void catchUp() throws IOException {
        if (serving != first || !warm()) {
            return;
        }
        long target = first.position();
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
            serving = decoder;
            first.close();
        }
    }
}
