package dev.zipfs.testkit.model;

import dev.zipfs.spi.ArchiveSource;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * An archive of any size that takes neither memory nor disk for its holes: what {@link Content#sparse} and {@link Content#zeros}
 * leave out reads as zeros. Thread-safe.
 *
 * @since 0.1.0
 */
public final class SparseArchive implements ArchiveSource {
    private final NavigableMap<Long, byte[]> pieces;
    private final long size;
    private volatile boolean closed;

    private SparseArchive(NavigableMap<Long, byte[]> pieces, long size) {
        this.pieces = pieces;
        this.size = size;
    }

    /**
     * Serves what a model writes. Whatever is no hole is held in memory.
     *
     * @param model the archive
     * @return an open source
     */
    public static SparseArchive of(ArchiveModel model) {
        Pieces pieces = new Pieces();
        try {
            model.writeTo(pieces);
        } catch (IOException impossible) {
            throw new IllegalStateException("memory does not fail", impossible);
        }
        return pieces.toArchive();
    }

    @Override
    public String name() {
        return "sparse.zip";
    }

    @Override
    public long size() {
        return size;
    }

    @Override
    public int read(long position, ByteBuffer dst) {
        if (closed) {
            throw new IllegalStateException(name() + " is closed");
        }
        if (position < 0) {
            throw new IllegalArgumentException("position " + position + " is negative");
        }
        if (position >= size) {
            return -1;
        }
        int count = (int) Math.min(dst.remaining(), size - position);
        byte[] bytes = new byte[count];
        long end = position + count;
        Map.Entry<Long, byte[]> piece = pieces.lowerEntry(end);
        while (piece != null && piece.getKey() + piece.getValue().length > position) {
            long start = piece.getKey();
            long from = Math.max(start, position);
            long to = Math.min(start + piece.getValue().length, end);
            System.arraycopy(piece.getValue(), (int) (from - start), bytes, (int) (from - position), (int) (to - from));
            piece = pieces.lowerEntry(start);
        }
        dst.put(bytes);
        return count;
    }

    @Override
    public String fingerprint() {
        return "sparse " + size;
    }

    @Override
    public void close() {
        closed = true;
    }

    /** What was written between two holes is one piece. */
    private static final class Pieces extends Sink {
        private final NavigableMap<Long, byte[]> pieces = new TreeMap<>();
        private final ByteArrayOutputStream piece = new ByteArrayOutputStream();
        private long start;

        @Override
        long position() {
            return start + piece.size();
        }

        @Override
        void write(byte[] bytes, int offset, int length) {
            piece.write(bytes, offset, length);
        }

        @Override
        void skip(long zeros) {
            flush();
            start += zeros;
        }

        private void flush() {
            if (piece.size() > 0) {
                pieces.put(start, piece.toByteArray());
                start += piece.size();
                piece.reset();
            }
        }

        SparseArchive toArchive() {
            flush();
            return new SparseArchive(pieces, start);
        }
    }
}
