package dev.zipfs.testkit.engine;

import static dev.zipfs.testkit.assertion.DriveAssertions.assertThatArchive;
import static dev.zipfs.testkit.assertion.DriveAssertions.assertThatView;
import static org.assertj.core.api.Assertions.assertThat;

import dev.zipfs.Archive;
import dev.zipfs.MountedDrive;
import dev.zipfs.NameRules;
import dev.zipfs.ZipDrive;
import dev.zipfs.testkit.corpus.Corpus;
import dev.zipfs.testkit.fake.FakeBackend;
import dev.zipfs.testkit.model.ExpectedTree;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every archive of the catalogue shows what it must, by both rules. */
@Timeout(120)
class CorpusReadingTest {
    @TempDir
    Path directory;

    static Stream<Arguments> small() {
        return all().filter(arguments -> !((Corpus) arguments.get()[0]).large());
    }

    static Stream<Arguments> all() {
        return Stream.of(Corpus.values())
                .flatMap(archive -> Stream.of(NameRules.values())
                        .filter(rules -> rules == NameRules.POSIX || !archive.large())
                        .map(rules -> Arguments.of(archive, rules)));
    }

    @ParameterizedTest
    @MethodSource("all")
    void openedInProcess(Corpus archive, NameRules rules) throws Exception {
        Path file = directory.resolve("x.zip");
        archive.write(file);
        ExpectedTree expected = archive.expected(rules);

        try (Archive opened = ZipDrive.builder(file).nameRules(rules).open()) {
            assertThat(opened.format()).isEqualTo("zip");
            assertThat(opened.entryCount()).isEqualTo(archive.model().entries().size());
            assertThatArchive(opened).hasTree(expected);
        }
    }

    /** Mounting checks the laws of views. */
    @ParameterizedTest
    @MethodSource("small")
    void mounted(Corpus archive, NameRules rules) throws Exception {
        Path file = directory.resolve("x.zip");
        archive.write(file);

        try (MountedDrive drive =
                ZipDrive.builder(file).nameRules(rules).backend("fake").mount()) {
            assertThatView(FakeBackend.mountOf(drive).view()).hasTree(archive.expected(rules));
        }
        assertThat(FakeBackend.mounted()).isZero();
    }
}
