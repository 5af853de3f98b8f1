package dev.zipfs.internal.assembly;

import dev.zipfs.Entry;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.util.Optional;
import java.util.OptionalLong;

/** What the index says of the entry behind a file, a folder or a link. */
abstract class IndexedEntry implements Entry {
    final DriveParts parts;

    IndexedEntry(DriveParts parts) {
        this.parts = parts;
    }

    /** The entry's number, or -1 for the root and for folders that no entry names. */
    abstract int entry();

    /** The number of the entry whose content is read here, or -1. */
    abstract int contentEntry();

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
    public boolean encrypted() {
        int content = contentEntry();
        return content >= 0 && parts.index().encrypted(content);
    }

    @Override
    public InputStream openStream() throws IOException {
        return Channels.newInputStream(openChannel());
    }

    /** Whether both are the same file, folder or link of one open archive. */
    @Override
    public boolean equals(Object other) {
        if (!(other instanceof IndexedEntry that) || that.parts != parts || that.entry() != entry()) {
            return false;
        }
        return entry() >= 0 || that.path().equals(path());
    }

    @Override
    public int hashCode() {
        return entry() >= 0 ? entry() : path().hashCode();
    }

    @Override
    public String toString() {
        return path();
    }
}
