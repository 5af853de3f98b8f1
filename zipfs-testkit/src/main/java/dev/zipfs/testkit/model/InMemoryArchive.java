package dev.zipfs.testkit.model;

import dev.zipfs.spi.ArchiveSource;
import java.nio.ByteBuffer;
import java.util.zip.CRC32;

/**
 * An archive's bytes in memory. Thread-safe; knows whether it was closed.
 *
 * @since 0.1.0
 */
public final class InMemoryArchive implements ArchiveSource {
    private final String name;
    private final byte[] bytes;
    private volatile boolean closed;

    private InMemoryArchive(String name, byte[] bytes) {
        this.name = name;
        this.bytes = bytes;
    }

    /**
     * Serves bytes.
     *
     * @param bytes the archive; copied
     * @return an open source
     */
    public static InMemoryArchive of(byte[] bytes) {
        return new InMemoryArchive("memory.zip", bytes.clone());
    }

    /**
     * Serves what a model writes.
     *
     * @param model the archive
     * @return an open source
     */
    public static InMemoryArchive of(ArchiveModel model) {
        return new InMemoryArchive("memory.zip", model.toBytes());
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public long size() {
        return bytes.length;
    }

    @Override
    public int read(long position, ByteBuffer dst) {
        if (closed) {
            throw new IllegalStateException(name + " is closed");
        }
        if (position < 0) {
            throw new IllegalArgumentException("position " + position + " is negative");
        }
        if (position >= bytes.length) {
            return -1;
        }
        int count = (int) Math.min(dst.remaining(), bytes.length - position);
        dst.put(bytes, (int) position, count);
        return count;
    }

    @Override
    public String fingerprint() {
        CRC32 crc = new CRC32();
        crc.update(bytes);
        return "memory " + bytes.length + " " + crc.getValue();
    }

    /**
     * Whether it was closed.
     *
     * @return {@code true} once {@link #close()} was called
     */
    public boolean closed() {
        return closed;
    }

    @Override
    public void close() {
        closed = true;
    }
}
