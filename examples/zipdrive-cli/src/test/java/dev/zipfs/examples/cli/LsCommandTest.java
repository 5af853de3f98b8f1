package dev.zipfs.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zipfs.examples.console.ExitCode;
import dev.zipfs.testkit.corpus.Corpus;
import dev.zipfs.testkit.model.ArchiveModel;
import dev.zipfs.testkit.model.Content;
import dev.zipfs.testkit.model.Encryption;
import dev.zipfs.testkit.model.EntryModel;
import dev.zipfs.testkit.model.ExtraField;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDateTime;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LsCommandTest {
    @TempDir
    Path dir;

    private Path archive;

    @BeforeEach
    void writeArchive() throws IOException {
        archive = dir.resolve("x.zip");
        ArchiveModel.of(
                        EntryModel.file("b.txt", "hello\n")
                                .dos(LocalDateTime.of(2024, 7, 1, 12, 0))
                                .build(),
                        EntryModel.file("a/deep/c.bin", Content.zeros(1000))
                                .deflated()
                                .dos(LocalDateTime.of(2024, 7, 1, 12, 0))
                                .unixMode(0100755)
                                .build(),
                        EntryModel.symlink("a/link", "../b.txt")
                                .dos(LocalDateTime.of(2024, 1, 1, 0, 0))
                                .build(),
                        EntryModel.file("secret", "s")
                                .encrypted(Encryption.zipCrypto("pw"))
                                .build())
                .write(archive);
    }

    @Test
    void listsTheTopWithFoldersMarked() {
        Run run = Run.of("ls", archive);
        assertThat(run.exitCode).isZero();
        assertThat(run.lines()).containsExactlyInAnyOrder("a/", "b.txt", "secret");
        assertThat(run.err).isEmpty();
    }

    @Test
    void listsAFolderByPath() {
        assertThat(Run.of("ls", archive, "a").lines()).containsExactlyInAnyOrder("deep/", "link");
        assertThat(Run.of("ls", archive, "/a/").lines()).containsExactlyInAnyOrder("deep/", "link");
    }

    @Test
    void listsAFileAsItself() {
        assertThat(Run.of("ls", archive, "a/deep/c.bin").lines()).containsExactly("c.bin");
    }

    @Test
    void listsEverythingBelowWithWholePaths() {
        assertThat(Run.of("ls", "-R", archive).lines())
                .containsExactlyInAnyOrder("a/", "a/deep/", "a/deep/c.bin", "a/link", "b.txt", "secret");
        assertThat(Run.of("ls", "-R", archive, "a").lines())
                .containsExactlyInAnyOrder("a/deep/", "a/deep/c.bin", "a/link");
    }

    @Test
    void detailsComeInColumns() {
        assertThat(Run.of("ls", "-l", "-R", "--zone", "UTC", archive).lines())
                .contains(
                        "-r--r--r--            6            6 stored     2024-07-01 12:00:00  b.txt",
                        "lr-xr-xr-x            8            8 stored     2024-01-01 00:00:00  a/link -> ../b.txt")
                .anyMatch(line -> line.matches("-r-xr-xr-x +1000 +\\d+ deflated +2024-07-01 12:00:00 {2}a/deep/c.bin"))
                .anyMatch(line -> line.matches("-r--r--r-- .* stored,encrypted .* {2}secret"))
                .anyMatch(line -> line.matches("dr-xr-xr-x +0 +- - .* {2}a/deep/"));
    }

    @Test
    void jsonHoldsAllThatIsKnownOfAFile() {
        assertThat(Run.of("ls", "--json", "--zone", "UTC", archive, "b.txt").lines())
                .containsExactly("{\"path\":\"b.txt\",\"type\":\"file\",\"size\":6,\"compressedSize\":6,"
                        + "\"method\":\"stored\",\"crc32\":\"363a3020\",\"mtime\":\"2024-07-01T12:00:00Z\","
                        + "\"encrypted\":false,\"linkTarget\":null}");
    }

    @Test
    void jsonTellsLinksAndFolders() {
        assertThat(Run.of("ls", "--json", "--zone", "UTC", archive, "a").lines())
                .anyMatch(line -> line.startsWith("{\"path\":\"a/link\",\"type\":\"symlink\",\"size\":8,")
                        && line.endsWith("\"mtime\":\"2024-01-01T00:00:00Z\",\"encrypted\":false,"
                                + "\"linkTarget\":\"../b.txt\"}"))
                .anyMatch(line -> line.startsWith("{\"path\":\"a/deep\",\"type\":\"dir\",\"size\":0,"
                        + "\"compressedSize\":null,\"method\":null,\"crc32\":null,"));
    }

    @Test
    void namesCannotDriveTheTerminal() throws IOException {
        Path hostile = dir.resolve("hostile.zip");
        ArchiveModel.of(EntryModel.file("\u001b]0;owned\u0007\n", "x").build()).write(hostile);
        assertThat(Run.of("ls", hostile).out).isEqualTo("\\u001b]0;owned\\u0007\\n\n");
        assertThat(Run.of("ls", "--json", hostile).lines())
                .singleElement()
                .asString()
                .contains("\"path\":\"\\u001b]0;owned\\u0007\\n\"");
    }

    @Test
    void timesFollowTheZoneWhereTheArchiveGivesNone() throws IOException {
        Path zoned = dir.resolve("zoned.zip");
        ArchiveModel.of(
                        EntryModel.file("dos", "")
                                .dos(LocalDateTime.of(2024, 7, 1, 12, 0))
                                .build(),
                        EntryModel.file("unix", "")
                                .extra(ExtraField.extendedTimestamp(1720000001))
                                .build())
                .write(zoned);
        assertThat(Run.of("ls", "--json", "--zone", "Europe/Berlin", zoned).out)
                .contains("\"mtime\":\"2024-07-01T10:00:00Z\"", "\"mtime\":\"2024-07-03T09:46:41Z\"");
    }

    @Test
    void namesWithoutMarkFollowTheCharset() throws IOException {
        Path cases = dir.resolve("b05.zip");
        Corpus.B05_CP437.write(cases);
        assertThat(Run.of("ls", cases).lines()).contains("äöü.txt");
        assertThat(Run.of("ls", "--charset", "IBM866", cases).lines()).contains("ДФБ.txt");
    }

    @Test
    void windowsNamesCanBeAskedForAnywhere() throws IOException {
        Path cases = dir.resolve("b16.zip");
        Corpus.B16_ILLEGAL_ON_WINDOWS.write(cases);
        assertThat(Run.of("ls", "--names", "posix", cases).lines()).contains("CON", "a:b.txt");
        assertThat(Run.of("ls", "--names", "windows", cases).lines()).doesNotContain("CON", "a:b.txt");
    }

    @Test
    void anEntryThatIsNotThereIsAnErrorWithAdvice() {
        Run run = Run.of("ls", archive, "nowhere");
        assertThat(run.exitCode).isEqualTo(ExitCode.ENTRY_FAILED);
        assertThat(run.err).isEqualTo("zipdrive: no entry 'nowhere' in the archive; ls -R shows what is there\n");
    }
}
