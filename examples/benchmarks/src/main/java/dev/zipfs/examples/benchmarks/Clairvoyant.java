package dev.zipfs.examples.benchmarks;

import dev.zipfs.cache.BlockKey;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Belady's optimum: of what is kept, and what comes in, goes what is needed again last. */
final class Clairvoyant {
    private Clairvoyant() {}

    /** How many accesses find their block, with room for so many blocks. */
    static long hits(List<BlockKey> trace, int room) {
        int[] next = new int[trace.size()];
        Map<BlockKey, Integer> seen = new HashMap<>();
        for (int i = trace.size() - 1; i >= 0; i--) {
            // Never again: later than all, and each at a moment of its own.
            next[i] = seen.getOrDefault(trace.get(i), trace.size() + i);
            seen.put(trace.get(i), i);
        }
        TreeMap<Integer, BlockKey> byNextUse = new TreeMap<>();
        long hits = 0;
        for (int i = 0; i < trace.size(); i++) {
            if (byNextUse.remove(i) != null) {
                hits++;
            }
            byNextUse.put(next[i], trace.get(i));
            if (byNextUse.size() > room) {
                byNextUse.pollLastEntry();
            }
        }
        return hits;
    }
}
