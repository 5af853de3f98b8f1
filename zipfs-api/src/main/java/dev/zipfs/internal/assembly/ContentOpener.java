package dev.zipfs.internal.assembly;

import dev.zipfs.internal.cache.ReaderOpener;
import dev.zipfs.internal.view.EntryOpener;
import dev.zipfs.spi.ArchiveIndex;
import dev.zipfs.spi.EntryReader;
import dev.zipfs.spi.OpenFile;
import java.io.IOException;

/** The way from a file of the view through the cache to the entry's reader. */
final class ContentOpener implements EntryOpener {
    private final ArchiveIndex index;
    private final CacheWhenNeeded cache;
    private final OpenHandles handles;

    ContentOpener(ArchiveIndex index, CacheWhenNeeded cache, OpenHandles handles) {
        this.index = index;
        this.cache = cache;
        this.handles = handles;
    }

    @Override
    public OpenFile open(int entry, String path) throws IOException {
        handles.requireOpen();
        OpenFile file = cache.get().open(entry, path, index.encrypted(entry), new Reader(index, entry));
        return handles.track(path, file);
    }

    /** A class where a lambda would do: the first one of a fresh JVM takes longer than to read an entry. */
    private record Reader(ArchiveIndex index, int entry) implements ReaderOpener {
        @Override
        public EntryReader open() throws IOException {
            return index.open(entry);
        }
    }
}
