package dev.zipfs.internal.inflate;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Of any bytes, taken for a deflate stream, our decoder makes what {@link Inflater} makes, and it goes on from any place as from
 * the start. Stands in the decoder's package because checkpoints at every symbol are not for everybody.
 */
public final class InflaterLaws {
    private static final int LONGEST = 1 << 18;
    private static final int SPACING = 1 << 16;

    /** Checkpoints between recorded ones are made without moving the decoder's buffer. */
    private static final int FIRST_BUFFER = 1 << 14;

    private InflaterLaws() {}

    /**
     * Checks a stream.
     *
     * @param place where to go on from, in 256ths of the plain bytes
     */
    public static void check(byte[] stream, int place) throws IOException {
        Decoded zlib = zlib(stream);
        Decoded ours = ours(new CompressedBytes(stream));
        // Ours decodes a little ahead, and so may see damage past the limit.
        boolean seenAhead = zlib.end == Decoded.LONGER && ours.end == Decoded.DAMAGED;
        require(ours.end == zlib.end || seenAhead, "ours says " + ours.end + ", zlib " + zlib.end);
        int both = Math.min(ours.bytes.length, zlib.bytes.length);
        require(Arrays.equals(ours.bytes, 0, both, zlib.bytes, 0, both), "other bytes");
        if (zlib.end >= 0) {
            require(ours.bytes.length == zlib.bytes.length, "another length");
            // From here on the stream is whole and its size known, as an entry's is.
            CompressedBytes whole = new CompressedBytes(Arrays.copyOf(stream, stream.length - (int) zlib.end));
            resumeAnywhere(whole, zlib.bytes, place);
            resumeWhereRecorded(whole, zlib.bytes);
        }
    }

    private static void resumeAnywhere(CompressedBytes stream, byte[] plain, int place) throws IOException {
        int target = Math.min(plain.length, FIRST_BUFFER) * place / 256;
        Checkpoint checkpoint;
        try (InflateDecoder decoder = new InflateDecoder(stream, plain.length)) {
            checkpoint = decoder.checkpointAfter(target);
        }
        if (checkpoint != null) {
            same(InflateDecoder.resume(stream, plain.length, checkpoint), plain);
            same(PrimedInflater.resume(stream, plain.length, checkpoint), plain);
        }
    }

    private static void resumeWhereRecorded(CompressedBytes stream, byte[] plain) throws IOException {
        CheckpointIndex index = new CheckpointIndex(stream.size(), plain.length, Long.MAX_VALUE, SPACING);
        InflateDecoder first = new InflateDecoder(stream, index);
        same(first, plain);
        require(index.complete() == (index.checkedTo() == plain.length), "an index that ends elsewhere");
        CheckpointIndex saved = CheckpointIndexFormat.load(
                ByteBuffer.wrap(CheckpointIndexFormat.save(index)), stream.size(), plain.length, Long.MAX_VALUE);
        require(saved.size() == index.size(), "another number of checkpoints once saved");
        for (int at = SPACING; at < plain.length; at += SPACING) {
            // Without a checkpoint, as where a match across the place ends the stream, from the start.
            same(InflateStreams.decoder(stream, saved, saved.before(at)), plain);
            same(PrimedInflater.resume(stream, index, index.before(at)), plain);
        }
    }

    /** Reads a stream to its end, in uneven pieces, and compares. */
    private static void same(PlainStream stream, byte[] plain) throws IOException {
        try (stream) {
            byte[] piece = new byte[5000];
            int at = (int) stream.position();
            for (int n; (n = stream.read(piece, 0, 1 + at % piece.length)) >= 0; at += n) {
                require(n > 0 && Arrays.equals(piece, 0, n, plain, at, at + n), "other bytes at " + at);
            }
            require(at == plain.length, "an end after " + at + " of " + plain.length);
        }
    }

    private static Decoded ours(CompressedBytes stream) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (InflateDecoder decoder = new InflateDecoder(stream, InflateDecoder.UNKNOWN_SIZE)) {
            byte[] piece = new byte[3001];
            while (out.size() < LONGEST) {
                int n = decoder.read(piece, 0, Math.min(piece.length, LONGEST - out.size()));
                if (n < 0) {
                    return new Decoded(out, decoder.trailingBytes());
                }
                out.write(piece, 0, n);
            }
            return new Decoded(out, Decoded.LONGER);
        } catch (IOException damaged) {
            return new Decoded(out, Decoded.DAMAGED);
        }
    }

    private static Decoded zlib(byte[] stream) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Inflater inflater = new Inflater(true);
        try {
            inflater.setInput(stream);
            byte[] piece = new byte[1 << 13];
            while (out.size() < LONGEST) {
                int n = inflater.inflate(piece, 0, Math.min(piece.length, LONGEST - out.size()));
                out.write(piece, 0, n);
                if (n == 0) {
                    return new Decoded(out, inflater.finished() ? inflater.getRemaining() : Decoded.DAMAGED);
                }
            }
            return new Decoded(out, Decoded.LONGER);
        } catch (DataFormatException damaged) {
            return new Decoded(out, Decoded.DAMAGED);
        } finally {
            inflater.end();
        }
    }

    private static void require(boolean law, String broken) {
        if (!law) {
            throw new AssertionError(broken);
        }
    }

    /** What came out, and how it ended. */
    private static final class Decoded {
        static final long DAMAGED = -1;
        static final long LONGER = -2;

        final byte[] bytes;

        /** How many compressed bytes were left over, or one of the constants. */
        final long end;

        Decoded(ByteArrayOutputStream out, long end) {
            this.bytes = out.toByteArray();
            this.end = end;
        }
    }
}
