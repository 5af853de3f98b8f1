package dev.zipfs.testkit.assertion;

import dev.zipfs.EntryType;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a drive shows, however one looks at it. Paths have no leading slash. */
interface ShownTree {
    /** All nodes but the root, each folder before what lies in it, found by listing. */
    List<Node> list() throws IOException;

    /** One node, found by its path. */
    Optional<Node> find(String path) throws IOException;

    /** A node; the target is that of a symbolic link. */
    record Node(
            String path,
            EntryType type,
            long size,
            @Nullable String target,
            Opener opener) {}

    /** Opens a file's content. */
    @FunctionalInterface
    interface Opener {
        InputStream open() throws IOException;
    }
}
