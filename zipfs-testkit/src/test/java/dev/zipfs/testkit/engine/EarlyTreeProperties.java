package dev.zipfs.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zipfs.ArchiveLimits;
import dev.zipfs.ArchiveWarning;
import dev.zipfs.NameRules;
import dev.zipfs.OutsideLinks;
import dev.zipfs.PasswordProvider;
import dev.zipfs.ZipDriveException;
import dev.zipfs.internal.view.ArchiveView;
import dev.zipfs.internal.view.EarlyTree;
import dev.zipfs.internal.view.ViewOptions;
import dev.zipfs.internal.zip.EarlyEntries;
import dev.zipfs.internal.zip.ZipFormat;
import dev.zipfs.spi.ArchiveIndex;
import dev.zipfs.spi.OpenRequest;
import dev.zipfs.testkit.generate.ArchiveArbitraries;
import dev.zipfs.testkit.model.ArchiveModel;
import dev.zipfs.testkit.model.InMemoryArchive;
import java.io.IOException;
import java.nio.charset.Charset;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;

/** A tree that is begun while the index is read is the one that is built afterwards, and so is all that is told. */
class EarlyTreeProperties {
    @Provide
    Arbitrary<ArchiveModel> wild() {
        return ArchiveArbitraries.wild(200);
    }

    @Provide
    Arbitrary<ArchiveModel> many() {
        return ArchiveArbitraries.many(50, "pw");
    }

    @Property(tries = 150, seed = "11", shrinking = ShrinkingMode.OFF)
    void wildArchivesLookTheSame(@ForAll("wild") ArchiveModel model, @ForAll NameRules rules) {
        assertSame(InMemoryArchive.of(model), rules, ArchiveLimits.defaults());
    }

    @Property(tries = 6, seed = "12", shrinking = ShrinkingMode.OFF)
    void hundredsOfEntriesLookTheSame(@ForAll("many") ArchiveModel model, @ForAll NameRules rules) {
        assertSame(InMemoryArchive.of(model), rules, ArchiveLimits.defaults());
    }

    @Property(tries = 150, seed = "13", shrinking = ShrinkingMode.OFF)
    void limitsAreTheSame(
            @ForAll("wild") ArchiveModel model,
            @ForAll NameRules rules,
            @ForAll @IntRange(min = 1, max = 20) int entries,
            @ForAll @IntRange(min = 1, max = 300) int nameBytes,
            @ForAll @IntRange(min = 1, max = 5) int depth) {
        ArchiveLimits limits = ArchiveLimits.builder()
                .maxEntries(entries)
                .maxNameBytes(nameBytes)
                .maxDepth(depth)
                .build();
        assertSame(InMemoryArchive.of(model), rules, limits);
    }

    private static void assertSame(InMemoryArchive archive, NameRules rules, ArchiveLimits limits) {
        List<String> afterwards =
                outcome(archive, ViewOptions.of(rules, OutsideLinks.AS_TEXT, limits), Integer.MAX_VALUE);
        assertThat(outcome(archive, ViewOptions.of(rules, OutsideLinks.AS_TEXT, limits), 0))
                .isEqualTo(afterwards);
    }

    /** All warnings in their order, then all nodes, or what was thrown. */
    private static List<String> outcome(InMemoryArchive archive, ViewOptions options, int worthwhile) {
        List<String> outcome = new ArrayList<>();
        EarlyTree tree = new EarlyTree(options, worthwhile);
        try (ArchiveIndex index = new ZipFormat().open(archive, new Request(options.limits(), tree, outcome))) {
            ArchiveView view = tree.finish(index, warning -> outcome.add(warning.toString()), (entry, path) -> {
                throw new IOException("nothing is opened");
            });
            for (int node = 0; node < view.nodeCount(); node++) {
                outcome.add(node + " " + view.path(node) + " " + view.type(node) + " " + view.entry(node) + " "
                        + view.lookup(view.path(node)) + " " + view.parent(node));
            }
        } catch (ZipDriveException e) {
            outcome.add(e.toString());
        } catch (IOException e) {
            throw new AssertionError(e);
        } finally {
            tree.abandon();
        }
        return outcome;
    }

    private record Request(ArchiveLimits limits, EarlyTree tree, List<String> warnings)
            implements OpenRequest, EarlyEntries {
        @Override
        public Optional<Charset> charset() {
            return Optional.empty();
        }

        @Override
        public ZoneId zone() {
            return ZoneOffset.UTC;
        }

        @Override
        public PasswordProvider passwords() {
            return PasswordProvider.none();
        }

        @Override
        public void warn(ArchiveWarning warning) {
            warnings.add(warning.toString());
        }

        @Override
        public void known(ArchiveIndex soFar, int known, int expected, boolean plain) {
            tree.known(soFar, known, expected);
        }
    }
}
