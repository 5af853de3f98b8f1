package dev.zipfs.examples.policy;

// snippet: policy
import dev.zipfs.cache.BlockKey;
import dev.zipfs.cache.CachePolicy;
import dev.zipfs.cache.CachedEntry;
import dev.zipfs.cache.Placement;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Programs stay in memory as long as anything else can go; of the rest goes what was not read for longest. */
final class LauncherPolicy implements CachePolicy {
    private final Set<Integer> programs = new HashSet<>();

    // In each set the block that was not read for longest comes first.
    private final Set<BlockKey> programBlocks = new LinkedHashSet<>();
    private final Set<BlockKey> otherBlocks = new LinkedHashSet<>();
    private final Set<BlockKey> blocksOnDisk = new LinkedHashSet<>();

    @Override
    public Placement placement(CachedEntry entry) {
        if (entry.path().matches("(?i).*\\.(exe|dll)")) {
            programs.add(entry.number());
        }
        return Placement.MEMORY;
    }

    @Override
    public void inserted(BlockKey block, int bytes, Placement tier) {
        blocks(block, tier).add(block);
    }

    @Override
    public void accessed(BlockKey block, Placement tier) {
        blocks(block, tier).remove(block);
        blocks(block, tier).add(block);
    }

    @Override
    public void removed(BlockKey block, Placement tier) {
        blocks(block, tier).remove(block);
    }

    @Override
    public @Nullable BlockKey victim(Placement tier) {
        Stream<Set<BlockKey>> inTurn =
                tier == Placement.MEMORY ? Stream.of(otherBlocks, programBlocks) : Stream.of(blocksOnDisk);
        return inTurn.flatMap(Set::stream).findFirst().orElse(null);
    }

    private Set<BlockKey> blocks(BlockKey block, Placement tier) {
        if (tier == Placement.DISK) {
            return blocksOnDisk;
        }
        return programs.contains(block.entry()) ? programBlocks : otherBlocks;
    }
}
// end
