package dev.zipfs.internal.view;

import dev.zipfs.ArchiveWarning;
import dev.zipfs.ArchiveWarning.Kind;
import dev.zipfs.spi.ArchiveIndex;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** Words what a view does to the names of an archive. */
final class ViewWarnings {
    private final ArchiveIndex index;
    private final Consumer<ArchiveWarning> consumer;

    ViewWarnings(ArchiveIndex index, Consumer<ArchiveWarning> consumer) {
        this.index = index;
        this.consumer = consumer;
    }

    void of(Kind kind, int entry, String message) {
        of(kind, archivePath(entry), message);
    }

    void of(Kind kind, String archivePath, String message) {
        consumer.accept(ArchiveWarning.of(kind, archivePath, message));
    }

    String archivePath(int entry) {
        byte[] path = new byte[index.pathLength(entry)];
        index.copyPath(entry, path, 0);
        return new String(path, StandardCharsets.UTF_8);
    }
}
