package dev.zipfs.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.zipfs.examples.console.ExitCode;
import dev.zipfs.testkit.model.ArchiveModel;
import dev.zipfs.testkit.model.EntryModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The runnable jar where no driver is needed: locales, pipes, permissions. */
@Timeout(120)
@EnabledOnOs(
        value = OS.LINUX,
        disabledReason = "it becomes another user, closes pipes and changes locales as Linux does")
class ProcessIT {
    @TempDir
    Path dir;

    private Path archive;

    @BeforeEach
    void writeArchive() throws IOException {
        archive = dir.resolve("x.zip");
        ArchiveModel.of(
                        EntryModel.file("Grüße/東京.txt", "hallo\n").build(),
                        EntryModel.file("plain.txt", "plain\n").build())
                .write(archive);
    }

    @Test
    void namesAreUtf8InEveryLocale() throws Exception {
        for (String locale : List.of("C", "C.UTF-8", "de_DE.ISO-8859-1")) {
            assertThat(run(locale, Jar.command("ls", "-R", archive)))
                    .isEqualTo(new Jar.Result(0, "Grüße/\nGrüße/東京.txt\nplain.txt\n", ""));
        }
    }

    @Test
    void entriesAreFoundByNameInTheLocaleOfAContainer() throws Exception {
        // The name goes to the process as bytes: this JVM may run in the locale C itself and lose it.
        Path script = Files.writeString(dir.resolve("cat.sh"), "\"$@\" cat '" + archive + "' 'Grüße/東京.txt'\n");
        List<String> command = new ArrayList<>(List.of("sh", script.toString()));
        command.addAll(Jar.command());
        assertThat(run("C", command)).isEqualTo(new Jar.Result(0, "hallo\n", ""));
    }

    @Test
    void aReaderThatHasSeenEnoughIsNoError() throws Exception {
        List<EntryModel> entries = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            entries.add(EntryModel.file("folder/file-with-a-rather-long-name-" + i, "")
                    .build());
        }
        Path many = dir.resolve("many.zip");
        ArchiveModel.of(entries.toArray(EntryModel[]::new)).write(many);
        List<String> command = new ArrayList<>(List.of("sh", "-c", "\"$@\" | head -n 1", "sh"));
        command.addAll(Jar.command("ls", "-R", many));
        assertThat(run("C", command)).isEqualTo(new Jar.Result(0, "folder/\n", ""));
    }

    @Test
    void whatTheUserMayNotReadIsOneLineAndExitCodeThree() throws Exception {
        assumeTrue(System.getProperty("user.name").equals("root"), "needs root to become somebody else");
        // The private directory of this test is closed to others; so the jar and the archive go where all may look.
        Path open = Files.createTempDirectory(
                "zipdrive", PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        try {
            Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxr-xr-x"));
            Path jar = Files.copy(Jar.PATH, open.resolve("zipdrive.jar"));
            Path locked = Files.copy(archive, open.resolve("locked.zip"));
            Files.setPosixFilePermissions(locked, PosixFilePermissions.fromString("rw-------"));
            List<String> command =
                    new ArrayList<>(List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"));
            command.addAll(Jar.command("mount", locked));
            command.set(command.indexOf(Jar.PATH.toString()), jar.toString());
            Jar.Result result = run("C.UTF-8", command);
            assertThat(result.exitCode()).as("%s", result).isEqualTo(ExitCode.ARCHIVE_FAILED);
            assertThat(result.err().lines())
                    .singleElement()
                    .asString()
                    .startsWith("zipdrive: " + locked)
                    .contains("permissions");
            Files.delete(jar);
            Files.delete(locked);
        } finally {
            Files.deleteIfExists(open.resolve("zipdrive.jar"));
            Files.deleteIfExists(open.resolve("locked.zip"));
            Files.delete(open);
        }
    }

    private static Jar.Result run(String locale, List<String> command) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("LC_ALL", locale);
        return Jar.run(builder);
    }
}
