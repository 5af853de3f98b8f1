package dev.zipfs.internal.zip;

/**
 * An {@link dev.zipfs.spi.ArchiveIndex} that can find a file by its path while there is no tree yet. Any thread may ask.
 */
public interface PlainIndex {
    /**
     * Whether every entry is shown on a POSIX drive under the very path that the index gives, but for entries of the same path,
     * and a tree of them cannot exceed the limits. Then {@link #file} may be asked.
     */
    boolean plain();

    /**
     * Finds the entry that a path means. Takes time in proportion to the entries.
     *
     * @param path as UTF-8, as {@link dev.zipfs.spi.ArchiveIndex#copyPath} gives it
     * @return the number of a file's entry; -1 if there is none, or if it is something else than a file
     */
    int file(byte[] path);
}
