package dev.zipfs.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zipfs.Archive;
import dev.zipfs.DriveStatistics.Metric;
import dev.zipfs.MountOptions.EncryptedOnDisk;
import dev.zipfs.PasswordProvider;
import dev.zipfs.ZipDrive;
import dev.zipfs.cache.BlockKey;
import dev.zipfs.cache.CachePolicies;
import dev.zipfs.cache.CachePolicy;
import dev.zipfs.cache.CachedEntry;
import dev.zipfs.cache.Placement;
import dev.zipfs.testkit.generate.Read;
import dev.zipfs.testkit.generate.ReadConsistency;
import dev.zipfs.testkit.model.ArchiveModel;
import dev.zipfs.testkit.model.Content;
import dev.zipfs.testkit.model.Encryption;
import dev.zipfs.testkit.model.EntryModel;
import dev.zipfs.testkit.model.InMemoryArchive;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** No policy, budget or place changes content. */
@Timeout(120)
class CacheLawsTest {
    private static final long MIB = 1 << 20;
    private static final Content ONE = Content.noise(MIB + MIB / 2 + 17, 1);
    private static final Content TWO = Content.offsets(MIB + 5);
    private static final ArchiveModel MODEL = Opening.model(
            EntryModel.file("one", ONE).deflated(1),
            EntryModel.file("two", TWO).deflated(1),
            EntryModel.file("secret", ONE).deflated(1).encrypted(Encryption.zipCrypto("pw")));

    /** A block is one megabyte at most, whatever the cache chooses; so many readers may be one block over the budget. */
    private static final long ONE_BLOCK = MIB;

    @TempDir
    Path directory;

    static Stream<Arguments> policies() {
        return Stream.of(
                policy("tiered", () -> CachePolicies.tiered(MIB)),
                policy("lru", CachePolicies::lru),
                policy("pinning", () -> CachePolicies.pinning("one")),
                policy("disk only", CachePolicies::diskOnly),
                policy("none", CachePolicies::none),
                policy("throws", Throwing::new),
                policy("senseless", Senseless::new));
    }

    /** One instance serves one drive. */
    private static Arguments policy(String name, Supplier<CachePolicy> policy) {
        return Arguments.of(name, policy);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("policies")
    void contentIsTheSameUnderAnyPolicyAndBudget(String name, Supplier<CachePolicy> policy) throws Exception {
        for (long memory : new long[] {0, MIB / 2}) {
            for (long disk : new long[] {0, MIB}) {
                try (Archive archive = ZipDrive.builder(InMemoryArchive.of(MODEL))
                        .cachePolicy(policy.get())
                        .memoryBudget(memory)
                        .diskBudget(disk)
                        .cacheDirectory(directory)
                        .open()) {
                    readAll(archive, memory + disk);
                    assertThat(archive.statistics().get(Metric.PEAK_MEMORY_BYTES))
                            .as("peak with a budget of %s", memory)
                            .isLessThanOrEqualTo(memory + 2 * ONE_BLOCK);
                    assertThat(archive.statistics().get(Metric.DISK_BYTES)).isLessThanOrEqualTo(disk);
                }
            }
        }
        assertNothingIsLeft();
    }

    private static void readAll(Archive archive, long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        try (SeekableByteChannel one = archive.entry("one").openChannel();
                SeekableByteChannel two = archive.entry("two").openChannel()) {
            for (int i = 0; i < 3; i++) {
                ReadConsistency.check((at, dst) -> one.position(at).read(dst), ONE, reads(random, ONE));
                ReadConsistency.check((at, dst) -> two.position(at).read(dst), TWO, reads(random, TWO));
            }
        }
    }

    private static List<Read> reads(SplittableRandom random, Content content) {
        List<Read> reads = new ArrayList<>();
        long position = random.nextLong(content.size());
        for (int i = 0; i < 3; i++) {
            reads.add(new Read(position, random.nextInt(1, 200_000), random.nextBoolean()));
            position += 150_000;
        }
        return reads;
    }

    /** Where nothing can be written the memory budget alone serves. */
    @Test
    void placeThatCannotBeUsedCostsNothingButSpeed() throws Exception {
        Path file = Files.createFile(directory.resolve("file"));
        for (Path place : List.of(file, Path.of("/proc/none"), directory.resolve("missing/deep"))) {
            try (Archive archive = ZipDrive.builder(InMemoryArchive.of(MODEL))
                    .cachePolicy(CachePolicies.diskOnly())
                    .cacheDirectory(place)
                    .open()) {
                readAll(archive, 1);
            }
        }
    }

    @Test
    void plainBytesOfEncryptedEntriesReachTheDiskOnlyWhereAllowed() throws Exception {
        for (EncryptedOnDisk choice : EncryptedOnDisk.values()) {
            try (Archive archive = ZipDrive.builder(InMemoryArchive.of(MODEL))
                    .password(PasswordProvider.of("pw".toCharArray()))
                    .cachePolicy(CachePolicies.diskOnly())
                    .cacheDirectory(directory)
                    .encryptedOnDisk(choice)
                    .open()) {
                try (var in = archive.entry("secret").openStream()) {
                    assertThat(in.readAllBytes()).isEqualTo(ONE.toBytes());
                }
                boolean onDisk = archive.statistics().get(Metric.DISK_BYTES) > 0;
                assertThat(onDisk).isEqualTo(choice == EncryptedOnDisk.ALLOWED);
            }
        }
        assertNothingIsLeft();
    }

    private void assertNothingIsLeft() throws IOException {
        try (Stream<Path> left = Files.list(directory)) {
            assertThat(left).isEmpty();
        }
    }

    /** What a user's first try may do. */
    private static final class Throwing implements CachePolicy {
        @Override
        public Placement placement(CachedEntry entry) {
            throw new IllegalStateException("placement");
        }

        @Override
        public void inserted(BlockKey block, int bytes, Placement tier) {
            throw new IllegalStateException("inserted");
        }

        @Override
        public void accessed(BlockKey block, Placement tier) {
            throw new IllegalStateException("accessed");
        }

        @Override
        public void removed(BlockKey block, Placement tier) {
            throw new IllegalStateException("removed");
        }

        @Override
        public BlockKey victim(Placement tier) {
            throw new IllegalStateException("victim");
        }
    }

    /** Always names a block that is nowhere. */
    private static final class Senseless implements CachePolicy {
        @Override
        public Placement placement(CachedEntry entry) {
            return entry.path().equals("one") ? Placement.MEMORY : Placement.DISK;
        }

        @Override
        public void inserted(BlockKey block, int bytes, Placement tier) {}

        @Override
        public void accessed(BlockKey block, Placement tier) {}

        @Override
        public void removed(BlockKey block, Placement tier) {}

        @Override
        public BlockKey victim(Placement tier) {
            return BlockKey.of(77, 1_000_000);
        }
    }
}
