package dev.zipfs.internal.assembly;

import dev.zipfs.Archive;
import dev.zipfs.ArchiveWarning;
import dev.zipfs.DriveStatistics;
import dev.zipfs.Entry;
import dev.zipfs.spi.DriveView;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** An archive for reading inside this process: the same view that a driver would serve, without a driver. */
final class OpenArchive implements Archive {
    private final DriveParts parts;

    OpenArchive(DriveParts parts) {
        this.parts = parts;
    }

    @Override
    public String format() {
        return parts.format();
    }

    @Override
    public String comment() {
        return parts.index().comment();
    }

    @Override
    public Map<String, String> details() {
        return parts.index().details();
    }

    @Override
    public long entryCount() {
        return parts.index().entryCount();
    }

    @Override
    public Entry root() {
        return new ViewEntry(parts, DriveView.ROOT);
    }

    @Override
    public Optional<Entry> find(String path) {
        return Optional.ofNullable(lookup(path));
    }

    @Override
    public Entry entry(String path) throws IOException {
        Entry found = lookup(path);
        if (found == null) {
            throw new NoSuchFileException(
                    path, null, "there is no such entry in " + parts.source().name());
        }
        return found;
    }

    private @Nullable Entry lookup(String path) {
        int entry = parts.file(path);
        if (entry >= 0) {
            return new FileEntry(parts, entry, path);
        }
        int node = parts.view().lookup(path);
        return node == DriveView.NONE ? null : new ViewEntry(parts, node);
    }

    @Override
    public Stream<Entry> walk() {
        return StreamSupport.stream(
                Spliterators.spliteratorUnknownSize(new TreeWalk(parts), Spliterator.DISTINCT), false);
    }

    @Override
    public List<ArchiveWarning> warnings() {
        // Some come with the tree.
        parts.view();
        return parts.warnings().kept();
    }

    @Override
    public DriveStatistics statistics() {
        return parts.counters().snapshot();
    }

    @Override
    public void close() throws IOException {
        parts.close();
    }

    @Override
    public String toString() {
        return parts.source().name();
    }
}
