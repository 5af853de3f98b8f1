package dev.zipfs.testkit.model;

/**
 * Whether a header, or the archive's end, uses ZIP64 structures.
 *
 * @since 0.1.0
 */
public enum Zip64 {
    /** Where a value does not fit otherwise. */
    AUTO,
    /** In any case: all fields of 16 and 32 bits that may are all ones, the values stand in the ZIP64 structure. */
    FORCED,
    /** In no case: values that do not fit are written as all ones, and nothing else says them. */
    NEVER
}
