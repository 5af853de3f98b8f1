package dev.zipfs.testkit.engine;

import static dev.zipfs.testkit.assertion.DriveAssertions.assertThatArchive;
import static org.assertj.core.api.Assertions.assertThat;

import dev.zipfs.Archive;
import dev.zipfs.ArchiveWarning;
import dev.zipfs.Entry;
import dev.zipfs.EntryType;
import dev.zipfs.NameRules;
import dev.zipfs.PasswordProvider;
import dev.zipfs.ZipDriveException;
import dev.zipfs.testkit.codec.Codec;
import dev.zipfs.testkit.codec.Codecs;
import dev.zipfs.testkit.generate.ArchiveArbitraries;
import dev.zipfs.testkit.model.ArchiveModel;
import dev.zipfs.testkit.model.ExpectedTree;
import java.io.IOException;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.statistics.Statistics;

/**
 * Archives of hundreds of entries, by every method, under every kind of encryption, with whatever sound structures there are; and
 * the proof, as the library itself sees it, that the generators reach each of these.
 */
class ManyEntriesProperties {
    @Provide
    Arbitrary<ArchiveModel> many() {
        return ArchiveArbitraries.many(5000, "pw", Codecs.all().toArray(Codec[]::new));
    }

    @Provide
    Arbitrary<ArchiveModel> wild() {
        return ArchiveArbitraries.wild(500, Codecs.all().toArray(Codec[]::new));
    }

    /** Names, sizes and every byte. */
    @Property(tries = 8, seed = "9", shrinking = ShrinkingMode.OFF)
    void hundredsOfEntriesShowWhatWasPutIn(@ForAll("many") ArchiveModel model) throws IOException {
        try (Archive archive = Opening.builder(model, NameRules.POSIX)
                .password(PasswordProvider.of("pw".toCharArray()))
                .open()) {
            assertThatArchive(archive).hasTree(ExpectedTree.of(model));
            assertThat(archive.entryCount()).isEqualTo(model.entries().size()).isGreaterThan(100);
            collect(archive);
        }
        reached(
                "method",
                4,
                List.of(
                        "stored",
                        "deflated",
                        "shrunk",
                        "reduced",
                        "imploded",
                        "deflate64",
                        "bzip2",
                        "lzma",
                        "xz",
                        "zstandard"));
        reached(
                "encryption",
                1,
                List.of(
                        "ZipCrypto",
                        "AES-128 (AE-1)",
                        "AES-128 (AE-2)",
                        "AES-192 (AE-1)",
                        "AES-192 (AE-2)",
                        "AES-256 (AE-1)",
                        "AES-256 (AE-2)"));
        reached("way", 1, List.of("zip64", "in front", "data descriptors", "encryption"));
    }

    /** What may go wrong goes wrong in one archive or another, and what is merely odd is met. */
    @Property(tries = 400, seed = "10", shrinking = ShrinkingMode.OFF)
    void wildArchivesReachEveryOddity(@ForAll("wild") ArchiveModel model) throws IOException {
        String outcome = "opened";
        try (Archive archive = Opening.builder(model, NameRules.POSIX)
                .password(PasswordProvider.of("pw".toCharArray()))
                .open()) {
            collect(archive);
            archive.warnings().stream()
                    .map(ArchiveWarning::kind)
                    .distinct()
                    .forEach(kind -> Statistics.label("warning").collect(kind.name()));
        } catch (ZipDriveException refused) {
            outcome = "refused";
        }
        Statistics.label("outcome").collect(outcome);
        reached("encryption", 1, List.of("ZipCrypto", "AES-256 (AE-2)", "PKWARE strong"));
        reached("outcome", 5, List.of("opened", "refused"));
        reached("warning", 3, List.of("RENAMED", "DUPLICATE", "UNSAFE_NAME", "LINK", "INCONSISTENT", "ENCODING"));
        reached("method", 3, List.of("stored", "deflated", "shrunk", "bzip2", "xz", "ppmd", "winzip-aes"));
        reached("way", 3, List.of("zip64", "in front", "data descriptors", "encryption"));
    }

    private static void collect(Archive archive) {
        archive.walk()
                .filter(entry -> entry.type() == EntryType.FILE)
                .map(Entry::method)
                .forEach(method -> Statistics.label("method").collect(method.orElse("none")));
        archive.details().keySet().forEach(way -> Statistics.label("way").collect(way));
        String kinds = archive.details().getOrDefault("encryption", "");
        for (String kind : kinds.isEmpty() ? new String[0] : kinds.split(", ")) {
            Statistics.label("encryption").collect(kind.substring(0, kind.lastIndexOf(' ')));
        }
    }

    /** Checked when all tries are over. */
    private static void reached(String label, int times, List<String> values) {
        Statistics.label(label)
                .coverage(coverage ->
                        values.forEach(value -> coverage.check(value).count(count -> count >= times)));
    }
}
