package dev.zipfs;

/**
 * What an entry is to somebody who looks at the drive.
 *
 * @since 0.1.0
 */
public enum EntryType {
    /** A file with content. */
    FILE,
    /** A folder, named by the archive or made because an entry lies below it. */
    DIRECTORY,
    /** A symbolic link that is shown as one. */
    SYMLINK
}
