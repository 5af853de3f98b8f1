package dev.zipfs.testkit.engine;

import static dev.zipfs.testkit.assertion.DriveAssertions.assertThatArchive;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zipfs.Archive;
import dev.zipfs.ZipDrive;
import dev.zipfs.testkit.corpus.RefusedCorpus;
import dev.zipfs.testkit.corpus.SplitCorpus;
import dev.zipfs.testkit.fake.FakeBackend;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Catalogued archives of several files, and those that cannot be opened at all. */
@Timeout(60)
class OtherCorporaTest {
    @TempDir
    Path directory;

    @ParameterizedTest
    @EnumSource
    void splitArchivesOpenByEachOfTheirFiles(SplitCorpus corpus) throws Exception {
        List<Path> files = corpus.write(directory);
        assertThat(files).hasSizeGreaterThan(2);
        for (Path file : files) {
            try (Archive archive = ZipDrive.open(file)) {
                assertThatArchive(archive).hasTree(corpus.expected());
                assertThat(archive.details()).containsEntry("parts", String.valueOf(files.size()));
                assertThat(archive.warnings()).isEmpty();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void refusalsSayWhy(RefusedCorpus corpus) throws Exception {
        Path file = directory.resolve("x.zip");
        corpus.write(file);
        assertThatThrownBy(() -> ZipDrive.open(file))
                .isInstanceOfSatisfying(
                        IOException.class,
                        e -> assertThat(corpus.error().matches(e)).as("%s", e).isTrue())
                .hasMessageContaining("x.zip")
                .hasMessageContaining(corpus.reason());
        assertThatThrownBy(() -> ZipDrive.builder(file).backend("fake").mount()).hasMessageContaining(corpus.reason());
        assertThat(FakeBackend.mounted()).isZero();
    }
}
