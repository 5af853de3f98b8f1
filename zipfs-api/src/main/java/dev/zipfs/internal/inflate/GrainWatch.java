package dev.zipfs.internal.inflate;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32;

/** Sees the plain bytes of a stream pass and writes their checksums to the index, or compares them with those that are there. */
final class GrainWatch {
    private final CheckpointIndex index;
    private final long grain;
    private final CRC32 crc = new CRC32();

    /** Up to where bytes were seen. */
    private long seen;

    /** Whether {@code crc} began at the beginning of the grain that {@code seen} is in. */
    private boolean wholeGrain;

    /** The first byte that it will see is at {@code position}. */
    GrainWatch(CheckpointIndex index, long position) {
        this.index = index;
        this.grain = index.grain();
        this.seen = position;
        this.wholeGrain = position % grain == 0;
    }

    long seen() {
        return seen;
    }

    /** The next bytes: those from the buffer's position to its limit, which are used up. */
    void see(ByteBuffer bytes) throws IOException {
        int limit = bytes.limit();
        while (bytes.position() < limit) {
            long grainEnd = (seen / grain + 1) * grain;
            int n = (int) Math.min(grainEnd - seen, limit - bytes.position());
            bytes.limit(bytes.position() + n);
            crc.update(bytes);
            bytes.limit(limit);
            seen += n;
            if (seen == grainEnd) {
                close();
                wholeGrain = true;
                crc.reset();
            }
        }
    }

    /** The stream has ended where it should. */
    void ended() throws IOException {
        if (seen % grain != 0) {
            close();
        }
        index.end();
    }

    private void close() throws IOException {
        long number = (seen - 1) / grain;
        if (wholeGrain && !index.putChecksum(number, (int) crc.getValue())) {
            throw DeflateFaults.changed(number * grain, seen);
        }
    }
}
