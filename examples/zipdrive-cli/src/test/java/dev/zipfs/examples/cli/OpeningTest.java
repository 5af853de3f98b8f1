package dev.zipfs.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.zipfs.examples.console.ExitCode;
import dev.zipfs.testkit.model.ArchiveModel;
import dev.zipfs.testkit.model.Content;
import dev.zipfs.testkit.model.EntryModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of archives that are none. */
class OpeningTest {
    @TempDir
    Path dir;

    @ParameterizedTest
    @ValueSource(strings = {"ls", "info", "verify", "cat"})
    void whatIsNoArchiveIsExitCodeThreeAndOneLine(String command) throws IOException {
        byte[] sound = ArchiveModel.of(
                        EntryModel.file("a", Content.noise(10_000, 1)).build())
                .toBytes();
        Path truncated = Files.write(dir.resolve("truncated.zip"), Arrays.copyOf(sound, sound.length / 2));
        Path text = Files.writeString(dir.resolve("text.zip"), "this is a text, and nobody packed it\n");
        Path empty = Files.createFile(dir.resolve("empty.zip"));
        Path folder = Files.createDirectory(dir.resolve("folder.zip"));
        for (Path archive : new Path[] {truncated, text, empty, folder, dir.resolve("missing.zip")}) {
            Run run = command.equals("cat") ? Run.of("cat", archive, "a") : Run.of(command, archive);
            assertThat(run.exitCode).as("%s %s: %s", command, archive, run).isEqualTo(ExitCode.ARCHIVE_FAILED);
            assertThat(run.out).isEmpty();
            assertThat(run.err.lines())
                    .singleElement()
                    .asString()
                    .startsWith("zipdrive: ")
                    .contains(archive.getFileName().toString());
        }
    }

    @Test
    void whatMayNotBeReadIsExitCodeThree() throws IOException {
        Path locked = dir.resolve("locked.zip");
        ArchiveModel.of(EntryModel.file("a", "a").build()).write(locked);
        assumeTrue(locked.toFile().setReadable(false), "this file system keeps no permissions");
        assumeTrue(!Files.isReadable(locked), "root may read everything");
        Run run = Run.of("ls", locked);
        assertThat(run.exitCode).isEqualTo(ExitCode.ARCHIVE_FAILED);
        assertThat(run.err).contains("permissions");
    }

    @Test
    void aLimitNamesTheOptionThatRaisesIt() throws IOException {
        Path archive = dir.resolve("x.zip");
        ArchiveModel.of(
                        EntryModel.file("a", "a").build(),
                        EntryModel.file("b", "b").build())
                .write(archive);
        Run run = Run.of("ls", "--limit", "maxEntries=1", archive);
        assertThat(run.exitCode).isEqualTo(ExitCode.ARCHIVE_FAILED);
        assertThat(run.err).contains("x.zip: more than the 1 that maxEntries allows", "--limit maxEntries=N");
        assertThat(Run.of("ls", "--limit", "maxEntries=100", archive).exitCode).isZero();
    }

    @Test
    void anArchiveWithoutEntriesIsFine() throws IOException {
        Path archive = dir.resolve("none.zip");
        ArchiveModel.of().write(archive);
        assertThat(Run.of("ls", archive).toString()).isEqualTo("exit 0\n");
        assertThat(Run.of("verify", archive).toString()).isEqualTo("exit 0\n");
        assertThat(Run.of("info", archive).out).contains("entries:   0");
    }
}
