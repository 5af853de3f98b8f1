package dev.zipfs.examples.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.zipfs.ZipDrive;
import dev.zipfs.testkit.RequiredDrivers;
import dev.zipfs.testkit.model.ArchiveModel;
import dev.zipfs.testkit.model.Content;
import dev.zipfs.testkit.model.EntryModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs real programs of this machine out of an archive: the kernel maps and executes what the drive serves. */
@Timeout(120)
class LauncherIT {
    @TempDir
    Path dir;

    private Path game;

    @BeforeAll
    static void requireLibfuse() {
        RequiredDrivers.assume("libfuse", ZipDrive.drivers().get("libfuse"));
    }

    @BeforeEach
    void packGame() throws IOException {
        game = dir.resolve("game.zip");
        ArchiveModel.of(
                        program("bin/show", "cat"),
                        program("bin/where", "pwd"),
                        program("bin/fail", "false"),
                        EntryModel.file("data/level1.txt", "the first level\n")
                                .deflated()
                                .build(),
                        EntryModel.file("start.sh", "#!/bin/sh\nexec bin/show data/level1.txt\n")
                                .unixMode(0100755)
                                .build(),
                        EntryModel.file("not-a-program", "text").build())
                .write(game);
    }

    @Test
    void theProgramRunsFromTheDriveAndFindsItsData() throws Exception {
        assertThat(launch("bin/show", "data/level1.txt")).isEqualTo("0: the first level\n");
    }

    @Test
    void aScriptRunsFromTheDrive() throws Exception {
        assertThat(launch("start.sh")).isEqualTo("0: the first level\n");
    }

    @Test
    void theDriveIsGoneWhenTheProgramHasEnded() throws Exception {
        String answer = launch("bin/where");
        assertThat(answer).startsWith("0: /");
        assertThat(Path.of(answer.substring(3).strip())).doesNotExist();
    }

    @Test
    void theExitCodeIsTheProgramsOwn() throws Exception {
        assertThat(launch("bin/fail")).isEqualTo("1: ");
    }

    @Test
    void whatCannotBeStartedIsOneLine() throws Exception {
        assertThat(launch("not-a-program")).startsWith("1: game-launcher: ").contains("not-a-program");
        assertThat(launch("bin/none")).startsWith("1: game-launcher: ").contains("bin/none");
    }

    @Test
    void withoutAProgramItSaysHowToCallIt() throws Exception {
        assertThat(launch()).startsWith("2: usage: ").contains("--headless ARCHIVE PROGRAM [ARGS...]");
    }

    private static EntryModel program(String name, String command) throws IOException {
        Path file = Path.of("/bin", command);
        return EntryModel.file(name, Content.bytes(Files.readAllBytes(file)))
                .unixMode(0100755)
                .deflated()
                .build();
    }

    /** Exit code, and all that was printed, of the launcher in a process of its own. */
    private String launch(String... programAndArgs) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("--enable-native-access=ALL-UNNAMED");
        if (Runtime.version().feature() >= 24) {
            command.add("--sun-misc-unsafe-memory-access=allow");
        }
        command.addAll(List.of(
                "-cp", System.getProperty("java.class.path"), Main.class.getName(), "--headless", game.toString()));
        command.addAll(List.of(programAndArgs));
        Path out = dir.resolve("out");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            process.destroy();
            fail("the launcher does not end: " + Files.readString(out));
        }
        return process.exitValue() + ": " + Files.readString(out);
    }
}
