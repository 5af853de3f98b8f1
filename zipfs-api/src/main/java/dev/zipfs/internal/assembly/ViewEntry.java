package dev.zipfs.internal.assembly;

import dev.zipfs.Entry;
import dev.zipfs.EntryType;
import dev.zipfs.ZipDriveException;
import dev.zipfs.spi.ArchiveIndex;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.AbstractList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** One node of a view together with what the index says of the entry behind it. */
final class ViewEntry extends IndexedEntry {
    private final int node;

    ViewEntry(DriveParts parts, int node) {
        super(parts);
        this.node = node;
    }

    @Override
    public String path() {
        return parts.view().path(node);
    }

    @Override
    public String name() {
        return parts.view().name(node);
    }

    @Override
    public String archivePath() {
        int entry = entry();
        if (entry < 0) {
            return path();
        }
        ArchiveIndex index = parts.index();
        byte[] utf8 = new byte[index.pathLength(entry)];
        return new String(utf8, 0, index.copyPath(entry, utf8, 0), StandardCharsets.UTF_8);
    }

    @Override
    public EntryType type() {
        return parts.view().type(node);
    }

    @Override
    public long size() {
        return parts.view().size(node);
    }

    @Override
    public Instant modified() {
        return Instant.ofEpochSecond(
                parts.view().modifiedSeconds(node), parts.view().modifiedNanos(node));
    }

    @Override
    public int permissions() {
        return parts.view().permissions(node);
    }

    @Override
    public Optional<String> linkTarget() throws IOException {
        return type() == EntryType.SYMLINK ? Optional.of(parts.view().linkTarget(node)) : Optional.empty();
    }

    @Override
    public List<Entry> children() {
        return new AbstractList<>() {
            @Override
            public Entry get(int index) {
                Objects.checkIndex(index, size());
                return new ViewEntry(parts, parts.view().child(node, index));
            }

            @Override
            public int size() {
                return parts.view().childCount(node);
            }
        };
    }

    @Override
    public SeekableByteChannel openChannel() throws IOException {
        parts.handles().requireOpen();
        int target = parts.view().resolve(node);
        EntryType found = parts.view().type(target);
        if (found != EntryType.FILE) {
            String what = found == EntryType.DIRECTORY
                    ? "it is a folder, which has no content; children() lists what is in it"
                    : "it is a link that leaves the archive; linkTarget() says where it points";
            throw new ZipDriveException("entry '" + path() + "': " + what);
        }
        return new EntryChannel(parts.view().open(target));
    }

    @Override
    int entry() {
        return parts.view().entry(node);
    }

    /** For a link that is shown as what it points to, the latter's. */
    @Override
    int contentEntry() {
        return parts.view().entry(parts.view().shown(node));
    }
}
