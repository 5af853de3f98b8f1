package dev.zipfs.internal.assembly;

import dev.zipfs.DriveListener;
import dev.zipfs.cache.CachePolicies;
import dev.zipfs.cache.CachePolicy;
import dev.zipfs.internal.cache.BlockCache;
import dev.zipfs.internal.cache.CacheSettings;
import dev.zipfs.internal.metrics.DriveCounters;
import java.io.Closeable;
import java.nio.channels.ClosedChannelException;
import org.jspecify.annotations.Nullable;

/**
 * Makes the cache with the first file that is opened: loading it takes longer than looking a name up in most archives, and who
 * only looks names up never needs one. Thread-safe.
 */
final class CacheWhenNeeded implements Closeable {
    private final CacheSettings settings;
    private final @Nullable CachePolicy policy;
    private final DriveCounters counters;
    private final DriveListener listener;
    private volatile @Nullable BlockCache cache;
    private boolean closed;

    /** Without a policy the default one rules. */
    CacheWhenNeeded(
            CacheSettings settings, @Nullable CachePolicy policy, DriveCounters counters, DriveListener listener) {
        this.settings = settings;
        this.policy = policy;
        this.counters = counters;
        this.listener = listener;
    }

    /**
     * The cache, made now if there is none.
     *
     * @throws ClosedChannelException if it was closed before anyone needed it
     */
    BlockCache get() throws ClosedChannelException {
        BlockCache made = cache;
        return made == null ? make() : made;
    }

    private synchronized BlockCache make() throws ClosedChannelException {
        BlockCache made = cache;
        if (made == null) {
            if (closed) {
                throw new ClosedChannelException();
            }
            CachePolicy chosen = policy == null ? CachePolicies.tiered(settings.maxMemoryPerFile()) : policy;
            made = new BlockCache(settings, chosen, counters, listener);
            cache = made;
        }
        return made;
    }

    @Override
    public void close() {
        BlockCache made;
        synchronized (this) {
            closed = true;
            made = cache;
        }
        if (made != null) {
            made.close();
        }
    }
}
