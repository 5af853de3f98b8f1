package dev.zipfs.examples.filebench;

import com.dynatrace.hash4j.hashing.HashStream128;
import com.dynatrace.hash4j.hashing.HashValue128;
import com.dynatrace.hash4j.hashing.Hashing;
import java.nio.ByteBuffer;

/** XXH3 with 128 bits and seed 0, fed piece by piece: what {@code xxhsum -H2} computes. Not thread-safe. */
final class Xxh3 {
    private static final int PIECE = 64 << 10;

    private final HashStream128 stream = Hashing.xxh3_128().hashStream();
    private final byte[] piece = new byte[PIECE];

    /** Takes what remains in a buffer; the buffer is at its limit afterwards. */
    void update(ByteBuffer bytes) {
        // Reading longs out of an array is faster than out of native memory by more than the copy costs.
        while (bytes.hasRemaining()) {
            int length = Math.min(PIECE, bytes.remaining());
            bytes.get(piece, 0, length);
            stream.putBytes(piece, 0, length);
        }
    }

    /** The hash of all that was taken so far: 32 hexadecimal digits. */
    String hex() {
        HashValue128 value = stream.get();
        return String.format("%016x%016x", value.getMostSignificantBits(), value.getLeastSignificantBits());
    }
}
