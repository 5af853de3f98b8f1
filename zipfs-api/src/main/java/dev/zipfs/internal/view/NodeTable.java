package dev.zipfs.internal.view;

import dev.zipfs.ArchiveLimits;
import dev.zipfs.LimitExceededException;
import dev.zipfs.spi.DriveView;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The nodes of a tree in columns, and the hash table that finds one by its folder and name. Grows while a tree is built;
 * after {@link #trim} it does not change (but for the kind of links, see {@link Links}) and many threads may read it.
 *
 * <p>A slot of the table holds a node's number in its low bits (as many as the table's size has) and bits of the hash
 * above them, so that a probe that meets another name seldom has to look at it. The root is in no slot: 0 is free.
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

    private static final int MAX_ARRAY = Integer.MAX_VALUE - 16;
    private static final int MAX_SLOTS = 1 << 30;

    private final boolean ignoreCase;
    private final ArchiveLimits limits;
    private final NameHash hash = new NameHash();

    private int count = 1;
    private int[] parents;
    private int[] nameStarts;
    private int namesEnd = 1;
    private long nameBytes;
    private byte[] names;
    private int[] slots;

    /** The entry behind each node, or the complement of the entry whose time a made folder shows. */
    int[] entries;
    /** What each node is. */
    byte[] kinds;

    NodeTable(int expected, boolean ignoreCase, ArchiveLimits limits) {
        this.ignoreCase = ignoreCase;
        this.limits = limits;
        int capacity = (int) Math.min(MAX_ARRAY, Math.min(limits.maxEntries(), expected + expected / 16L) + 16);
        this.parents = new int[capacity];
        this.nameStarts = new int[capacity];
        this.entries = new int[capacity];
        this.kinds = new byte[capacity];
        this.names = new byte[(int) Math.min(MAX_ARRAY, 64 + 20L * expected)];
        this.slots = new int[slotsFor(capacity)];
        this.entries[0] = NO_ENTRY;
        this.kinds[0] = DIRECTORY;
    }

    private static int slotsFor(int nodes) {
        long wanted = nodes * 4L / 3 + 1;
        return (int) Math.min(MAX_SLOTS, Long.highestOneBit(Math.max(16, wanted) - 1) << 1);
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

    int find(int parent, byte[] name, int from, int length) {
        return at(slotOf(hash(parent, name, from, length), parent, name, from, length));
    }

    /** The hash by which a name in a folder is found. */
    long hash(int parent, byte[] name, int from, int length) {
        return ignoreCase ? CaseFolding.hash(hash, parent, name, from, length) : hash.hash(parent, name, from, length);
    }

    /** The slot that holds the name, or the free one where it belongs. Valid until the table grows. */
    int slotOf(long h, int parent, byte[] name, int from, int length) {
        int mask = slots.length - 1;
        int tag = (int) (h >>> 32) & ~mask;
        int i = (int) h & mask;
        while (true) {
            int slot = slots[i];
            if (slot == 0) {
                return i;
            }
            if ((slot & ~mask) == tag) {
                int node = slot & mask;
                if (parents[node] == parent && sameName(node, name, from, length)) {
                    return i;
                }
            }
            i = (i + 1) & mask;
        }
    }

    /** The node a slot holds, or 0. */
    int at(int slot) {
        return slots[slot] & (slots.length - 1);
    }

    /** Makes room for one more node, so that a slot found afterwards stays valid until the node is added. */
    void reserve() throws LimitExceededException {
        if (count > limits.maxEntries()) {
            throw new LimitExceededException("entries and folders", limits.maxEntries(), "maxEntries");
        }
        if (count == parents.length) {
            int capacity = grown(count, 1);
            parents = Arrays.copyOf(parents, capacity);
            nameStarts = Arrays.copyOf(nameStarts, capacity);
            entries = Arrays.copyOf(entries, capacity);
            kinds = Arrays.copyOf(kinds, capacity);
        }
        if (count > slots.length / 4 * 3) {
            rehash();
        }
    }

    /** Adds a node. No look-up finds it until {@link #place} puts it into a slot. */
    int add(int parent, byte[] name, int from, int length, int entry, byte kind) throws LimitExceededException {
        int start = append(name, from, length);
        int node = count++;
        parents[node] = parent;
        nameStarts[node] = start;
        entries[node] = entry;
        kinds[node] = kind;
        return node;
    }

    /** Puts a node into the slot found for the hash of its name, in place of what is there. */
    void place(int slot, long h, int node) {
        int mask = slots.length - 1;
        slots[slot] = (int) (h >>> 32) & ~mask | node;
    }

    /** Gives a node another name. It must be in no slot. */
    void rename(int node, byte[] name) throws LimitExceededException {
        nameStarts[node] = append(name, 0, name.length);
    }

    int nameLength(int node) {
        int start = nameStarts[node];
        int first = names[start];
        return first >= 0 ? first : (first & 0x7F) << 8 | names[start + 1] & 0xFF;
    }

    int copyName(int node, byte[] dst, int offset) {
        int length = nameLength(node);
        System.arraycopy(names, nameFrom(node), dst, offset, length);
        return length;
    }

    byte[] name(int node) {
        int from = nameFrom(node);
        return Arrays.copyOfRange(names, from, from + nameLength(node));
    }

    boolean hasExactly(int node, byte[] name, int from, int length) {
        int own = nameFrom(node);
        return Arrays.equals(names, own, own + nameLength(node), name, from, from + length);
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

    /** Gives spare room back. */
    void trim() {
        if (parents.length - count > count / 16) {
            parents = Arrays.copyOf(parents, count);
            nameStarts = Arrays.copyOf(nameStarts, count);
            entries = Arrays.copyOf(entries, count);
            kinds = Arrays.copyOf(kinds, count);
        }
        if (names.length - namesEnd > namesEnd / 16) {
            names = Arrays.copyOf(names, namesEnd);
        }
    }

    private int nameFrom(int node) {
        int start = nameStarts[node];
        return names[start] >= 0 ? start + 1 : start + 2;
    }

    private boolean sameName(int node, byte[] name, int from, int length) {
        int start = nameStarts[node];
        int own = names[start++];
        if (own < 0) {
            own = (own & 0x7F) << 8 | names[start++] & 0xFF;
        }
        if (ignoreCase) {
            return CaseFolding.equal(names, start, own, name, from, length);
        }
        return own == length && Arrays.equals(names, start, start + own, name, from, from + length);
    }

    private int append(byte[] name, int from, int length) throws LimitExceededException {
        long end = namesEnd + 2L + length;
        nameBytes += length;
        if (nameBytes > limits.maxNameBytes() || end > MAX_ARRAY) {
            throw new LimitExceededException("bytes of names", limits.maxNameBytes(), "maxNameBytes");
        }
        if (end > names.length) {
            names = Arrays.copyOf(names, grown(names.length, 2 + length));
        }
        int start = namesEnd;
        int at = start;
        if (length < 0x80) {
            names[at++] = (byte) length;
        } else {
            names[at++] = (byte) (0x80 | length >> 8);
            names[at++] = (byte) length;
        }
        System.arraycopy(name, from, names, at, length);
        namesEnd = at + length;
        return start;
    }

    private static int grown(int size, int atLeast) {
        return (int) Math.min(MAX_ARRAY, size + Math.max(atLeast, size / 2L));
    }

    private void rehash() throws LimitExceededException {
        int[] old = slots;
        int oldMask = old.length - 1;
        if (old.length == MAX_SLOTS) {
            throw new LimitExceededException("entries and folders", count - 1, "maxEntries");
        }
        slots = new int[old.length << 1];
        int mask = slots.length - 1;
        for (int slot : old) {
            if (slot != 0) {
                int node = slot & oldMask;
                long h = hash(parents[node], names, nameFrom(node), nameLength(node));
                int i = (int) h & mask;
                while (slots[i] != 0) {
                    i = (i + 1) & mask;
                }
                place(i, h, node);
            }
        }
    }
}
