package dev.zipfs.internal.cache;

import dev.zipfs.cache.BlockKey;
import dev.zipfs.cache.CachePolicy;
import dev.zipfs.cache.CachedEntry;
import dev.zipfs.cache.Placement;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** In each tier the block that was not read for the longest time goes first. */
public final class LruPolicy implements CachePolicy {
    private final Function<CachedEntry, Placement> placement;
    private final Map<BlockKey, Boolean> memory = new LinkedHashMap<>(16, 0.75f, true);
    private final Map<BlockKey, Boolean> disk = new LinkedHashMap<>(16, 0.75f, true);

    public LruPolicy(Function<CachedEntry, Placement> placement) {
        this.placement = placement;
    }

    @Override
    public Placement placement(CachedEntry entry) {
        return placement.apply(entry);
    }

    @Override
    public void inserted(BlockKey block, int bytes, Placement tier) {
        blocks(tier).put(block, true);
    }

    @Override
    public void accessed(BlockKey block, Placement tier) {
        // In a map ordered by access looking is enough.
        blocks(tier).get(block);
    }

    @Override
    public void removed(BlockKey block, Placement tier) {
        blocks(tier).remove(block);
    }

    @Override
    public @Nullable BlockKey victim(Placement tier) {
        Map<BlockKey, Boolean> blocks = blocks(tier);
        return blocks.isEmpty() ? null : blocks.keySet().iterator().next();
    }

    private Map<BlockKey, Boolean> blocks(Placement tier) {
        return tier == Placement.MEMORY ? memory : disk;
    }
}
