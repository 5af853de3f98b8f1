package dev.zipfs.internal.cache;

import dev.zipfs.cache.BlockKey;
import dev.zipfs.cache.CachePolicy;
import dev.zipfs.cache.CachedEntry;
import dev.zipfs.cache.Placement;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Two of the kind: blocks of pinned entries are victims only where there are no others. */
public final class PinningPolicy implements CachePolicy {
    private final List<Glob> globs;
    private final Set<Integer> pinnedEntries = new HashSet<>();
    private final LruPolicy pinned = new LruPolicy(entry -> Placement.MEMORY);
    private final LruPolicy others = new LruPolicy(entry -> Placement.MEMORY);

    public PinningPolicy(List<Glob> globs) {
        this.globs = List.copyOf(globs);
    }

    @Override
    public Placement placement(CachedEntry entry) {
        if (globs.stream().anyMatch(glob -> glob.matches(entry.path()))) {
            pinnedEntries.add(entry.number());
        }
        return Placement.MEMORY;
    }

    @Override
    public void inserted(BlockKey block, int bytes, Placement tier) {
        of(block).inserted(block, bytes, tier);
    }

    @Override
    public void accessed(BlockKey block, Placement tier) {
        of(block).accessed(block, tier);
    }

    @Override
    public void removed(BlockKey block, Placement tier) {
        of(block).removed(block, tier);
    }

    @Override
    public @Nullable BlockKey victim(Placement tier) {
        BlockKey other = others.victim(tier);
        return other != null ? other : pinned.victim(tier);
    }

    private LruPolicy of(BlockKey block) {
        return pinnedEntries.contains(block.entry()) ? pinned : others;
    }
}
