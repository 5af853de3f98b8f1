package dev.zipfs.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zipfs.Archive;
import dev.zipfs.ZipDrive;
import dev.zipfs.cache.BlockKey;
import dev.zipfs.cache.CachePolicy;
import dev.zipfs.cache.CachedEntry;
import dev.zipfs.cache.Placement;
import dev.zipfs.spi.AccessCost;
import dev.zipfs.testkit.model.ArchiveModel;
import dev.zipfs.testkit.model.Content;
import dev.zipfs.testkit.model.EntryModel;
import dev.zipfs.testkit.model.InMemoryArchive;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What every {@link CachePolicy} holds: it answers whatever the cache tells it, names only victims that are there, keeps the
 * tiers apart, forgets what has left, and keeps nothing to itself that another drive could see. A test of one's own extends this
 * class and says which policy is meant.
 *
 * <p>A policy that breaks a law never gives wrong bytes; the library logs it and goes on with the default. So these tests tell
 * what would otherwise only be a line in a log, and a slower drive.
 *
 * @since 0.1.0
 */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
public abstract class CachePolicyContract {
    private static final List<Placement> TIERS = List.of(Placement.MEMORY, Placement.DISK);
    private static final int BLOCK = 1 << 16;
    private static final Content ONE = Content.noise(1_500_017, 1);
    private static final Content TWO = Content.offsets(1_000_005);
    private static final ArchiveModel MODEL = ArchiveModel.of(
            EntryModel.file("bin/game.exe", ONE).deflated(1).build(),
            EntryModel.file("data/film.bin", TWO).deflated(1).build(),
            EntryModel.file("readme.txt", "read me\n").deflated(1).build());

    /** A place for the drive's disk tier. */
    @TempDir
    Path directory;

    /** For who tests a policy. */
    protected CachePolicyContract() {}

    /**
     * Makes the policy that is tested.
     *
     * @return a new one, for one drive
     */
    protected abstract CachePolicy policy();

    private static List<CachedEntry> entries() {
        List<CachedEntry> entries = new ArrayList<>();
        long[] sizes = {0, 1, BLOCK, 40L << 20, 600L << 20, 1L << 40, Long.MAX_VALUE};
        String[] paths = {"readme", "bin/game.exe", "a/b/c/film.mkv", "\u6f22\u5b57 \u00fc.txt", "data/.hidden"};
        for (long size : sizes) {
            for (AccessCost cost : AccessCost.values()) {
                int number = entries.size();
                entries.add(CachedEntry.of(number, paths[number % paths.length], size, cost, number % 2 == 0));
            }
        }
        return entries;
    }

    /** A policy that knows all entries, as after they were opened. */
    private CachePolicy opened() {
        CachePolicy policy = policy();
        entries().forEach(policy::placement);
        return policy;
    }

    private static BlockKey block(int number) {
        return BlockKey.of(number % 7, number / 7);
    }

    private static void fill(CachePolicy policy, Placement tier, int count) {
        for (int i = 0; i < count; i++) {
            policy.inserted(block(i), BLOCK, tier);
        }
    }

    @Test
    void everyEntryHasAPlace() {
        CachePolicy policy = policy();
        for (CachedEntry entry : entries()) {
            assertThat(policy.placement(entry)).as("placement of %s", entry).isNotNull();
        }
    }

    /** An entry of which nothing is held is asked about again when it is opened again. */
    @Test
    void anEntryKeepsItsPlaceWhenItIsOpenedAgain() {
        CachePolicy policy = policy();
        for (CachedEntry entry : entries()) {
            Placement first = policy.placement(entry);
            assertThat(policy.placement(entry)).as("placement of %s", entry).isEqualTo(first);
        }
    }

    @Test
    void anEmptyTierHasNoVictim() {
        CachePolicy policy = opened();
        for (Placement tier : TIERS) {
            assertThat(policy.victim(tier)).as("victim of an empty %s", tier).isNull();
        }
        fill(policy, Placement.MEMORY, 3);
        assertThat(policy.victim(Placement.DISK))
                .as("victim of the disk while only memory holds blocks")
                .isNull();
        CachePolicy other = opened();
        fill(other, Placement.DISK, 3);
        assertThat(other.victim(Placement.MEMORY))
                .as("victim of memory while only the disk holds blocks")
                .isNull();
    }

    @Test
    void whatHasLeftIsNoVictim() {
        for (Placement tier : TIERS) {
            CachePolicy policy = opened();
            fill(policy, tier, 20);
            for (int i = 0; i < 20; i += 2) {
                policy.removed(block(i), tier);
            }
            List<BlockKey> gone = new ArrayList<>();
            for (BlockKey victim; (victim = policy.victim(tier)) != null; ) {
                assertThat(victim.block() * 7 + victim.entry())
                        .as("%s, a victim in %s, after every even block has left", victim, tier)
                        .matches(number -> number % 2 == 1);
                assertThat(gone).as("victims in %s", tier).doesNotContain(victim);
                gone.add(victim);
                policy.removed(victim, tier);
            }
        }
    }

    /** A block that came back from disk is in both tiers until one of them needs the room. */
    @Test
    void aBlockInBothTiersLeavesOneOfThem() {
        CachePolicy policy = opened();
        BlockKey block = block(1);
        policy.inserted(block, BLOCK, Placement.DISK);
        policy.accessed(block, Placement.DISK);
        policy.inserted(block, BLOCK, Placement.MEMORY);
        policy.removed(block, Placement.MEMORY);

        assertThat(policy.victim(Placement.MEMORY)).isNull();
        assertThat(policy.victim(Placement.DISK)).isIn(block, null);
        policy.accessed(block, Placement.DISK);
        policy.removed(block, Placement.DISK);
        assertThat(policy.victim(Placement.DISK)).isNull();
    }

    /** Whatever is told in an order that the cache can tell it in. */
    @Test
    void anyHistoryIsAnswered() {
        for (int seed = 0; seed < 20; seed++) {
            CheckedHistory history = new CheckedHistory(policy());
            SplittableRandom random = new SplittableRandom(seed);
            List<CachedEntry> entries = entries();
            for (int step = 0; step < 2000; step++) {
                Placement tier = TIERS.get(random.nextInt(2));
                int number = random.nextInt(entries.size() * 10);
                BlockKey block = BlockKey.of(number % entries.size(), number / entries.size());
                switch (random.nextInt(6)) {
                    case 0 -> history.placement(entries.get(block.entry()));
                    case 1, 2 -> history.insert(entries.get(block.entry()), block, 1 + random.nextInt(BLOCK), tier);
                    case 3 -> history.access(block, tier);
                    case 4 -> history.remove(block, tier);
                    default -> history.evict(tier);
                }
            }
            history.throwFirstFault();
        }
    }

    @Test
    void policiesOfTwoDrivesKnowNothingOfEachOther() {
        CachePolicy one = opened();
        CachePolicy two = opened();
        for (Placement tier : TIERS) {
            fill(one, tier, 5);
            assertThat(two.victim(tier))
                    .as("victim of another drive's %s", tier)
                    .isNull();
        }
    }

    /** Under budgets too small for the archive, so that every decision is asked for. */
    @Test
    void aDriveTakesEveryAnswerAndReadsTheSame() throws IOException {
        for (long memory : new long[] {0, 300_000, 1 << 20}) {
            for (long disk : new long[] {0, 1 << 20}) {
                CheckedHistory history = new CheckedHistory(policy());
                try (Archive archive = ZipDrive.builder(InMemoryArchive.of(MODEL))
                        .cachePolicy(history)
                        .memoryBudget(memory)
                        .diskBudget(disk)
                        .cacheDirectory(directory)
                        .open()) {
                    for (int round = 0; round < 3; round++) {
                        readAtRandom(archive, "bin/game.exe", ONE, round);
                        readAtRandom(archive, "data/film.bin", TWO, round);
                    }
                }
                history.throwFirstFault();
            }
        }
    }

    private static void readAtRandom(Archive archive, String path, Content content, int seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        try (SeekableByteChannel channel = archive.entry(path).openChannel()) {
            for (int i = 0; i < 5; i++) {
                int length = random.nextInt(1, 150_000);
                long position = random.nextLong(content.size() - length);
                ByteBuffer bytes = ByteBuffer.allocate(length);
                channel.position(position);
                while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
                    continue;
                }
                assertThat(bytes.array())
                        .as("%s bytes of %s at %s", length, path, position)
                        .isEqualTo(content.slice(position, length));
            }
        }
    }
}
