package dev.zipfs.testkit.model;

import org.jspecify.annotations.Nullable;

/**
 * What a header, or a data descriptor, says instead of the truth. What is not set stays true. Immutable: each method gives a
 * changed copy.
 *
 * @since 0.1.0
 */
public final class HeaderLies {
    private static final HeaderLies NONE = new HeaderLies(null, null, null, null, null, null, null);

    final @Nullable Long crc;
    final @Nullable Long size;
    final @Nullable Long compressedSize;
    final @Nullable Long offset;
    final @Nullable Integer method;
    final @Nullable Integer flags;
    final @Nullable Long signature;

    private HeaderLies(
            @Nullable Long crc,
            @Nullable Long size,
            @Nullable Long compressedSize,
            @Nullable Long offset,
            @Nullable Integer method,
            @Nullable Integer flags,
            @Nullable Long signature) {
        this.crc = crc;
        this.size = size;
        this.compressedSize = compressedSize;
        this.offset = offset;
        this.method = method;
        this.flags = flags;
        this.signature = signature;
    }

    /**
     * The truth.
     *
     * @return no lies
     */
    public static HeaderLies none() {
        return NONE;
    }

    /**
     * Lies about the CRC.
     *
     * @param value 32 bits
     * @return a changed copy
     */
    public HeaderLies crc(long value) {
        return new HeaderLies(value, size, compressedSize, offset, method, flags, signature);
    }

    /**
     * Lies about the plain size.
     *
     * @param bytes 64 bits without sign; more than fits 32 bits is written according to {@link Zip64}
     * @return a changed copy
     */
    public HeaderLies size(long bytes) {
        return new HeaderLies(crc, bytes, compressedSize, offset, method, flags, signature);
    }

    /**
     * Lies about the compressed size.
     *
     * @param bytes as for {@link #size}
     * @return a changed copy
     */
    public HeaderLies compressedSize(long bytes) {
        return new HeaderLies(crc, size, bytes, offset, method, flags, signature);
    }

    /**
     * Lies about the local header's offset.
     *
     * @param value as for {@link #size}
     * @return a changed copy
     */
    public HeaderLies offset(long value) {
        return new HeaderLies(crc, size, compressedSize, value, method, flags, signature);
    }

    /**
     * Lies about the method.
     *
     * @param value 16 bits
     * @return a changed copy
     */
    public HeaderLies method(int value) {
        return new HeaderLies(crc, size, compressedSize, offset, value, flags, signature);
    }

    /**
     * Lies about the flags, those included that the writer sets by itself.
     *
     * @param value 16 bits
     * @return a changed copy
     */
    public HeaderLies flags(int value) {
        return new HeaderLies(crc, size, compressedSize, offset, method, value, signature);
    }

    /**
     * Begins the record with another signature.
     *
     * @param value 32 bits
     * @return a changed copy
     */
    public HeaderLies signature(long value) {
        return new HeaderLies(crc, size, compressedSize, offset, method, flags, value);
    }

    /** The first value that is set, else the truth. */
    static long pick(@Nullable Long first, @Nullable Long second, long truth) {
        return first != null ? first : second != null ? second : truth;
    }

    /** The first value that is set, else the truth. */
    static int pick(@Nullable Integer first, @Nullable Integer second, int truth) {
        return first != null ? first : second != null ? second : truth;
    }
}
