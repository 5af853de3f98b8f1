package dev.zipfs.internal.view;

import dev.zipfs.spi.DriveView;

/**
 * Finds folders while a tree is built: an open-addressing hash table of their numbers. There are far fewer of them than
 * nodes, so this table stays in the processor's caches where {@link NameSlots} would not.
 */
final class FolderSlots {
    private final NodeTable nodes;
    private int[] slots = new int[1024];
    private int taken;

    FolderSlots(NodeTable nodes) {
        this.nodes = nodes;
    }

    /** The folder of a name in a folder, or {@link DriveView#ROOT}. */
    int find(int hash, int parent, byte[] name, int from, int length) {
        int mask = slots.length - 1;
        int i = hash & mask;
        int node = slots[i];
        while (node != DriveView.ROOT) {
            if (nodes.hash(node) == hash && nodes.is(node, parent, name, from, length)) {
                return node;
            }
            i = (i + 1) & mask;
            node = slots[i];
        }
        return DriveView.ROOT;
    }

    /** Puts a folder in that is not there. */
    void put(int folder) {
        if (++taken > slots.length / 2) {
            int[] old = slots;
            slots = new int[old.length << 1];
            for (int node : old) {
                if (node != DriveView.ROOT) {
                    place(node);
                }
            }
        }
        place(folder);
    }

    private void place(int folder) {
        int mask = slots.length - 1;
        int i = nodes.hash(folder) & mask;
        while (slots[i] != DriveView.ROOT) {
            i = (i + 1) & mask;
        }
        slots[i] = folder;
    }
}
