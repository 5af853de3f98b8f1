package dev.zipfs;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * An archive opened for reading inside this process, no driver needed. It shows the same tree as a drive would.
 * Thread-safe. {@link #close()} is idempotent; channels and streams still open then fail with
 * {@link java.nio.channels.ClosedChannelException}.
 *
 * @since 0.1.0
 */
public interface Archive extends Closeable {
    /**
     * Which format it has.
     *
     * @return the format's id, for example {@code "zip"}
     */
    String format();

    /**
     * The archive's own comment.
     *
     * @return the comment, or an empty string
     */
    String comment();

    /**
     * What else there is to say about the archive as a whole, for people: for ZIP whether it has several parts, uses
     * ZIP64 or data descriptors, has something in front or a signing block as Android's packages have, how entries are encrypted and which encoding was assumed for
     * names without a mark. May take time in proportion to the entries.
     *
     * @return by what it is about, for example {@code "zip64"}, in the order in which to show it; immutable
     */
    Map<String, String> details();

    /**
     * How many entries the archive lists, folders that no entry names not counted.
     *
     * @return the count
     */
    long entryCount();

    /**
     * The top folder.
     *
     * @return the entry whose path is empty
     */
    Entry root();

    /**
     * Looks an entry up by its path on the drive. The first files that are looked up may be searched for among all entries, in
     * time proportional to their number; after a few, and for all else, a tree is built once, in which each look-up takes a
     * moment.
     *
     * @param path components separated by {@code /}; a leading or trailing slash is ignored
     * @return the entry, or empty where there is none
     */
    Optional<Entry> find(String path);

    /**
     * Looks up an entry that must be there.
     *
     * @param path as for {@link #find}
     * @return the entry
     * @throws java.nio.file.NoSuchFileException if there is none
     */
    Entry entry(String path) throws IOException;

    /**
     * Walks the whole tree, each folder before what lies in it. Lazy; needs memory in proportion to the depth only.
     *
     * @return all entries but the root
     */
    Stream<Entry> walk();

    /**
     * What is worth knowing about this archive: what was renamed and why, and so on. Builds the tree, which has some to tell.
     *
     * @return an immutable list of the first 10,000 warnings so far
     */
    List<ArchiveWarning> warnings();

    /**
     * What was read and decoded so far.
     *
     * @return a snapshot
     */
    DriveStatistics statistics();

    /**
     * Gives back the file and the caches.
     *
     * @throws IOException if the archive's file cannot be closed
     */
    @Override
    void close() throws IOException;
}
