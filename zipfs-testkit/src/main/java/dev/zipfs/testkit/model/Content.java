package dev.zipfs.testkit.model;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Objects;
import java.util.zip.CRC32;

/**
 * The plain bytes of an entry: held, or computed from their position, so that a test can compare a read anywhere in a
 * content of many gigabytes without holding it. Immutable and thread-safe.
 *
 * @since 0.1.0
 */
public abstract class Content {
    private static final int CHUNK = 1 << 16;

    Content() {}

    /**
     * Bytes that are held in memory.
     *
     * @param bytes the bytes; they are copied
     * @return the content
     */
    public static Content bytes(byte[] bytes) {
        return new Contents.Held(bytes.clone());
    }

    /**
     * Text as UTF-8.
     *
     * @param text the text
     * @return the content
     */
    public static Content text(String text) {
        return new Contents.Held(text.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * No bytes at all.
     *
     * @return the content
     */
    public static Content empty() {
        return new Contents.Held(new byte[0]);
    }

    /**
     * Bytes that deflate poorly but not never: short random words out of a fixed vocabulary, in random order.
     *
     * @param size bytes, 0 or more
     * @param seed equal seeds give equal bytes
     * @return the content, computed on demand
     */
    public static Content noise(long size, long seed) {
        return new Contents.Noise(size, seed);
    }

    /**
     * Bytes that no method makes smaller.
     *
     * @param size bytes, 0 or more
     * @param seed equal seeds give equal bytes
     * @return the content, computed on demand
     */
    public static Content random(long size, long seed) {
        return new Contents.Random(size, seed);
    }

    /**
     * Bytes that tell where they stand: each eight hold their own position, little-endian.
     *
     * @param size bytes, 0 or more
     * @return the content, computed on demand
     */
    public static Content offsets(long size) {
        return new Contents.Sparse(size, Long.BYTES);
    }

    /**
     * Zeros with a mark at each multiple of a stride: eight bytes that hold their own position, little-endian. Stored in a
     * file, the zeros become a hole.
     *
     * @param size bytes, 0 or more
     * @param stride the distance of the marks in bytes, 8 or more
     * @return the content, computed on demand
     */
    public static Content sparse(long size, long stride) {
        return new Contents.Sparse(size, stride);
    }

    /**
     * Nothing but zeros. Stored in a file they become a hole; deflated, one compressed chunk is repeated, so that a bomb of
     * terabytes is written in no time.
     *
     * @param size bytes, 0 or more
     * @return the content, computed on demand
     */
    public static Content zeros(long size) {
        return new Contents.Sparse(size, Long.MAX_VALUE);
    }

    /**
     * How many bytes there are.
     *
     * @return the size in bytes, 0 or more
     */
    public abstract long size();

    /** Fills a part of an array; the range was checked. */
    abstract void fill(long position, byte[] dst, int offset, int length);

    /** Where the run of zeros that begins at a position ends; the position itself where there is none worth a hole. */
    long holeEnd(long position) {
        return position;
    }

    /**
     * Reads at a position.
     *
     * @param position 0-based
     * @param dst receives bytes from its position on; filled unless the content ends first
     * @return how many bytes were read, 0 where {@code dst} has no room; -1 only at or past the end
     * @throws IllegalArgumentException if the position is negative
     */
    public final int read(long position, ByteBuffer dst) {
        if (position < 0) {
            throw new IllegalArgumentException("position " + position + " is negative");
        }
        if (position >= size()) {
            return -1;
        }
        int wanted = (int) Math.min(dst.remaining(), size() - position);
        dst.put(slice(position, wanted));
        return wanted;
    }

    /**
     * A part of the content.
     *
     * @param position where it begins
     * @param length how many bytes it has
     * @return a fresh array
     * @throws IndexOutOfBoundsException if the content ends before
     */
    public final byte[] slice(long position, int length) {
        Objects.checkFromIndexSize(position, length, size());
        byte[] part = new byte[length];
        fill(position, part, 0, length);
        return part;
    }

    /**
     * All of it.
     *
     * @return a fresh array
     * @throws IllegalStateException if it is larger than 1 GiB
     */
    public final byte[] toBytes() {
        if (size() > 1 << 30) {
            throw new IllegalStateException("content of " + size() + " bytes does not belong into an array");
        }
        return slice(0, (int) size());
    }

    /**
     * Its CRC-32.
     *
     * @return an unsigned 32-bit value
     */
    public final long crc32() {
        return computeCrc32();
    }

    long computeCrc32() {
        CRC32 crc = new CRC32();
        forEachChunk(crc::update);
        return crc.getValue();
    }

    /**
     * Its SHA-256.
     *
     * @return 64 hexadecimal digits in lower case
     */
    public final String sha256() {
        MessageDigest digest = newSha256();
        forEachChunk(digest::update);
        return HexFormat.of().formatHex(digest.digest());
    }

    /**
     * The same bytes from last to first.
     *
     * @return a content that is held in memory
     * @throws IllegalStateException if it is larger than 1 GiB
     */
    public final Content reversed() {
        byte[] bytes = toBytes();
        for (int i = 0, j = bytes.length - 1; i < j; i++, j--) {
            byte swapped = bytes[i];
            bytes[i] = bytes[j];
            bytes[j] = swapped;
        }
        return new Contents.Held(bytes);
    }

    /** Takes a piece of a content. */
    @FunctionalInterface
    interface ChunkConsumer {
        void accept(byte[] bytes, int offset, int length);
    }

    final void forEachChunk(ChunkConsumer consumer) {
        byte[] chunk = new byte[CHUNK];
        for (long at = 0; at < size(); at += CHUNK) {
            int length = (int) Math.min(CHUNK, size() - at);
            fill(at, chunk, 0, length);
            consumer.accept(chunk, 0, length);
        }
    }

    static MessageDigest newSha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }

    @Override
    public String toString() {
        return getClass().getSimpleName() + "(" + size() + " bytes)";
    }
}
