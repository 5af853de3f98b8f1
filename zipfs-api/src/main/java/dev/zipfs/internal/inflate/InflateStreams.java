package dev.zipfs.internal.inflate;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Opens streams of plain bytes at any position: with {@link InflateDecoder} as a rule, and with {@link java.util.zip.Inflater} as
 * long as HotSpot has not compiled ours, see {@link InflateWarmup}. Stateless.
 */
public final class InflateStreams {
    private InflateStreams() {}

    /**
     * Opens a stream at a position, from the nearest checkpoint before it. What is decoded is recorded in the index; where the
     * index has checksums, bytes are compared with them: the read that gives a grain's last byte has compared the whole grain,
     * if the stream was opened at or before the grain's first byte.
     *
     * @param source the compressed bytes; must not change
     * @param index of the same stream
     * @param position where to start, 0-based; past the end means the end
     * @return a stream at that position; close it
     * @throws CorruptIndexException if the index is another stream's: go on with a new one
     * @throws dev.zipfs.ArchiveFormatException if the compressed bytes are no such stream
     * @throws IOException if they cannot be read
     */
    public static PlainStream open(CompressedInput source, CheckpointIndex index, long position) throws IOException {
        if (position < 0) {
            throw new IllegalArgumentException("position must be 0 or more: " + position);
        }
        Checkpoint checkpoint = index.before(position);
        if (InflateWarmup.warm()) {
            return skipped(decoder(source, index, checkpoint), position);
        }
        return skipped(new HandoverStream(source, index, checkpoint), position);
    }

    static InflateDecoder decoder(CompressedInput source, CheckpointIndex index, @Nullable Checkpoint checkpoint)
            throws IOException {
        return checkpoint == null
                ? new InflateDecoder(source, index)
                : InflateDecoder.resume(source, index, checkpoint);
    }

    private static PlainStream skipped(PlainStream stream, long position) throws IOException {
        try {
            stream.skipTo(position);
            return stream;
        } catch (IOException | RuntimeException e) {
            stream.close();
            throw e;
        }
    }
}
