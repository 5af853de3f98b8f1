package dev.zipfs.internal.assembly;

import dev.zipfs.Entry;
import dev.zipfs.EntryType;
import dev.zipfs.spi.DriveView;
import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;

/** Walks a view depth first, folders before their content, with two numbers of memory per level. */
final class TreeWalk implements Iterator<Entry> {
    private final DriveParts parts;
    private int[] folders = new int[16];
    private int[] next = new int[16];
    private int depth;

    TreeWalk(DriveParts parts) {
        this.parts = parts;
        this.folders[0] = DriveView.ROOT;
        this.depth = 1;
    }

    @Override
    public boolean hasNext() {
        while (depth > 0 && next[depth - 1] >= parts.view().childCount(folders[depth - 1])) {
            depth--;
        }
        return depth > 0;
    }

    @Override
    public Entry next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        int node = parts.view().child(folders[depth - 1], next[depth - 1]++);
        if (parts.view().type(node) == EntryType.DIRECTORY && !isLink(node)) {
            if (depth == folders.length) {
                folders = Arrays.copyOf(folders, 2 * depth);
                next = Arrays.copyOf(next, 2 * depth);
            }
            folders[depth] = node;
            next[depth] = 0;
            depth++;
        }
        return new ViewEntry(parts, node);
    }

    /** A link that the view shows as the folder it points to: its content is met there, and two of them may form a loop. */
    private boolean isLink(int node) {
        int entry = parts.view().entry(node);
        return entry >= 0 && parts.index().type(entry) == EntryType.SYMLINK;
    }
}
