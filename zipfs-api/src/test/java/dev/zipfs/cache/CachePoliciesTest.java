package dev.zipfs.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zipfs.spi.AccessCost;
import org.junit.jupiter.api.Test;

class CachePoliciesTest {
    private static CachedEntry entry(int number, String path, long size) {
        return CachedEntry.of(number, path, size, AccessCost.RESTARTABLE, false);
    }

    private static BlockKey insert(CachePolicy policy, int entry, int block) {
        BlockKey key = BlockKey.of(entry, block);
        policy.inserted(key, 100, Placement.MEMORY);
        return key;
    }

    private static BlockKey evict(CachePolicy policy) {
        BlockKey victim = policy.victim(Placement.MEMORY);
        assertThat(victim).isNotNull();
        policy.removed(victim, Placement.MEMORY);
        return victim;
    }

    @Test
    void lruDropsWhatWasNotReadForLongest() {
        CachePolicy policy = CachePolicies.lru();
        BlockKey a = insert(policy, 0, 0);
        BlockKey b = insert(policy, 0, 1);
        BlockKey c = insert(policy, 0, 2);
        policy.accessed(a, Placement.MEMORY);
        assertThat(evict(policy)).isEqualTo(b);
        assertThat(evict(policy)).isEqualTo(c);
        assertThat(evict(policy)).isEqualTo(a);
        assertThat(policy.victim(Placement.MEMORY)).isNull();
    }

    @Test
    void tiersAreApart() {
        for (CachePolicy policy :
                new CachePolicy[] {CachePolicies.lru(), CachePolicies.tiered(1), CachePolicies.pinning("x")}) {
            BlockKey a = insert(policy, 0, 0);
            policy.inserted(a, 100, Placement.DISK);
            BlockKey b = BlockKey.of(0, 1);
            policy.inserted(b, 100, Placement.DISK);
            policy.removed(a, Placement.MEMORY);
            assertThat(policy.victim(Placement.MEMORY)).isNull();
            assertThat(policy.victim(Placement.DISK)).isEqualTo(a);
            policy.accessed(a, Placement.DISK);
            policy.removed(a, Placement.DISK);
            assertThat(policy.victim(Placement.DISK)).isEqualTo(b);
        }
    }

    @Test
    void tieredPutsLargeEntriesOnDisk() {
        CachePolicy policy = CachePolicies.tiered(1000);
        assertThat(policy.placement(entry(0, "small", 1000))).isEqualTo(Placement.MEMORY);
        assertThat(policy.placement(entry(1, "large", 1001))).isEqualTo(Placement.DISK);
        assertThatThrownBy(() -> CachePolicies.tiered(-1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("-1");
    }

    @Test
    void onePassOverMuchDataDoesNotCostTieredWhatWasReadTwice() {
        CachePolicy policy = CachePolicies.tiered(Long.MAX_VALUE);
        for (int block = 0; block < 10; block++) {
            policy.accessed(insert(policy, 0, block), Placement.MEMORY);
        }
        for (int block = 0; block < 10; block++) {
            insert(policy, 1, block);
        }
        for (int block = 10; block < 1000; block++) {
            assertThat(evict(policy).entry())
                    .as("victim for block %s of the pass", block)
                    .isEqualTo(1);
            insert(policy, 1, block);
        }
    }

    @Test
    void tieredGivesUpWhatWasReadTwiceButNotSince() {
        CachePolicy policy = CachePolicies.tiered(Long.MAX_VALUE);
        for (int block = 0; block < 10; block++) {
            policy.accessed(insert(policy, 0, block), Placement.MEMORY);
        }
        int old = 0;
        for (int block = 0; block < 20; block++) {
            old += evict(policy).entry() == 0 ? 1 : 0;
            policy.accessed(insert(policy, 1, block), Placement.MEMORY);
        }
        assertThat(old).isEqualTo(10);
    }

    @Test
    void tieredWithNothingOnProbationStillHasAVictim() {
        CachePolicy policy = CachePolicies.tiered(Long.MAX_VALUE);
        BlockKey only = insert(policy, 0, 0);
        policy.accessed(only, Placement.MEMORY);
        assertThat(evict(policy)).isEqualTo(only);
        assertThat(policy.victim(Placement.MEMORY)).isNull();
    }

    @Test
    void pinnedBlocksGoLast() {
        CachePolicy policy = CachePolicies.pinning("*.exe", "data/**");
        assertThat(policy.placement(entry(0, "bin/Game.EXE", 1))).isEqualTo(Placement.MEMORY);
        assertThat(policy.placement(entry(1, "movie.bin", Long.MAX_VALUE))).isEqualTo(Placement.MEMORY);
        policy.placement(entry(2, "data/a/b", 1));
        BlockKey exe = insert(policy, 0, 0);
        BlockKey data = insert(policy, 2, 0);
        BlockKey movie = insert(policy, 1, 0);
        assertThat(evict(policy)).isEqualTo(movie);
        assertThat(evict(policy)).isEqualTo(exe);
        assertThat(evict(policy)).isEqualTo(data);
    }

    @Test
    void placementsOfTheSimpleOnes() {
        assertThat(CachePolicies.lru().placement(entry(0, "a", 1L << 50))).isEqualTo(Placement.MEMORY);
        assertThat(CachePolicies.diskOnly().placement(entry(0, "a", 1))).isEqualTo(Placement.DISK);
        assertThat(CachePolicies.none().placement(entry(0, "a", 1))).isEqualTo(Placement.NOWHERE);
    }
}
