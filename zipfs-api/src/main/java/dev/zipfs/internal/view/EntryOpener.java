package dev.zipfs.internal.view;

import dev.zipfs.spi.OpenFile;
import java.io.IOException;

/** Opens the content behind a file of a view: the way from the view to the cache and the entry's reader. */
@FunctionalInterface
public interface EntryOpener {
    /**
     * Opens an entry.
     *
     * @param entry the entry's number in the index
     * @param path its path on the drive, without a leading slash
     * @return a handle; the caller closes it
     * @throws IOException if it cannot be opened
     */
    OpenFile open(int entry, String path) throws IOException;
}
