package dev.zipfs.examples.benchmarks;

import dev.zipfs.internal.inflate.CompressedInput;
import dev.zipfs.internal.inflate.PlainStream;
import java.io.IOException;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** Compressed bytes in memory, and the JDK's Inflater reading them the way a decoder would: 64 KiB at a time. */
final class MemoryInput implements CompressedInput {
    private final byte[] bytes;

    MemoryInput(byte[] bytes) {
        this.bytes = bytes;
    }

    @Override
    public long size() {
        return bytes.length;
    }

    @Override
    public int read(long position, byte[] dst, int offset, int length) {
        int n = (int) Math.min(length, bytes.length - position);
        System.arraycopy(bytes, (int) position, dst, offset, n);
        return n;
    }

    /** All plain bytes, block by block, with the JDK's Inflater. */
    long inflateAll(byte[] block, byte[] buffer) throws DataFormatException {
        Inflater inflater = new Inflater(true);
        try {
            long position = 0;
            long plain = 0;
            while (!inflater.finished()) {
                int n = inflater.inflate(block);
                plain += n;
                if (n == 0 && inflater.needsInput()) {
                    int more = read(position, buffer, 0, buffer.length);
                    position += more;
                    inflater.setInput(buffer, 0, more);
                }
            }
            return plain;
        } finally {
            inflater.end();
        }
    }

    /** All plain bytes, block by block, from a stream of ours. */
    static long readAll(PlainStream stream, byte[] block) throws IOException {
        try (stream) {
            long plain = 0;
            for (int n; (n = stream.read(block, 0, block.length)) > 0; ) {
                plain += n;
            }
            return plain;
        }
    }
}
