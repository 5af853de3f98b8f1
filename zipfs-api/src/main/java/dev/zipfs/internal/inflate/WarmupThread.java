package dev.zipfs.internal.inflate;

import java.io.IOException;
import java.util.Arrays;
import java.util.zip.Deflater;

/**
 * Decodes until that is fast: over and over a stream made for the purpose, which visits every branch about as often as real ones
 * do. A branch that it left out would make HotSpot throw the compiled loop away when a real stream comes to it.
 */
final class WarmupThread extends Thread {
    private static final int SAMPLE = 1 << 18;
    private static final long MAX_NANOS = 1_500_000_000L;

    /** How often the decoder must beat the best time of {@link java.util.zip.Inflater}: more than once, so that the last compilation is in use. */
    private static final int WINS = 4;

    /** Recording is mostly deflating: that is done often enough for the paths, no more. */
    private static final int ROUNDS_PER_RECORDING = 4;

    WarmupThread() {
        super("zipfs-inflate-warmup");
        setDaemon(true);
        setPriority(MIN_PRIORITY);
    }

    @Override
    public void run() {
        try {
            warmUp(System.nanoTime() + MAX_NANOS);
        } catch (IOException | RuntimeException | Error e) {
            // Then the decoder gets warm by use; a process that is out of memory has other places to notice it.
        } finally {
            InflateWarmup.done();
        }
    }

    private static void warmUp(long deadline) throws IOException {
        CompressedInput input = new CompressedBytes(compress(sample()));
        byte[] out = new byte[SAMPLE / 8];
        // Loads what the first reads need, in case that this thread was started before them.
        drain(new HandoverStream(input, index(input), null), out);
        long best = Long.MAX_VALUE;
        int wins = 0;
        for (int round = 0; wins < WINS && System.nanoTime() - deadline < 0; round++) {
            if (round % ROUNDS_PER_RECORDING == 0) {
                drain(new InflateDecoder(input, index(input)), out);
            }
            long start = System.nanoTime();
            drain(new InflateDecoder(input, SAMPLE), out);
            long middle = System.nanoTime();
            drain(PrimedInflater.start(input, SAMPLE), out);
            best = Math.min(best, System.nanoTime() - middle);
            if (middle - start < best) {
                wins++;
            }
        }
    }

    private static CheckpointIndex index(CompressedInput input) {
        return new CheckpointIndex(input.size(), SAMPLE, SAMPLE, 1 << 16);
    }

    private static void drain(PlainStream stream, byte[] out) throws IOException {
        try (stream) {
            while (stream.read(out, 0, out.length) > 0) {
                // The bytes are of no interest.
            }
        }
    }

    /** Literals of uneven frequency and repetitions of all kinds, in about the mix of programs and texts. */
    static byte[] sample() {
        byte[] bytes = new byte[SAMPLE];
        int state = 1;
        int i = 0;
        while (i < bytes.length) {
            state = state * 1103515245 + 12345;
            int draw = state >>> 16;
            int literals = 1 + (draw & 3);
            for (int end = Math.min(i + literals, bytes.length); i < end; i++) {
                state = state * 1103515245 + 12345;
                bytes[i] = (byte) (state >>> 24 & state >>> 16);
            }
            int length = 4 + (draw >>> 2 & 7) + ((draw & 0x1F00) == 0 ? draw & 0xFF : 0);
            int reach = (draw & 0xFF0) == 0 ? 1 << (draw & 7) : 1 << 9 + (draw >>> 12) % 7;
            int distance = Math.min(Math.max(i, 1), reach - (state >>> 8 & reach - 1 >>> 1));
            for (int end = Math.min(i + length, bytes.length); i < end; i++) {
                bytes[i] = bytes[i - distance];
            }
        }
        return bytes;
    }

    /** Dynamic codes first, then fixed ones, literals only, and stored blocks. */
    static byte[] compress(byte[] plain) {
        Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
        try {
            byte[] out = new byte[plain.length + 1024];
            int part = plain.length / 16;
            deflater.setInput(plain, 0, 13 * part);
            int size = flush(deflater, out, 0);
            deflater.setStrategy(Deflater.HUFFMAN_ONLY);
            deflater.setInput(plain, 13 * part, 2 * part);
            size = flush(deflater, out, size);
            deflater.setStrategy(Deflater.DEFAULT_STRATEGY);
            deflater.setInput(plain, 15 * part, 100);
            size = flush(deflater, out, size);
            deflater.setLevel(Deflater.NO_COMPRESSION);
            deflater.setInput(plain, 15 * part + 100, plain.length - 15 * part - 100);
            deflater.finish();
            while (!deflater.finished()) {
                size += deflater.deflate(out, size, out.length - size);
            }
            return Arrays.copyOf(out, size);
        } finally {
            deflater.end();
        }
    }

    private static int flush(Deflater deflater, byte[] out, int from) {
        int size = from;
        int n;
        do {
            n = deflater.deflate(out, size, out.length - size, Deflater.SYNC_FLUSH);
            size += n;
        } while (n > 0);
        return size;
    }
}
