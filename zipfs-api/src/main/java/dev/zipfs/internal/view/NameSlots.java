package dev.zipfs.internal.view;

import dev.zipfs.spi.DriveView;
import java.util.BitSet;

/**
 * Finds nodes by folder and name: an open-addressing hash table of numbers. A slot holds a node in its low bits, as many as
 * the table's size has, and above them what the place does not say about the node's hash, so that a probe that meets
 * another name seldom has to look at it. The root is in no slot: 0 is free. At most three of four slots are taken.
 */
final class NameSlots {
    private static final int SMALLEST = 16;
    private static final int BLOCK = 32;

    private final NodeTable nodes;
    private final int[] slots;

    private NameSlots(NodeTable nodes, int size) {
        this.nodes = nodes;
        this.slots = new int[size];
    }

    /**
     * A table of all nodes there are. Of several files that a look-up cannot tell apart it holds the last one, and a folder
     * rather than a file.
     *
     * <p>All at once, since the table is too large for the processor's caches: in a short loop many waits for memory run
     * side by side, which otherwise would follow each other, one for each entry.
     *
     * @param displaced is set for the nodes that are not in the table
     */
    static NameSlots ofAll(NodeTable nodes, BitSet displaced) {
        int size = SMALLEST;
        while (size / 4 * 3 < nodes.count()) {
            size <<= 1;
        }
        NameSlots table = new NameSlots(nodes, size);
        int count = nodes.count();
        for (int node = 1; node < count; node += BLOCK) {
            table.putBlock(node, Math.min(node + BLOCK, count), displaced);
        }
        return table;
    }

    /** A method of its own: a fresh JVM compiles what is called often long before it compiles a long loop. */
    private void putBlock(int first, int end, BitSet displaced) {
        int[] slots = this.slots;
        int mask = slots.length - 1;
        for (int node = first; node < end; node++) {
            int hash = nodes.hash(node);
            int i = hash & mask;
            int slot = slots[i];
            while (slot != 0 && ((slot ^ hash) & ~mask) != 0) {
                i = (i + 1) & mask;
                slot = slots[i];
            }
            if (slot == 0) {
                slots[i] = hash & ~mask | node;
            } else {
                putFrom(i, hash, node, displaced);
            }
        }
    }

    /** Puts a node in that may have a twin in the slot given or in one after it. */
    private void putFrom(int from, int hash, int node, BitSet displaced) {
        int mask = slots.length - 1;
        int i = from;
        while (slots[i] != 0) {
            int other = slots[i] & mask;
            if (((slots[i] ^ hash) & ~mask) == 0 && nodes.areTwins(other, node)) {
                if (nodes.isFolder(other)) {
                    displaced.set(node);
                    return;
                }
                displaced.set(other);
                break;
            }
            i = (i + 1) & mask;
        }
        slots[i] = hash & ~mask | node;
    }

    /** The node that a name in a folder means, or {@link DriveView#ROOT}. */
    int find(int parent, byte[] name, int from, int length) {
        return find(nodes.hash(parent, name, from, length), parent, name, from, length);
    }

    int find(int hash, int parent, byte[] name, int from, int length) {
        int mask = slots.length - 1;
        int i = hash & mask;
        int slot = slots[i];
        while (slot != 0) {
            if (((slot ^ hash) & ~mask) == 0 && nodes.is(slot & mask, parent, name, from, length)) {
                return slot & mask;
            }
            i = (i + 1) & mask;
            slot = slots[i];
        }
        return DriveView.ROOT;
    }

    /** Puts a node in whose name nothing has, one of those that were displaced. */
    void put(int hash, int node) {
        int mask = slots.length - 1;
        int i = hash & mask;
        while (slots[i] != 0) {
            i = (i + 1) & mask;
        }
        slots[i] = hash & ~mask | node;
    }
}
