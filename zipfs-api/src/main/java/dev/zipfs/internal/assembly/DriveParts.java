package dev.zipfs.internal.assembly;

import dev.zipfs.DriveListener;
import dev.zipfs.internal.io.FileSource;
import dev.zipfs.internal.io.SplitSource;
import dev.zipfs.internal.metrics.DriveCounters;
import dev.zipfs.internal.view.ArchiveView;
import dev.zipfs.internal.view.EarlyTree;
import dev.zipfs.internal.zip.PlainIndex;
import dev.zipfs.spi.ArchiveIndex;
import dev.zipfs.spi.ArchiveSource;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** What one open archive consists of, from source to view, and the order in which it is given back. */
final class DriveParts implements Closeable {
    /** Where no names begin alike, building the tree takes about as long as so many searches. */
    private static final int MOST_SEARCHES = 10;

    private final ArchiveSource source;
    private final String format;
    private final ArchiveIndex index;
    private final CacheWhenNeeded cache;
    private final EarlyTree tree;
    private final ContentOpener opener;
    private final OpenHandles handles;
    private final DriveCounters counters;
    private final WarningLog warnings;
    private final DriveListener listener;
    private final int entryCount;
    private final AtomicInteger searches = new AtomicInteger();
    private boolean closed;

    DriveParts(
            ArchiveSource source,
            String format,
            ArchiveIndex index,
            CacheWhenNeeded cache,
            EarlyTree tree,
            ContentOpener opener,
            OpenHandles handles,
            DriveCounters counters,
            WarningLog warnings,
            DriveListener listener) {
        this.source = source;
        this.format = format;
        this.index = index;
        this.cache = cache;
        this.tree = tree;
        this.opener = opener;
        this.handles = handles;
        this.counters = counters;
        this.warnings = warnings;
        this.listener = listener;
        this.entryCount = index.entryCount();
    }

    CacheWhenNeeded cache() {
        return cache;
    }

    ArchiveSource source() {
        return source;
    }

    String format() {
        return format;
    }

    ArchiveIndex index() {
        return index;
    }

    /** The tree; waits until it is built. */
    ArchiveView view() {
        try {
            return tree.view();
        } catch (IOException e) {
            // Only a tree that cannot fail is left to be built later.
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The entry of a file, found without a tree while there is none.
     *
     * @return -1 where it takes the tree to know
     */
    int file(String path) {
        if (tree.isThere() || !(index instanceof PlainIndex plain) || !plain.plain()) {
            return -1;
        }
        byte[] utf8 = path.getBytes(StandardCharsets.UTF_8);
        // Half a character has no UTF-8 and must not find the name that has a question mark in its place.
        boolean exact = new String(utf8, StandardCharsets.UTF_8).equals(path);
        return exact && searches.incrementAndGet() <= MOST_SEARCHES ? plain.file(utf8) : -1;
    }

    ContentOpener opener() {
        return opener;
    }

    OpenHandles handles() {
        return handles;
    }

    DriveCounters counters() {
        return counters;
    }

    WarningLog warnings() {
        return warnings;
    }

    DriveListener listener() {
        return listener;
    }

    int entryCount() {
        return entryCount;
    }

    Optional<Exception> failure() {
        if (source instanceof FileSource file) {
            return file.failure();
        }
        return source instanceof SplitSource files ? files.failure() : Optional.empty();
    }

    /** Readers first, then what they read from; the first failure is thrown, the others go with it. */
    @Override
    public void close() throws IOException {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        handles.end();
        tree.abandon();
        Closing.all(cache, index, source);
    }
}
