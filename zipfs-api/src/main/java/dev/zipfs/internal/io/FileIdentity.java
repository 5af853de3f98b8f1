package dev.zipfs.internal.io;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What a path led to at one moment: which file, how long, last changed when.
 *
 * @param key what tells one file from another: the file system's own key, or (Windows has none) the time of creation
 */
record FileIdentity(Object key, long size, FileTime modified) {
    /** The file at a path now. */
    static FileIdentity of(Path path) throws IOException {
        return of(Files.readAttributes(path, BasicFileAttributes.class));
    }

    static FileIdentity of(BasicFileAttributes attributes) {
        @Nullable Object key = attributes.fileKey();
        return new FileIdentity(
                key == null ? attributes.creationTime() : key, attributes.size(), attributes.lastModifiedTime());
    }

    boolean sameFile(FileIdentity other) {
        return key.equals(other.key);
    }

    /** Spelled out, for it is asked during reads: what the compiler makes takes milliseconds the first time. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof FileIdentity
                && key.equals(((FileIdentity) other).key)
                && size == ((FileIdentity) other).size
                && modified.equals(((FileIdentity) other).modified);
    }

    @Override
    public int hashCode() {
        return (key.hashCode() * 31 + Long.hashCode(size)) * 31 + modified.hashCode();
    }

    /** Size and time of modification in one string. */
    String fingerprint() {
        return "size=" + size + ",modified=" + modified.to(TimeUnit.NANOSECONDS);
    }
}
