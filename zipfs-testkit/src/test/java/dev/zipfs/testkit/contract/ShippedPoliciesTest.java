package dev.zipfs.testkit.contract;

import dev.zipfs.cache.CachePolicies;
import dev.zipfs.cache.CachePolicy;
import org.junit.jupiter.api.Nested;

/** The policies that come with the library. */
class ShippedPoliciesTest {
    @Nested
    class Tiered extends CachePolicyContract {
        @Override
        protected CachePolicy policy() {
            return CachePolicies.tiered(1 << 20);
        }
    }

    @Nested
    class Lru extends CachePolicyContract {
        @Override
        protected CachePolicy policy() {
            return CachePolicies.lru();
        }
    }

    @Nested
    class Pinning extends CachePolicyContract {
        @Override
        protected CachePolicy policy() {
            return CachePolicies.pinning("*.exe", "data/**");
        }
    }

    @Nested
    class DiskOnly extends CachePolicyContract {
        @Override
        protected CachePolicy policy() {
            return CachePolicies.diskOnly();
        }
    }

    @Nested
    class None extends CachePolicyContract {
        @Override
        protected CachePolicy policy() {
            return CachePolicies.none();
        }
    }
}
