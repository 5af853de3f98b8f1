package dev.zipfs.internal.inflate;

import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/**
 * How a checkpoint keeps its window: deflated at the fastest level, as it is where that is no shorter, and not at all where it
 * is all zero. Most of a window is zero by then, see {@link SourceMarks}, so that level 1 gets nearly all there is to get.
 */
final class PackedWindow {
    private static final byte[] EMPTY = {};
    private static final byte[] ZEROS = new byte[DecodeBuffer.HISTORY];

    private PackedWindow() {}

    /** Packs the first {@code length} bytes. The result is never longer, and as long only if it is the bytes themselves. */
    static byte[] pack(byte[] window, int length, Deflater deflater, byte[] scratch) {
        if (Arrays.equals(window, 0, length, ZEROS, 0, length)) {
            return EMPTY;
        }
        deflater.reset();
        deflater.setInput(window, 0, length);
        deflater.finish();
        int packed = deflater.deflate(scratch, 0, Math.min(scratch.length, length));
        return deflater.finished() && packed < length ? Arrays.copyOf(scratch, packed) : Arrays.copyOf(window, length);
    }

    /** The bytes that {@link #pack} was given. */
    static byte[] unpack(byte[] packed, int length) throws CorruptIndexException {
        if (packed.length == length) {
            return packed.clone();
        }
        byte[] window = new byte[length];
        if (packed.length == 0) {
            return window;
        }
        Inflater inflater = new Inflater(true);
        try {
            inflater.setInput(packed);
            int n = 0;
            while (n < length) {
                int more = inflater.inflate(window, n, length - n);
                if (more == 0) {
                    throw new CorruptIndexException("window of " + length + " bytes ends after " + n);
                }
                n += more;
            }
            return window;
        } catch (DataFormatException e) {
            throw new CorruptIndexException("window cannot be unpacked: " + e.getMessage());
        } finally {
            inflater.end();
        }
    }
}
