package dev.zipfs.testkit.model;

import dev.zipfs.EntryType;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One folder, file or link that a drive must show. Immutable.
 *
 * @since 0.1.0
 */
public final class ExpectedNode {
    private final @Nullable String path;
    private final EntryType type;
    private final long size;
    private final @Nullable Content content;
    private final @Nullable ErrorKind error;

    ExpectedNode(
            @Nullable String path, EntryType type, long size, @Nullable Content content, @Nullable ErrorKind error) {
        this.path = path;
        this.type = type;
        this.size = size;
        this.content = content;
        this.error = error;
    }

    /**
     * Where it is shown.
     *
     * @return the path without a leading slash; empty where any path will do
     */
    public Optional<String> path() {
        return Optional.ofNullable(path);
    }

    /**
     * What it is.
     *
     * @return the type
     */
    public EntryType type() {
        return type;
    }

    /**
     * How long it is shown to be.
     *
     * @return bytes; for a link the length of its target, for a folder 0
     */
    public long size() {
        return size;
    }

    /**
     * What it holds.
     *
     * @return the content, for a link its target; empty for folders and where reading must fail
     */
    public Optional<Content> content() {
        return Optional.ofNullable(content);
    }

    /**
     * How reading it must fail.
     *
     * @return the kind of error, or empty where reading must succeed
     */
    public Optional<ErrorKind> error() {
        return Optional.ofNullable(error);
    }
}
