package dev.zipfs.testkit.model;

/**
 * What stands before the first entry, as in a self-extracting archive. Immutable.
 *
 * @since 0.1.0
 */
public final class Prefix {
    private static final Prefix NONE = new Prefix(new byte[0], true);

    final byte[] bytes;
    final boolean counted;

    private Prefix(byte[] bytes, boolean counted) {
        this.bytes = bytes.clone();
        this.counted = counted;
    }

    /**
     * Nothing.
     *
     * @return the prefix
     */
    public static Prefix none() {
        return NONE;
    }

    /**
     * Bytes that the archive's offsets count: they are from the file's beginning.
     *
     * @param bytes the bytes
     * @return the prefix
     */
    public static Prefix counted(byte[] bytes) {
        return new Prefix(bytes, true);
    }

    /**
     * Bytes that were put there later: offsets are from the first entry, so they all are too small.
     *
     * @param bytes the bytes
     * @return the prefix
     */
    public static Prefix uncounted(byte[] bytes) {
        return new Prefix(bytes, false);
    }

    /**
     * Whether the archive's offsets count these bytes.
     *
     * @return {@code true} for none and for {@link #counted}
     */
    public boolean isCounted() {
        return counted;
    }
}
