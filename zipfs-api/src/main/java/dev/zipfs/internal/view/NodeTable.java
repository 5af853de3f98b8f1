package dev.zipfs.internal.view;

import dev.zipfs.ArchiveLimits;
import dev.zipfs.LimitExceededException;
import dev.zipfs.spi.DriveView;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The nodes of a tree in columns. Grows while a tree is built; after {@link #finish} it does not change (but for the kind
 * of links, see {@link Links}) and many threads may read it.
 *
 * <p>Names stand in chunks, each with its length before it, and do not cross from one into the next: growing copies
 * nothing, and fresh memory, which is what a mount of many entries spends most of its time on, is not asked for twice.
 */
final class NodeTable {
    /** A file. */
    static final byte FILE = 0;
    /** A folder. */
    static final byte DIRECTORY = 1;
    /** A symbolic link nobody has looked at yet. */
    static final byte LINK_UNREAD = 2;
    /** A symbolic link that is shown as one. */
    static final byte LINK = 3;
    /** A symbolic link that is shown as a file which holds its target's text. */
    static final byte LINK_AS_TEXT = 4;
    /** A symbolic link that is shown as the file it leads to. */
    static final byte LINK_TO_FILE = 5;
    /** A symbolic link that is shown as the folder it leads to. */
    static final byte LINK_TO_DIRECTORY = 6;

    /** Stands in {@link #entries} where no entry gives a made folder its time. */
    static final int NO_ENTRY = Integer.MIN_VALUE;

    private static final int MAX_NODES = 1 << 29;

    private static final int CHUNK_BITS = 18;
    private static final int CHUNK = 1 << CHUNK_BITS;
    private static final int MAX_CHUNKS = 1 << (31 - CHUNK_BITS);

    private final boolean ignoreCase;
    private final long maxEntries;
    private final long maxNameBytes;
    private final NameHash hash = new NameHash();

    private int count = 1;
    private int[] parents;
    private int[] nameStarts;

    /** The hash by which each node is found. Only while the tree is built. */
    private int[] hashes;

    private byte[][] chunks = new byte[16][];
    private int chunkCount = 1;
    private int chunkEnd = 1;
    private long nameBytes;

    /** The entry behind each node, or the complement of the entry whose time a made folder shows. */
    int[] entries;
    /** What each node is. */
    byte[] kinds;

    NodeTable(int expected, boolean ignoreCase, ArchiveLimits limits) {
        this.ignoreCase = ignoreCase;
        this.maxEntries = limits.maxEntries();
        this.maxNameBytes = limits.maxNameBytes();
        int capacity = (int) Math.min(MAX_NODES, Math.min(maxEntries, expected + expected / 16L) + 16);
        this.parents = new int[capacity];
        this.nameStarts = new int[capacity];
        this.hashes = new int[capacity];
        this.entries = new int[capacity];
        this.kinds = new byte[capacity];
        // The root's empty name is the zero at its start.
        this.chunks[0] = new byte[(int) Math.min(CHUNK, 1024 + 16L * expected)];
        this.entries[0] = NO_ENTRY;
        this.kinds[0] = DIRECTORY;
    }

    int count() {
        return count;
    }

    int parent(int node) {
        return parents[node];
    }

    boolean ignoresCase() {
        return ignoreCase;
    }

    /** Whether a node is a folder of its own, not a link to one. */
    boolean isFolder(int node) {
        return kinds[node] == DIRECTORY;
    }

    /** The hash by which a name in a folder is found. */
    int hash(int parent, byte[] name, int from, int length) {
        return ignoreCase ? CaseFolding.hash(hash, parent, name, from, length) : hash.hash(parent, name, from, length);
    }

    /** As {@link NameHash#hashAndLook}. Only where case counts. */
    long hashAndLook(int parent, byte[] name, int from, int length) {
        return hash.hashAndLook(parent, name, from, length);
    }

    /** The hash of a node's name. Only while the tree is built. */
    int hash(int node) {
        return hashes[node];
    }

    /** Adds a node. */
    int add(int parent, byte[] name, int from, int length, int hash, int entry, byte kind)
            throws LimitExceededException {
        if (count > maxEntries || count == MAX_NODES) {
            throw new LimitExceededException("entries and folders", count - 1, "maxEntries");
        }
        if (count == parents.length) {
            grow();
        }
        int node = count;
        nameStarts[node] = append(name, from, length);
        parents[node] = parent;
        hashes[node] = hash;
        entries[node] = entry;
        kinds[node] = kind;
        count++;
        return node;
    }

    /** Gives a node another name. */
    void rename(int node, byte[] name, int hash) throws LimitExceededException {
        nameStarts[node] = append(name, 0, name.length);
        hashes[node] = hash;
    }

    int nameLength(int node) {
        byte[] chunk = chunk(node);
        int start = nameStarts[node] & CHUNK - 1;
        int first = chunk[start];
        return first >= 0 ? first : (first & 0x7F) << 8 | chunk[start + 1] & 0xFF;
    }

    int copyName(int node, byte[] dst, int offset) {
        int length = nameLength(node);
        System.arraycopy(chunk(node), nameAt(node), dst, offset, length);
        return length;
    }

    byte[] name(int node) {
        byte[] name = new byte[nameLength(node)];
        copyName(node, name, 0);
        return name;
    }

    /** Whether a node lies in a folder and a look-up of a name there means it. */
    boolean is(int node, int parent, byte[] name, int from, int length) {
        if (parents[node] != parent) {
            return false;
        }
        if (!ignoreCase) {
            return hasExactly(node, name, from, length);
        }
        byte[] chunk = chunk(node);
        return CaseFolding.equal(chunk, nameAt(node), nameLength(node), name, from, length);
    }

    /** Whether two nodes lie in one folder and a look-up cannot tell them apart. */
    boolean areTwins(int a, int b) {
        return is(a, parents[b], chunk(b), nameAt(b), nameLength(b));
    }

    /** Whether a node's name has exactly these bytes. */
    boolean hasExactly(int node, byte[] name, int from, int length) {
        int at = nameAt(node);
        return nameLength(node) == length && Arrays.equals(chunk(node), at, at + length, name, from, from + length);
    }

    private byte[] chunk(int node) {
        return chunks[nameStarts[node] >>> CHUNK_BITS];
    }

    /** Where a node's name begins in its chunk, after its length. */
    private int nameAt(int node) {
        int start = nameStarts[node] & CHUNK - 1;
        return chunk(node)[start] >= 0 ? start + 1 : start + 2;
    }

    /** The path of a node from the root, without a leading slash. */
    String path(int node) {
        int length = -1;
        for (int n = node; n != DriveView.ROOT; n = parents[n]) {
            length += nameLength(n) + 1;
        }
        if (length < 0) {
            return "";
        }
        byte[] path = new byte[length];
        int from = length;
        for (int n = node; n != DriveView.ROOT; n = parents[n]) {
            from -= nameLength(n);
            copyName(n, path, from);
            if (from > 0) {
                path[--from] = '/';
            }
        }
        return new String(path, StandardCharsets.UTF_8);
    }

    /** Gives spare room and the hashes back. */
    void finish() {
        if (parents.length - count > count / 8) {
            resize(count);
        }
        hashes = new int[0];
        if (chunkCount == 1 || chunks[chunkCount - 1].length - chunkEnd > CHUNK / 2) {
            chunks[chunkCount - 1] = Arrays.copyOf(chunks[chunkCount - 1], chunkEnd);
        }
    }

    private void grow() {
        resize((int) Math.min(MAX_NODES, count + count / 2L + 16));
    }

    private void resize(int capacity) {
        parents = Arrays.copyOf(parents, capacity);
        nameStarts = Arrays.copyOf(nameStarts, capacity);
        hashes = Arrays.copyOf(hashes, capacity);
        entries = Arrays.copyOf(entries, capacity);
        kinds = Arrays.copyOf(kinds, capacity);
    }

    private int append(byte[] name, int from, int length) throws LimitExceededException {
        nameBytes += length;
        byte[] chunk = chunks[chunkCount - 1];
        if (nameBytes > maxNameBytes) {
            throw new LimitExceededException("bytes of names", maxNameBytes, "maxNameBytes");
        }
        if (length + 2 > chunk.length - chunkEnd) {
            chunk = nextChunk();
        }
        int start = chunkEnd;
        int at = start;
        if (length < 0x80) {
            chunk[at++] = (byte) length;
        } else {
            chunk[at++] = (byte) (0x80 | length >> 8);
            chunk[at++] = (byte) length;
        }
        System.arraycopy(name, from, chunk, at, length);
        chunkEnd = at + length;
        return chunkCount - 1 << CHUNK_BITS | start;
    }

    private byte[] nextChunk() throws LimitExceededException {
        if (chunkCount == MAX_CHUNKS) {
            throw new LimitExceededException("bytes of names", nameBytes, "maxNameBytes");
        }
        if (chunkCount == chunks.length) {
            chunks = Arrays.copyOf(chunks, chunkCount * 2);
        }
        chunkEnd = 0;
        chunks[chunkCount] = new byte[CHUNK];
        return chunks[chunkCount++];
    }
}
