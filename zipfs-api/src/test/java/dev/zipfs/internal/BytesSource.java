package dev.zipfs.internal;

import dev.zipfs.spi.ArchiveSource;
import java.nio.ByteBuffer;

/** An archive in memory. */
public final class BytesSource implements ArchiveSource {
    private final byte[] bytes;

    public BytesSource(byte[] bytes) {
        this.bytes = bytes;
    }

    @Override
    public String name() {
        return "test.zip";
    }

    @Override
    public long size() {
        return bytes.length;
    }

    @Override
    public int read(long position, ByteBuffer dst) {
        if (position < 0) {
            throw new IllegalArgumentException("position must not be negative: " + position);
        }
        if (position >= bytes.length) {
            return -1;
        }
        int n = (int) Math.min(dst.remaining(), bytes.length - position);
        dst.put(bytes, (int) position, n);
        return n;
    }

    @Override
    public String fingerprint() {
        return "";
    }

    @Override
    public void close() {}
}
