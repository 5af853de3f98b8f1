package dev.zipfs.cache;

/**
 * Where the decoded blocks of an entry live.
 *
 * @since 0.1.0
 */
public enum Placement {
    /** In memory, within the memory budget. */
    MEMORY,
    /** In the drive's private cache directory, within the disk budget. */
    DISK,
    /** Nowhere: each read decodes again. */
    NOWHERE
}
