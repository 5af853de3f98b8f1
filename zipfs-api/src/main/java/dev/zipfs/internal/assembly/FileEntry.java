package dev.zipfs.internal.assembly;

import dev.zipfs.Entry;
import dev.zipfs.EntryType;
import dev.zipfs.internal.view.ArchiveView;
import dev.zipfs.spi.ArchiveIndex;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** A file that was found without a tree: it is shown as the index has it. */
final class FileEntry extends IndexedEntry {
    private final int entry;
    private final String path;

    FileEntry(DriveParts parts, int entry, String path) {
        super(parts);
        this.entry = entry;
        this.path = path;
    }

    @Override
    int entry() {
        return entry;
    }

    @Override
    int contentEntry() {
        return entry;
    }

    @Override
    public String path() {
        return path;
    }

    @Override
    public String name() {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    @Override
    public String archivePath() {
        return path;
    }

    @Override
    public EntryType type() {
        return EntryType.FILE;
    }

    @Override
    public long size() {
        return parts.index().size(entry);
    }

    @Override
    public Instant modified() {
        ArchiveIndex index = parts.index();
        return Instant.ofEpochSecond(index.modifiedSeconds(entry), index.modifiedNanos(entry));
    }

    @Override
    public int permissions() {
        return ArchiveView.permissionsOfFile(parts.index().permissions(entry));
    }

    @Override
    public Optional<String> linkTarget() {
        return Optional.empty();
    }

    @Override
    public List<Entry> children() {
        return List.of();
    }

    @Override
    public SeekableByteChannel openChannel() throws IOException {
        return new EntryChannel(parts.opener().open(entry, path));
    }
}
