package dev.zipfs.internal.inflate;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Random;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** What {@link Inflater} and {@link InflateDecoder} make of a stream, in one form. */
final class Oracle {
    /** The bytes up to the end, up to the limit or up to where it went wrong. */
    final byte[] bytes;

    /** Whether the stream was whole; also where more than the limit would have come. */
    final boolean accepted;

    /** How many compressed bytes were left over. */
    final long trailing;

    private Oracle(byte[] bytes, boolean accepted, long trailing) {
        this.bytes = bytes;
        this.accepted = accepted;
        this.trailing = trailing;
    }

    static Oracle zlib(byte[] compressed, int limit) {
        Inflater inflater = new Inflater(true);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            inflater.setInput(compressed);
            byte[] some = new byte[1 << 14];
            while (!inflater.finished() && out.size() < limit) {
                int n = inflater.inflate(some, 0, Math.min(some.length, limit - out.size()));
                out.write(some, 0, n);
                if (n == 0 && !inflater.finished()) {
                    return new Oracle(out.toByteArray(), false, 0);
                }
            }
            return new Oracle(out.toByteArray(), true, inflater.finished() ? inflater.getRemaining() : 0);
        } catch (DataFormatException e) {
            return new Oracle(out.toByteArray(), false, 0);
        } finally {
            inflater.end();
        }
    }

    /** Reads in pieces of uneven size. */
    static Oracle ours(byte[] compressed, int limit) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Random random = new Random(compressed.length);
        try (InflateDecoder decoder =
                new InflateDecoder(new CompressedBytes(compressed), InflateDecoder.UNKNOWN_SIZE)) {
            byte[] some = new byte[1 << 14];
            while (out.size() < limit) {
                int n = decoder.read(some, 0, Math.min(1 + random.nextInt(some.length), limit - out.size()));
                if (n < 0) {
                    return new Oracle(out.toByteArray(), true, decoder.trailingBytes());
                }
                out.write(some, 0, n);
            }
            return new Oracle(out.toByteArray(), true, 0);
        } catch (IOException e) {
            return new Oracle(out.toByteArray(), false, 0);
        }
    }
}
