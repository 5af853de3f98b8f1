package dev.zipfs.testkit.generate;

import dev.zipfs.testkit.model.Content;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

/**
 * The law of reading: whatever is read before, each read gives the bytes that stand at its position, says how many, and touches
 * nothing else.
 *
 * @since 0.1.0
 */
public final class ReadConsistency {
    private static final byte GUARD = (byte) 0xA5;
    private static final int MARGIN = 16;

    private ReadConsistency() {}

    /**
     * Reads and compares.
     *
     * @param reader what is tested
     * @param expected what it must hold
     * @param reads one after the other
     * @throws IOException if a read fails
     * @throws AssertionError on the first read that breaks the law
     */
    public static void check(PositionalReader reader, Content expected, List<Read> reads) throws IOException {
        for (int i = 0; i < reads.size(); i++) {
            check(reader, expected, reads.get(i), "read " + i + " of " + reads.size());
        }
    }

    private static void check(PositionalReader reader, Content expected, Read read, String which) throws IOException {
        int capacity = read.length() + 2 * MARGIN;
        ByteBuffer buffer = read.direct() ? ByteBuffer.allocateDirect(capacity) : ByteBuffer.allocate(capacity);
        while (buffer.hasRemaining()) {
            buffer.put(GUARD);
        }
        buffer.limit(MARGIN + read.length()).position(MARGIN);

        int count = reader.read(read.position(), buffer);

        long left = Math.max(0, expected.size() - read.position());
        int wanted = (int) Math.min(left, read.length());
        // A buffer without room and a position past the end: both answers are true.
        boolean right = count == wanted && (left > 0 || read.length() == 0) || count == -1 && left == 0;
        require(right, which, read, "gave " + count + " bytes, expected " + (left == 0 ? -1 : wanted));
        require(buffer.position() == MARGIN + wanted, which, read, "left the buffer at " + buffer.position());
        require(buffer.limit() == MARGIN + read.length(), which, read, "moved the buffer's limit");

        byte[] seen = new byte[capacity];
        buffer.clear().get(seen);
        byte[] all = new byte[capacity];
        Arrays.fill(all, GUARD);
        if (wanted > 0) {
            System.arraycopy(expected.slice(read.position(), wanted), 0, all, MARGIN, wanted);
        }
        int mismatch = Arrays.mismatch(seen, all);
        require(mismatch < 0, which, read, "is wrong at byte " + (read.position() + mismatch - MARGIN));
    }

    private static void require(boolean law, String which, Read read, String broken) {
        if (!law) {
            throw new AssertionError(which + ", " + read + ": " + broken);
        }
    }
}
