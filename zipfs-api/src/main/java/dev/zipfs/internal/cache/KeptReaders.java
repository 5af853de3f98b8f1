package dev.zipfs.internal.cache;

import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Readers of entries that nobody has open, kept for their restart points: opened again, such an entry need not be decoded from
 * its start. Bounded by count and by what the restart points take. Guarded by the cache's lock.
 */
final class KeptReaders {
    private static final int MOST = 16;
    private static final long LEAST_BYTES = 16L << 20;

    private final BlockCache cache;
    private final long mostBytes;
    private final Set<SharedEntry> entries = new LinkedHashSet<>();

    KeptReaders(BlockCache cache, long memoryBudget) {
        this.cache = cache;
        this.mostBytes = Math.max(LEAST_BYTES, memoryBudget / 8);
    }

    void add(SharedEntry entry) {
        entries.add(entry);
        long bytes = 0;
        for (SharedEntry each : entries) {
            bytes += each.source().restartPointBytes();
        }
        Iterator<SharedEntry> oldest = entries.iterator();
        while (oldest.hasNext() && (entries.size() > MOST || bytes > mostBytes)) {
            SharedEntry dropped = oldest.next();
            oldest.remove();
            bytes -= dropped.source().restartPointBytes();
            dropped.source().close();
            cache.forgetIfGone(dropped);
        }
    }

    void remove(SharedEntry entry) {
        entries.remove(entry);
    }
}
