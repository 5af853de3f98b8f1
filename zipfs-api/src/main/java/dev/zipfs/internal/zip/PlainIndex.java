package dev.zipfs.internal.zip;

/**
 * An {@link dev.zipfs.spi.ArchiveIndex} that can find a file by its path while there is no tree yet. Any thread may ask.
 */
public interface PlainIndex {
    /**
     * Whether every entry is shown on a POSIX drive under the very path that the index gives, but for entries of the same path,
     * and {@link #file} may be asked.
     */
    boolean plain();

    /** Not fewer than there are folders on the way to all entries, if it is {@link #plain}. */
    long mostFolders();

    /**
     * Finds the entry that a path means.
     *
     * @param path as UTF-8, as {@link dev.zipfs.spi.ArchiveIndex#copyPath} gives it
     * @return the number of a file's entry; -1 if there is none, or if it is something else than a file
     */
    int file(byte[] path);
}
