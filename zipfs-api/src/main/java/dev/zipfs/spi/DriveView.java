package dev.zipfs.spi;

import dev.zipfs.EntryType;
import dev.zipfs.NameRules;
import java.io.IOException;

/**
 * The tree a drive shows: what every backend serves. Nodes are numbers, the root is {@link #ROOT}; parents have smaller
 * numbers than their children. Names are legal under {@link #nameRules()} and unique within their folder, sizes and times
 * are final, the order of children is stable. Thread-safe; look-ups and attributes allocate nothing and never block, but
 * for symbolic links: what one is shown as may be read from the archive when it is first asked for.
 *
 * <p>Numbers that are no node, or no folder where one is needed, are a caller's mistake and give
 * {@link IndexOutOfBoundsException} or {@link IllegalArgumentException}.
 *
 * @since 0.1.0
 */
public interface DriveView {
    /** The number of the top folder. */
    int ROOT = 0;

    /** What a look-up gives where there is nothing. */
    int NONE = -1;

    /**
     * Which names the drive shows and whether look-ups ignore case.
     *
     * @return the rules
     */
    NameRules nameRules();

    /**
     * How many nodes there are, the root included.
     *
     * @return 1 or more
     */
    int nodeCount();

    /**
     * How long all files are together. Links may be counted with the length of their target's text, whatever they are shown as.
     *
     * @return bytes, at most {@link Long#MAX_VALUE}
     */
    long totalSize();

    /**
     * Looks a path up.
     *
     * @param utf8 holds the path: components separated by one or more {@code /}, leading and trailing ones ignored;
     *     {@code .} and {@code ..} are ordinary names that no folder has
     * @param offset where the path begins
     * @param length how many bytes it has; 0 is the root
     * @return the node, or {@link #NONE}. Symbolic links on the way are not followed
     */
    int lookup(byte[] utf8, int offset, int length);

    /**
     * Looks a path up.
     *
     * @param path as for {@link #lookup(byte[], int, int)}
     * @return the node, or {@link #NONE}
     */
    int lookup(String path);

    /**
     * The folder a node lies in.
     *
     * @param node the node
     * @return its parent; the root for the root
     */
    int parent(int node);

    /**
     * A node's name.
     *
     * @param node the node
     * @return the last component of its path; empty for the root
     */
    String name(int node);

    /**
     * How long a node's name is.
     *
     * @param node the node
     * @return bytes of UTF-8
     */
    int nameLength(int node);

    /**
     * Copies a node's name.
     *
     * @param node the node
     * @param dst receives {@link #nameLength} bytes of UTF-8
     * @param offset where in {@code dst}
     * @return how many bytes were copied
     */
    int copyName(int node, byte[] dst, int offset);

    /**
     * A node's path.
     *
     * @param node the node
     * @return components separated by {@code /}, no leading slash; empty for the root
     */
    String path(int node);

    /**
     * What a node is. Under {@link NameRules#WINDOWS} no node is a {@link EntryType#SYMLINK}.
     *
     * @param node the node
     * @return the type
     */
    EntryType type(int node);

    /**
     * How long a node's content is.
     *
     * @param node the node
     * @return bytes, 0 or more; 0 for folders; the length of the target's text for links
     */
    long size(int node);

    /**
     * When it was last modified, whole seconds.
     *
     * @param node the node
     * @return seconds since 1970-01-01T00:00Z
     */
    long modifiedSeconds(int node);

    /**
     * When it was last modified, the fraction.
     *
     * @param node the node
     * @return nanoseconds, 0 to 999,999,999
     */
    int modifiedNanos(int node);

    /**
     * Its permissions: readable by all, folders searchable by all, never writable, never set-user-id.
     *
     * @param node the node
     * @return the lower nine mode bits
     */
    int permissions(int node);

    /**
     * How many nodes lie directly in a folder.
     *
     * @param directory the folder; another kind of node has none
     * @return the count
     */
    int childCount(int directory);

    /**
     * One of the nodes that lie directly in a folder.
     *
     * @param directory the folder
     * @param index 0 to {@link #childCount} - 1
     * @return the node
     */
    int child(int directory, int index);

    /**
     * Where a symbolic link points. May read from the archive.
     *
     * @param node a {@link EntryType#SYMLINK}
     * @return the target as stored
     * @throws IOException if it cannot be read
     */
    String linkTarget(int node) throws IOException;

    /**
     * Opens a file for reading. May read from the archive, decodes nothing yet.
     *
     * @param node a {@link EntryType#FILE}
     * @return a handle; the caller closes it
     * @throws IOException if it cannot be opened: {@link dev.zipfs.PasswordException} (access denied),
     *     {@link dev.zipfs.UnsupportedFeatureException}, {@link dev.zipfs.ArchiveFormatException}
     */
    OpenFile open(int node) throws IOException;
}
