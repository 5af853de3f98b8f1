package dev.zipfs.internal.view;

import java.util.Objects;

/** Which nodes lie in each folder: ranges of one array, within which nodes are in their order, which is the archive's. */
final class Children {
    private final int[] starts;
    private final int[] children;

    private Children(int[] starts, int[] children) {
        this.starts = starts;
        this.children = children;
    }

    /** Sorts the nodes by their parents, counting. */
    static Children of(NodeTable nodes) {
        int count = nodes.count();
        int[] starts = new int[count + 1];
        int[] children = new int[count];
        for (int node = 1; node < count; node++) {
            starts[nodes.parent(node)]++;
        }
        int start = 0;
        for (int node = 0; node <= count; node++) {
            int size = starts[node];
            starts[node] = start;
            start += size;
        }
        // While the children are put down, the start of each range moves to its end, which is the start of the next.
        for (int node = 1; node < count; node++) {
            children[starts[nodes.parent(node)]++] = node;
        }
        System.arraycopy(starts, 0, starts, 1, count);
        starts[0] = 0;
        return new Children(starts, children);
    }

    int count(int folder) {
        return starts[folder + 1] - starts[folder];
    }

    int get(int folder, int index) {
        int start = starts[folder];
        return children[start + Objects.checkIndex(index, starts[folder + 1] - start)];
    }
}
