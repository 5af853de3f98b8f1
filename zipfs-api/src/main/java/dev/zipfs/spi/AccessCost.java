package dev.zipfs.spi;

/**
 * What a read at an arbitrary position of an entry costs. The cache decides by this, never by a format's or method's name.
 *
 * @since 0.1.0
 */
public enum AccessCost {
    /** As much as the bytes asked for: read in place, no cache needed. */
    DIRECT,
    /** Decoding from a restart point not far before the position. */
    RESTARTABLE,
    /** Decoding all that lies before the position. */
    SEQUENTIAL
}
