package dev.zipfs.internal.cache;

import dev.zipfs.cache.BlockKey;
import dev.zipfs.cache.CachePolicy;
import dev.zipfs.cache.CachedEntry;
import dev.zipfs.cache.Placement;
import dev.zipfs.internal.metrics.LateLogger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Stands between the cache and a policy that a user wrote: the first exception or wrong answer is logged, and from then on
 * another policy, told of all that is in the tiers, decides. What it passes on never throws.
 *
 * <p>The cache changes its own state before it reports a change, so what the other policy is told of includes the change
 * whose report failed.
 */
final class CheckedPolicy implements CachePolicy {
    private static final LateLogger LOG = new LateLogger(CheckedPolicy.class);

    /** What is in the tiers. */
    interface Contents {
        boolean holds(BlockKey block, Placement tier);

        /** Tells a policy of all entries and blocks, as if they were opened and inserted now. */
        void tell(CachePolicy policy);
    }

    private final Supplier<CachePolicy> substitute;
    private final Contents contents;
    private CachePolicy policy;
    private boolean replaced;

    CheckedPolicy(CachePolicy policy, Supplier<CachePolicy> substitute, Contents contents) {
        this.policy = policy;
        this.substitute = substitute;
        this.contents = contents;
    }

    @Override
    public Placement placement(CachedEntry entry) {
        try {
            Placement placement = policy.placement(entry);
            if (placement != null) {
                return placement;
            }
            replace("gave no placement", null);
        } catch (Throwable e) {
            replace("failed in placement", e);
        }
        return policy.placement(entry);
    }

    @Override
    public boolean admit(BlockKey block, int bytes) {
        try {
            return policy.admit(block, bytes);
        } catch (Throwable e) {
            replace("failed in admit", e);
            return policy.admit(block, bytes);
        }
    }

    @Override
    public void inserted(BlockKey block, int bytes, Placement tier) {
        try {
            policy.inserted(block, bytes, tier);
        } catch (Throwable e) {
            replace("failed in inserted", e);
        }
    }

    @Override
    public void accessed(BlockKey block, Placement tier) {
        try {
            policy.accessed(block, tier);
        } catch (Throwable e) {
            replace("failed in accessed", e);
        }
    }

    @Override
    public void removed(BlockKey block, Placement tier) {
        try {
            policy.removed(block, tier);
        } catch (Throwable e) {
            replace("failed in removed", e);
        }
    }

    @Override
    public @Nullable BlockKey victim(Placement tier) {
        try {
            BlockKey victim = policy.victim(tier);
            if (victim == null || contents.holds(victim, tier)) {
                return victim;
            }
            replace("named a victim that is not in its tier", null);
        } catch (Throwable e) {
            replace("failed in victim", e);
        }
        BlockKey victim = policy.victim(tier);
        return victim != null && contents.holds(victim, tier) ? victim : null;
    }

    @Override
    public boolean demote(BlockKey block) {
        try {
            return policy.demote(block);
        } catch (Throwable e) {
            replace("failed in demote", e);
            return policy.demote(block);
        }
    }

    private void replace(String why, @Nullable Throwable cause) {
        if (!replaced) {
            replaced = true;
            LOG.get()
                    .warn(
                            "The cache policy {} {}; the default takes over",
                            policy.getClass().getName(),
                            why,
                            cause);
        }
        policy = substitute.get();
        contents.tell(policy);
    }
}
