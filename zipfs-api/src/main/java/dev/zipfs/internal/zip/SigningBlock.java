package dev.zipfs.internal.zip;

import dev.zipfs.internal.io.LittleEndian;
import dev.zipfs.spi.ArchiveSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The block that Android's tools put right before the central directory of an APK: its size, pairs of id and value, its size again
 * and a magic number (Android documentation, APK Signature Scheme v2). ZIP knows nothing of it, so that no entry is changed by
 * it; the signatures are not checked.
 */
final class SigningBlock {
    private static final byte[] MAGIC = "APK Sig Block 42".getBytes(StandardCharsets.US_ASCII);
    private static final int FOOTER = Long.BYTES + MAGIC.length;

    private SigningBlock() {}

    /**
     * Looks for it, by two reads of a few bytes.
     *
     * @param end where the central directory starts
     * @return how many bytes it has, 0 where there is none
     */
    static long sizeBefore(ArchiveSource source, long end) throws IOException {
        if (end < Long.BYTES + FOOTER) {
            return 0;
        }
        byte[] footer = read(source, end - FOOTER, FOOTER);
        long counted = LittleEndian.i64(footer, 0);
        // The first size does not count itself.
        if (!Arrays.equals(footer, Long.BYTES, FOOTER, MAGIC, 0, MAGIC.length)
                || counted < FOOTER
                || counted > end - Long.BYTES) {
            return 0;
        }
        long start = end - counted - Long.BYTES;
        return LittleEndian.i64(read(source, start, Long.BYTES), 0) == counted ? counted + Long.BYTES : 0;
    }

    /** Zeros where the file turns out to end. */
    private static byte[] read(ArchiveSource source, long position, int length) throws IOException {
        byte[] bytes = new byte[length];
        source.read(position, ByteBuffer.wrap(bytes));
        return bytes;
    }
}
