package dev.zipfs.internal.assembly;

import dev.zipfs.DriveListener;
import dev.zipfs.internal.io.FileSource;
import dev.zipfs.internal.io.SplitSource;
import dev.zipfs.internal.metrics.DriveCounters;
import dev.zipfs.internal.view.ArchiveView;
import dev.zipfs.spi.ArchiveIndex;
import dev.zipfs.spi.ArchiveSource;
import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/** What one open archive consists of, from source to view, and the order in which it is given back. */
final class DriveParts implements Closeable {
    private final ArchiveSource source;
    private final String format;
    private final ArchiveIndex index;
    private final CacheWhenNeeded cache;
    private final ArchiveView view;
    private final OpenHandles handles;
    private final DriveCounters counters;
    private final WarningLog warnings;
    private final DriveListener listener;
    private final int entryCount;
    private final AtomicBoolean closed = new AtomicBoolean();

    DriveParts(
            ArchiveSource source,
            String format,
            ArchiveIndex index,
            CacheWhenNeeded cache,
            ArchiveView view,
            OpenHandles handles,
            DriveCounters counters,
            WarningLog warnings,
            DriveListener listener) {
        this.source = source;
        this.format = format;
        this.index = index;
        this.cache = cache;
        this.view = view;
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

    ArchiveView view() {
        return view;
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
        if (closed.compareAndSet(false, true)) {
            handles.end();
            Closing.all(cache, index, source);
        }
    }
}
