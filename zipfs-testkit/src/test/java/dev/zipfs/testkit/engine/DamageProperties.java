package dev.zipfs.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zipfs.Archive;
import dev.zipfs.Entry;
import dev.zipfs.EntryType;
import dev.zipfs.NameRules;
import dev.zipfs.PasswordProvider;
import dev.zipfs.ZipDrive;
import dev.zipfs.testkit.generate.ArchiveArbitraries;
import dev.zipfs.testkit.model.ArchiveModel;
import dev.zipfs.testkit.model.Damage;
import dev.zipfs.testkit.model.EntryModel;
import dev.zipfs.testkit.model.InMemoryArchive;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;

/** Of any bytes: what was put in, or an {@link IOException}; no other exception, no hang. */
class DamageProperties {
    private static final Duration LONGEST = Duration.ofSeconds(10);
    private static final String PASSWORD = "pw";
    private static final long LARGEST = 1 << 20;

    @Provide
    Arbitrary<ArchiveModel> sane() {
        return ArchiveArbitraries.sane(5000);
    }

    @Provide
    Arbitrary<ArchiveModel> wild() {
        return ArchiveArbitraries.wild(5000);
    }

    @Provide
    Arbitrary<ArchiveModel> encrypted() {
        return ArchiveArbitraries.encrypted(2000, PASSWORD);
    }

    @Property(tries = 400, seed = "2", shrinking = ShrinkingMode.BOUNDED)
    void damagedArchivesGiveRightBytesOrAnError(
            @ForAll("sane") ArchiveModel model, @ForAll long seed, @ForAll NameRules rules) {
        givesRightBytesOrAnError(model, seed, rules);
    }

    @Property(tries = 200, seed = "10", shrinking = ShrinkingMode.BOUNDED)
    void damagedEncryptedArchivesGiveRightBytesOrAnError(
            @ForAll("encrypted") ArchiveModel model, @ForAll long seed, @ForAll NameRules rules) {
        givesRightBytesOrAnError(model, seed, rules);
    }

    private static void givesRightBytesOrAnError(ArchiveModel model, long seed, NameRules rules) {
        Set<List<Byte>> known = model.entries().stream()
                .map(EntryModel::content)
                .map(content -> list(content.toBytes()))
                .collect(Collectors.toSet());
        known.add(List.of());
        withinTime(() -> {
            for (byte[] content : readAll(Damage.any(model.toBytes(), seed), rules)) {
                assertThat(known).as("contents of the archive").contains(list(content));
            }
        });
    }

    @Property(tries = 200, seed = "3", shrinking = ShrinkingMode.BOUNDED)
    void wildArchivesGiveBytesOrAnError(@ForAll("wild") ArchiveModel model, @ForAll NameRules rules) {
        withinTime(() -> readAll(model.toBytes(), rules));
    }

    private static void withinTime(Runnable law) {
        long start = System.nanoTime();
        law.run();
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(LONGEST);
    }

    /** Opens, walks and reads whatever can be read. */
    private static List<byte[]> readAll(byte[] bytes, NameRules rules) {
        List<byte[]> contents = new ArrayList<>();
        try (Archive archive = ZipDrive.builder(InMemoryArchive.of(bytes))
                .nameRules(rules)
                .password(PasswordProvider.of(PASSWORD.toCharArray()))
                .open()) {
            List<Entry> entries;
            try (Stream<Entry> walk = archive.walk()) {
                entries = walk.toList();
            }
            for (Entry entry : entries) {
                assertThat(archive.find(entry.path()))
                        .as("listed name %s", entry.path())
                        .isPresent();
                if (entry.type() == EntryType.FILE) {
                    readOne(entry, contents);
                }
            }
        } catch (IOException refused) {
            assertThat(refused.getMessage()).isNotBlank();
        }
        return contents;
    }

    private static void readOne(Entry entry, List<byte[]> contents) {
        try (InputStream in = entry.openStream()) {
            // What claims to be huge is read in part: a size that is a lie shows at the stream's end.
            byte[] content = in.readNBytes((int) Math.min(entry.size() + 1, LARGEST));
            if (entry.size() < LARGEST) {
                assertThat(content).as("content of %s", entry.path()).hasSize((int) entry.size());
                contents.add(content);
            }
        } catch (IOException failure) {
            assertThat(failure.getMessage()).isNotBlank();
        }
    }

    private static List<Byte> list(byte[] bytes) {
        List<Byte> list = new ArrayList<>(bytes.length);
        for (byte b : bytes) {
            list.add(b);
        }
        return list;
    }
}
