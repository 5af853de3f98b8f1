package dev.zipfs.dokan.internal;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The numbers that the driver keeps for us with each handle ({@code Context}). The library writes a request's number back when
 * the request ends, so an old one can come again: each names its slot and the slot's how-many-eth use, and one that is not
 * known gives nothing. Looking up takes no lock and makes no garbage. Thread-safe.
 */
final class HandleTable {
    private static final int FIRST_SIZE = 64;

    private final ArrayDeque<Integer> free = new ArrayDeque<>();
    private volatile AtomicReferenceArray<@Nullable OpenNode> slots = new AtomicReferenceArray<>(FIRST_SIZE);
    private int used;
    /** Never 0, so that no context is 0: that is what comes where the driver has none. */
    private int generation = 1;

    /** Takes a node and gives it its number. */
    synchronized long add(OpenNode node) {
        Integer reused = free.poll();
        int index = reused != null ? reused : used++;
        if (index == slots.length()) {
            AtomicReferenceArray<@Nullable OpenNode> larger = new AtomicReferenceArray<>(2 * slots.length());
            for (int i = 0; i < index; i++) {
                larger.set(i, slots.get(i));
            }
            slots = larger;
        }
        long context = (long) generation << 32 | index;
        generation = generation == Integer.MAX_VALUE ? 1 : generation + 1;
        node.context(context);
        slots.set(index, node);
        return context;
    }

    @Nullable
    OpenNode get(long context) {
        AtomicReferenceArray<@Nullable OpenNode> table = slots;
        int index = (int) context;
        OpenNode node = index >= 0 && index < table.length() ? table.get(index) : null;
        return node != null && node.context() == context ? node : null;
    }

    synchronized @Nullable OpenNode remove(long context) {
        OpenNode node = get(context);
        if (node != null) {
            slots.set((int) context, null);
            free.add((int) context);
        }
        return node;
    }

    /** What is in the table now. */
    synchronized List<OpenNode> all() {
        List<OpenNode> nodes = new ArrayList<>();
        for (int i = 0; i < used; i++) {
            OpenNode node = slots.get(i);
            if (node != null) {
                nodes.add(node);
            }
        }
        return nodes;
    }
}
