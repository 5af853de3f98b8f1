package dev.zipfs.testkit.contract;

import dev.zipfs.cache.BlockKey;
import dev.zipfs.cache.CachePolicy;
import dev.zipfs.cache.CachedEntry;
import dev.zipfs.cache.Placement;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Knows what is in the tiers, tells a policy only what can happen, and remembers its first answer that cannot be used. */
final class CheckedHistory implements CachePolicy {
    private final CachePolicy policy;
    private final Map<Placement, Set<BlockKey>> held = new EnumMap<>(Placement.class);
    private final Set<Integer> known = new HashSet<>();

    @Nullable
    private AssertionError fault;

    CheckedHistory(CachePolicy policy) {
        this.policy = policy;
        held.put(Placement.MEMORY, new HashSet<>());
        held.put(Placement.DISK, new HashSet<>());
    }

    /** What was wrong is told by the thread of the test: under the cache's lock an error would only be logged. */
    void throwFirstFault() {
        if (fault != null) {
            throw fault;
        }
    }

    private void fault(String what, @Nullable Throwable cause) {
        if (fault == null) {
            fault = new AssertionError("the policy " + what, cause);
        }
    }

    private void tell(String method, Runnable call) {
        try {
            call.run();
        } catch (RuntimeException | Error failure) {
            fault("failed in " + method, failure);
        }
    }

    @Override
    public Placement placement(CachedEntry entry) {
        known.add(entry.number());
        try {
            Placement placement = policy.placement(entry);
            if (placement != null) {
                return placement;
            }
            fault("gave no placement for " + entry, null);
        } catch (RuntimeException | Error failure) {
            fault("failed in placement", failure);
        }
        return Placement.MEMORY;
    }

    private Set<BlockKey> held(Placement tier) {
        return Objects.requireNonNull(held.get(tier), "neither memory nor disk");
    }

    /** Opens the entry first where it was not opened yet, and asks whether the block is wanted. */
    void insert(CachedEntry entry, BlockKey block, int bytes, Placement tier) {
        if (!known.contains(entry.number())) {
            placement(entry);
        }
        if (!held(tier).contains(block) && admit(block, bytes)) {
            inserted(block, bytes, tier);
        }
    }

    void access(BlockKey block, Placement tier) {
        if (held(tier).contains(block)) {
            accessed(block, tier);
        }
    }

    void remove(BlockKey block, Placement tier) {
        if (held(tier).contains(block)) {
            removed(block, tier);
        }
    }

    void evict(Placement tier) {
        BlockKey victim = victim(tier);
        if (victim != null) {
            if (tier == Placement.MEMORY) {
                demote(victim);
            }
            removed(victim, tier);
        }
    }

    @Override
    public boolean admit(BlockKey block, int bytes) {
        boolean[] answer = {true};
        tell("admit", () -> answer[0] = policy.admit(block, bytes));
        return answer[0];
    }

    @Override
    public void inserted(BlockKey block, int bytes, Placement tier) {
        held(tier).add(block);
        tell("inserted", () -> policy.inserted(block, bytes, tier));
    }

    @Override
    public void accessed(BlockKey block, Placement tier) {
        tell("accessed", () -> policy.accessed(block, tier));
    }

    @Override
    public void removed(BlockKey block, Placement tier) {
        held(tier).remove(block);
        tell("removed", () -> policy.removed(block, tier));
    }

    @Override
    public @Nullable BlockKey victim(Placement tier) {
        try {
            BlockKey victim = policy.victim(tier);
            if (victim == null || held(tier).contains(victim)) {
                return victim;
            }
            fault("named " + victim + " as a victim, which is not in " + tier, null);
        } catch (RuntimeException | Error failure) {
            fault("failed in victim", failure);
        }
        return null;
    }

    @Override
    public boolean demote(BlockKey block) {
        boolean[] answer = {true};
        tell("demote", () -> answer[0] = policy.demote(block));
        return answer[0];
    }
}
