package dev.zipfs.internal.cache;

import dev.zipfs.spi.EntryReader;
import java.io.IOException;

/** Opens the reader of one entry; called again when a reader that was closed is needed once more. */
@FunctionalInterface
public interface ReaderOpener {
    /**
     * Opens a reader.
     *
     * @return a fresh reader; the cache closes it
     * @throws IOException if the entry cannot be opened
     */
    EntryReader open() throws IOException;
}
