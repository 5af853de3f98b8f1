package dev.zipfs.examples.cli;

import dev.zipfs.Entry;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;

/** Goes through all that lies below a folder, each folder before what lies in it; remembers one place per level. */
final class Walk implements Iterator<Entry> {
    private final Deque<Iterator<Entry>> levels = new ArrayDeque<>();

    Walk(Entry folder) {
        levels.push(folder.children().iterator());
    }

    @Override
    public boolean hasNext() {
        while (!levels.isEmpty() && !levels.peek().hasNext()) {
            levels.pop();
        }
        return !levels.isEmpty();
    }

    @Override
    public Entry next() {
        hasNext();
        Entry entry = levels.element().next();
        levels.push(entry.children().iterator());
        return entry;
    }
}
