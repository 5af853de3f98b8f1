package dev.zipfs.examples.benchmarks;

import dev.zipfs.cache.BlockKey;
import dev.zipfs.cache.CachePolicies;
import dev.zipfs.cache.CachePolicy;
import dev.zipfs.cache.CachedEntry;
import dev.zipfs.cache.Placement;
import dev.zipfs.spi.AccessCost;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Plays traces against each shipped policy, with room for {@value #ROOM} blocks in the tier that the policy chooses, and prints
 * the hit ratio as a share of the clairvoyant one: that evicts what is needed last.
 */
public final class PolicyReplay {
    /** 64 MiB. */
    static final int ROOM = 512;

    private PolicyReplay() {}

    /** Runs it. */
    public static void main(String[] args) {
        Map<String, List<BlockKey>> traces = new LinkedHashMap<>();
        traces.put("loop", Traces.loop(ROOM * 5 / 4, 8));
        traces.put("zipf", Traces.zipf(ROOM * 8, 200_000, 0.9));
        traces.put("launcher", Traces.launcher(20));
        traces.put("scan+zipf", Traces.zipfWithScans(ROOM * 4, 100_000, 0.9));
        Map<String, Supplier<CachePolicy>> policies = new LinkedHashMap<>();
        policies.put("tiered", () -> CachePolicies.tiered(Long.MAX_VALUE));
        policies.put("lru", CachePolicies::lru);
        policies.put("pinning(e0)", () -> CachePolicies.pinning("e0"));
        policies.put("diskOnly", CachePolicies::diskOnly);
        policies.put("none", CachePolicies::none);
        System.out.printf("%-10s %8s %7s %9s", "trace", "accesses", "blocks", "optimum");
        policies.keySet().forEach(name -> System.out.printf(" %12s", name));
        System.out.println();
        traces.forEach((name, trace) -> {
            double optimum = Clairvoyant.hits(trace, ROOM) / (double) trace.size();
            System.out.printf(
                    Locale.ROOT,
                    "%-10s %8d %7d %8.1f%%",
                    name,
                    trace.size(),
                    new HashSet<>(trace).size(),
                    100 * optimum);
            policies.values().forEach(policy -> {
                double hits = hits(trace, policy.get()) / (double) trace.size();
                System.out.printf(Locale.ROOT, " %11.1f%%", 100 * hits / optimum);
            });
            System.out.println();
        });
    }

    /** What the cache does with a policy, without the bytes. */
    private static long hits(List<BlockKey> trace, CachePolicy policy) {
        Set<BlockKey> kept = new HashSet<>();
        Map<Integer, Placement> placements = new LinkedHashMap<>();
        long hits = 0;
        for (BlockKey key : trace) {
            Placement tier = placements.computeIfAbsent(
                    key.entry(),
                    entry -> policy.placement(
                            CachedEntry.of(entry, "e" + entry, 1L << 30, AccessCost.RESTARTABLE, false)));
            if (kept.contains(key)) {
                hits++;
                policy.accessed(key, tier);
            } else if (tier != Placement.NOWHERE && policy.admit(key, 1 << 17)) {
                insert(key, tier, policy, kept);
            }
        }
        return hits;
    }

    private static void insert(BlockKey key, Placement tier, CachePolicy policy, Set<BlockKey> kept) {
        while (kept.size() >= ROOM) {
            BlockKey victim = policy.victim(tier);
            if (victim == null) {
                return;
            }
            kept.remove(victim);
            policy.removed(victim, tier);
        }
        kept.add(key);
        policy.inserted(key, 1 << 17, tier);
    }
}
