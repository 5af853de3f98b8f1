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

    /** Size and time of modification in one string. */
    String fingerprint() {
        return "size=" + size + ",modified=" + modified.to(TimeUnit.NANOSECONDS);
    }
}
