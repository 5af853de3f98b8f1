package dev.zipfs.internal.assembly;

import dev.zipfs.Entry;
import dev.zipfs.EntryType;
import dev.zipfs.ZipDriveException;
import dev.zipfs.spi.ArchiveIndex;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.AbstractList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/** One node of a view together with what the index says of the entry behind it. */
final class ViewEntry implements Entry {
    private final DriveParts parts;
    private final int node;

    ViewEntry(DriveParts parts, int node) {
        this.parts = parts;
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
    public OptionalLong compressedSize() {
        int content = contentEntry();
        return content < 0
                ? OptionalLong.empty()
                : OptionalLong.of(parts.index().compressedSize(content));
    }

    @Override
    public Optional<String> method() {
        int content = contentEntry();
        return content < 0 ? Optional.empty() : Optional.of(parts.index().method(content));
    }

    @Override
    public OptionalLong crc32() {
        int content = contentEntry();
        return content < 0 ? OptionalLong.empty() : parts.index().crc32(content);
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
    public boolean encrypted() {
        int content = contentEntry();
        return content >= 0 && parts.index().encrypted(content);
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
    public InputStream openStream() throws IOException {
        return Channels.newInputStream(openChannel());
    }

    private int entry() {
        return parts.view().entry(node);
    }

    /** The entry whose content is read here: for a link that is shown as what it points to, the latter's. */
    private int contentEntry() {
        return parts.view().entry(parts.view().shown(node));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ViewEntry && ((ViewEntry) other).parts == parts && ((ViewEntry) other).node == node;
    }

    @Override
    public int hashCode() {
        return node;
    }

    @Override
    public String toString() {
        return path();
    }
}
