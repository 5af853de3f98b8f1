package dev.zipfs.internal.cache;

import dev.zipfs.cache.BlockKey;
import dev.zipfs.cache.CachePolicy;
import dev.zipfs.cache.CachedEntry;
import dev.zipfs.cache.Placement;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The default: large entries live on disk, the rest in memory. Each tier is a segmented LRU: a block comes in on probation
 * and is protected from its second read on, so that one pass over much data, however long, costs only blocks that were read
 * once. Protected blocks take at most three quarters of what is in the tier; the longest unread fall back to probation.
 */
public final class TieredPolicy implements CachePolicy {
    private final long maxMemoryPerFile;
    private final Segments memory = new Segments();
    private final Segments disk = new Segments();

    public TieredPolicy(long maxMemoryPerFile) {
        this.maxMemoryPerFile = maxMemoryPerFile;
    }

    @Override
    public Placement placement(CachedEntry entry) {
        return entry.size() > maxMemoryPerFile ? Placement.DISK : Placement.MEMORY;
    }

    @Override
    public void inserted(BlockKey block, int bytes, Placement tier) {
        segments(tier).insert(block, bytes);
    }

    @Override
    public void accessed(BlockKey block, Placement tier) {
        segments(tier).access(block);
    }

    @Override
    public void removed(BlockKey block, Placement tier) {
        segments(tier).remove(block);
    }

    @Override
    public @Nullable BlockKey victim(Placement tier) {
        return segments(tier).victim();
    }

    private Segments segments(Placement tier) {
        return tier == Placement.MEMORY ? memory : disk;
    }

    private static final class Segments {
        private final Map<BlockKey, Integer> probation = new LinkedHashMap<>();
        private final Map<BlockKey, Integer> protectedBlocks = new LinkedHashMap<>(16, 0.75f, true);
        private long bytes;
        private long protectedBytes;

        void insert(BlockKey block, int size) {
            probation.put(block, size);
            bytes += size;
        }

        void access(BlockKey block) {
            if (protectedBlocks.get(block) != null) {
                return;
            }
            Integer size = probation.remove(block);
            if (size == null) {
                return;
            }
            protectedBlocks.put(block, size);
            protectedBytes += size;
        }

        void remove(BlockKey block) {
            Integer size = probation.remove(block);
            if (size == null) {
                size = protectedBlocks.remove(block);
                if (size == null) {
                    return;
                }
                protectedBytes -= size;
            }
            bytes -= size;
        }

        @Nullable
        BlockKey victim() {
            // Only now the tier is full, so that the share means something.
            Iterator<Map.Entry<BlockKey, Integer>> longestUnread =
                    protectedBlocks.entrySet().iterator();
            while (protectedBytes > bytes / 4 * 3) {
                Map.Entry<BlockKey, Integer> unread = longestUnread.next();
                longestUnread.remove();
                protectedBytes -= unread.getValue();
                probation.put(unread.getKey(), unread.getValue());
            }
            Map<BlockKey, Integer> from = probation.isEmpty() ? protectedBlocks : probation;
            return from.isEmpty() ? null : from.keySet().iterator().next();
        }
    }
}
