package dev.zipfs.internal.cache;

import static dev.zipfs.internal.cache.CacheFixture.read;
import static org.assertj.core.api.Assertions.assertThat;

import dev.zipfs.DriveStatistics.Metric;
import dev.zipfs.cache.BlockKey;
import dev.zipfs.cache.CachePolicy;
import dev.zipfs.cache.CachedEntry;
import dev.zipfs.cache.Placement;
import dev.zipfs.spi.OpenFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(60)
class CheckedPolicyTest {
    private static final int BLOCK = CacheFixture.BLOCK;

    @TempDir
    Path directory;

    /** Misbehaves in one method, from its n-th call on; elsewhere it is an LRU. */
    private static final class Hostile implements CachePolicy {
        private final CachePolicy good = new LruPolicy(entry -> Placement.MEMORY);
        private final String where;
        private int left;

        Hostile(String where, int left) {
            this.where = where;
            this.left = left;
        }

        private boolean now(String method) {
            return method.equals(where) && left-- <= 0;
        }

        private void maybeThrow(String method) {
            if (now(method)) {
                throw new IllegalStateException("hostile");
            }
        }

        @Override
        @SuppressWarnings("NullAway")
        public Placement placement(CachedEntry entry) {
            maybeThrow("placement");
            return now("null placement") ? null : good.placement(entry);
        }

        @Override
        public boolean admit(BlockKey block, int bytes) {
            maybeThrow("admit");
            return good.admit(block, bytes);
        }

        @Override
        public void inserted(BlockKey block, int bytes, Placement tier) {
            maybeThrow("inserted");
            good.inserted(block, bytes, tier);
        }

        @Override
        public void accessed(BlockKey block, Placement tier) {
            maybeThrow("accessed");
            good.accessed(block, tier);
        }

        @Override
        public void removed(BlockKey block, Placement tier) {
            if (now("stack overflow")) {
                removed(block, tier);
                throw new StackOverflowError();
            }
            maybeThrow("removed");
            if (!now("forgetful")) {
                good.removed(block, tier);
            }
        }

        @Override
        public @Nullable BlockKey victim(Placement tier) {
            maybeThrow("victim");
            if (now("unknown victim")) {
                return BlockKey.of(77, 88);
            }
            if (now("no victim")) {
                return null;
            }
            return good.victim(now("victim of the other tier") && tier == Placement.MEMORY ? Placement.DISK : tier);
        }

        @Override
        public boolean demote(BlockKey block) {
            maybeThrow("demote");
            return good.demote(block);
        }

        @Override
        public String toString() {
            return where;
        }
    }

    static Stream<String> misdeeds() {
        return Stream.of(
                "placement",
                "null placement",
                "admit",
                "inserted",
                "accessed",
                "removed",
                "stack overflow",
                "forgetful",
                "victim",
                "unknown victim",
                "no victim",
                "victim of the other tier",
                "demote");
    }

    @ParameterizedTest
    @MethodSource("misdeeds")
    void hostilePolicyChangesNoByteAndNoBudget(String misdeed) throws IOException {
        for (int calls : new int[] {0, 7}) {
            CacheFixture fixture = new CacheFixture(directory);
            fixture.memory = 8 * BLOCK;
            fixture.disk = 16 * BLOCK;
            fixture.policy = new Hostile(misdeed, calls);
            Random random = new Random(calls);
            try (BlockCache cache = fixture.make()) {
                FakeReader.Entry[] entries = {
                    FakeReader.Entry.restartable(30 * BLOCK, 4 * BLOCK), FakeReader.Entry.restartable(5 * BLOCK, BLOCK)
                };
                for (int i = 0; i < 80; i++) {
                    int which = random.nextInt(2);
                    FakeReader.Entry entry = entries[which];
                    try (OpenFile file = cache.open(which, "e" + which, false, entry)) {
                        int at = random.nextInt((int) entry.size - 100);
                        assertThat(read(file, at, 100)).isEqualTo(entry.bytes(at, 100));
                    }
                }
                assertThat(fixture.count(Metric.PEAK_MEMORY_BYTES)).isLessThanOrEqualTo((8 + 2) * BLOCK);
                assertThat(fixture.count(Metric.DISK_BYTES)).isLessThanOrEqualTo(16 * BLOCK);
                if (!misdeed.equals("no victim")) {
                    assertThat(fixture.count(Metric.MEMORY_HITS))
                            .as("something is kept")
                            .isPositive();
                }
            }
            assertThat(fixture.count(Metric.MEMORY_BYTES)).isZero();
        }
    }

    @Test
    void substituteIsToldOfAllThatIsThere() {
        CachePolicy substitute = new LruPolicy(entry -> Placement.MEMORY);
        CheckedPolicy checked =
                new CheckedPolicy(new Hostile("victim", 0), () -> substitute, new CheckedPolicy.Contents() {
                    @Override
                    public boolean holds(BlockKey block, Placement tier) {
                        return true;
                    }

                    @Override
                    public void tell(CachePolicy policy) {
                        policy.inserted(BlockKey.of(1, 2), 10, Placement.MEMORY);
                        policy.inserted(BlockKey.of(1, 3), 10, Placement.DISK);
                    }
                });
        assertThat(checked.victim(Placement.MEMORY)).isEqualTo(BlockKey.of(1, 2));
        assertThat(checked.victim(Placement.DISK)).isEqualTo(BlockKey.of(1, 3));
    }
}
