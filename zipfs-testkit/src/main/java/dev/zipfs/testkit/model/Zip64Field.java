package dev.zipfs.testkit.model;

/**
 * A field of a central header that ZIP64 extended information can hold, in its order there (APPNOTE 6.3.10 §4.5.3).
 *
 * @since 0.1.0
 */
public enum Zip64Field {
    /** The plain size. */
    SIZE,
    /** The compressed size. */
    COMPRESSED_SIZE,
    /** The local header's offset. */
    OFFSET,
    /** The number of the disk the local header is on. */
    DISK
}
