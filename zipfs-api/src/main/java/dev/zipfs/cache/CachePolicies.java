package dev.zipfs.cache;

import dev.zipfs.internal.cache.Glob;
import dev.zipfs.internal.cache.LruPolicy;
import dev.zipfs.internal.cache.PinningPolicy;
import dev.zipfs.internal.cache.TieredPolicy;
import java.util.ArrayList;
import java.util.List;

/**
 * The cache policies that come with the library. Each call makes a new one, for one drive.
 *
 * @since 0.1.0
 */
public final class CachePolicies {
    private CachePolicies() {}

    /**
     * The default: entries up to a size live in memory, larger ones on disk. A block that was read once goes before one
     * that was read more often, so reading a huge file from end to end does not cost the small ones that are in use.
     *
     * @param maxMemoryPerFile the size in bytes, 0 or more, up to which an entry lives in memory
     * @return the policy
     * @throws IllegalArgumentException if the size is negative
     */
    public static CachePolicy tiered(long maxMemoryPerFile) {
        if (maxMemoryPerFile < 0) {
            throw new IllegalArgumentException("maxMemoryPerFile " + maxMemoryPerFile + " must be 0 or more");
        }
        return new TieredPolicy(maxMemoryPerFile);
    }

    /**
     * All entries live in memory, what no longer fits goes to disk. The block that was not read for the longest time goes
     * first.
     *
     * @return the policy
     */
    public static CachePolicy lru() {
        return new LruPolicy(entry -> Placement.MEMORY);
    }

    /**
     * Like {@link #lru()}, but blocks of pinned entries go only where there are no others.
     *
     * @param globs which entries are pinned: patterns over their paths, in which {@code *} and {@code ?} stay within one
     *     component, {@code **} crosses components, {@code [a-z]} stands for one character and <code>{a,b}</code> for either
     *     text. A pattern without a slash is about the last component. Case is ignored
     * @return the policy
     * @throws IllegalArgumentException if a pattern is not well formed
     */
    public static CachePolicy pinning(String... globs) {
        List<Glob> compiled = new ArrayList<>();
        for (String glob : globs) {
            compiled.add(new Glob(glob));
        }
        return new PinningPolicy(compiled);
    }

    /**
     * All entries live on disk, except where the disk cannot be used.
     *
     * @return the policy
     */
    public static CachePolicy diskOnly() {
        return new LruPolicy(entry -> Placement.DISK);
    }

    /**
     * Nothing is kept but the block that each open file was read from last.
     *
     * @return the policy
     */
    public static CachePolicy none() {
        return new LruPolicy(entry -> Placement.NOWHERE);
    }
}
