package dev.zipfs.internal.codec;

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Compressed bytes as a stream, for decoders that want one. Not thread-safe. */
public final class CompressedStream extends InputStream {
    private static final int BUFFER = 16 << 10;

    private final CompressedBytes bytes;
    private final byte[] buffer;
    private long next;
    private int at;
    private int filled;
    private @Nullable IOException storageFailure;

    /** Starts at the first byte. */
    public CompressedStream(CompressedBytes bytes) {
        this(bytes, 0);
    }

    /** Starts at a position. */
    public CompressedStream(CompressedBytes bytes, long position) {
        this.bytes = bytes;
        this.next = position;
        this.buffer = new byte[(int) Math.max(1, Math.min(BUFFER, bytes.size()))];
    }

    /** The position of the byte that comes next. */
    public long consumed() {
        return next - (filled - at);
    }

    /** Goes on at another position. */
    void seek(long position) {
        if (position >= next - filled && position <= next) {
            at = filled - (int) (next - position);
        } else {
            next = position;
            at = 0;
            filled = 0;
        }
    }

    @Override
    public int read() throws IOException {
        return fill() ? buffer[at++] & 0xFF : -1;
    }

    @Override
    public int read(byte[] dst, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, dst.length);
        if (length == 0) {
            return 0;
        }
        if (!fill()) {
            return -1;
        }
        int n = Math.min(length, filled - at);
        System.arraycopy(buffer, at, dst, offset, n);
        at += n;
        return n;
    }

    private boolean fill() throws IOException {
        if (at == filled) {
            int n = readNext();
            if (n <= 0) {
                return false;
            }
            at = 0;
            filled = n;
            next += n;
        }
        return true;
    }

    private int readNext() throws IOException {
        try {
            return bytes.read(next, buffer, 0, buffer.length);
        } catch (IOException e) {
            storageFailure = e;
            throw e;
        }
    }

    /** What went wrong below, which is no fault of the data; decoders wrap it in whatever they like. */
    @Nullable
    IOException storageFailure() {
        return storageFailure;
    }

    @Override
    public int available() {
        return filled - at;
    }
}
