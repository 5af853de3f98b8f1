package dev.zipfs;

/**
 * What becomes of a symbolic link whose target lies outside the archive.
 *
 * @since 0.1.0
 */
public enum OutsideLinks {
    /** The link is shown as a small file that holds the target's text. The default: an archive cannot point at the host. */
    AS_TEXT,
    /** The link is shown as it is; whoever follows it leaves the drive. Only for archives that are trusted. */
    AS_LINKS
}
