package dev.zipfs.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.zipfs.examples.console.ExitCode;
import dev.zipfs.testkit.model.ArchiveModel;
import dev.zipfs.testkit.model.Content;
import dev.zipfs.testkit.model.Encryption;
import dev.zipfs.testkit.model.EntryModel;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code zipdrive bench}, always with --no-clear: emptying the page cache is everybody's business. */
@Timeout(120)
class BenchIT {
    private static final Content LARGE = Content.noise(3_000_001, 1);
    private static final Content SMALL = Content.noise(70_001, 2);

    @TempDir
    Path dir;

    private Path archive;
    /** Where everything temporary goes: what is left there was left behind. */
    private Path temp;

    @BeforeAll
    static void requireLibfuse() {
        Jar.requireLibfuse();
    }

    @BeforeEach
    void writeArchive() throws IOException {
        temp = Files.createDirectory(dir.resolve("temp"));
        archive = dir.resolve("bench-of-" + dir.getFileName() + ".zip");
        ArchiveModel.of(
                        EntryModel.file("a/small.bin", SMALL).build(),
                        EntryModel.file("a/large.bin", LARGE).deflated().build(),
                        EntryModel.file("empty", "").build(),
                        EntryModel.directory("folder").build())
                .write(archive);
    }

    @Test
    void theLargestFileIsReadInThreeWaysAndNothingIsLeft() throws Exception {
        Jar.Result result = bench(archive, "--runs", 2);
        assertThat(result.exitCode()).as("%s", result).isZero();
        assertThat(result.err()).isEmpty();
        assertThat(result.out())
                .startsWith("'a/large.bin' (deflated) of " + archive)
                .contains("drive = libfuse ", "in-process = ", "extracted = unpacked to ")
                .contains("drive ÷ extracted", "in-process ÷ extracted", "2 runs");
        assertThat(result.out().split("3,000,001 bytes, XXH3-128 ")).hasSize(1 + 3);
        assertNothingLeft();
    }

    @Test
    void oneEntryAsJsonAndAsAPage() throws Exception {
        Path report = dir.resolve("r.html");
        Jar.Result result = bench(archive, "a/small.bin", "--runs", 1, "--json", "--report", report);
        assertThat(result.exitCode()).as("%s", result).isZero();
        assertThat(result.out().lines())
                .singleElement()
                .asString()
                .startsWith("{\"title\":")
                .contains("\"label\":\"drive\"", "\"label\":\"in-process\"", "\"label\":\"extracted\"")
                .contains("\"sameContent\":true", "\"size\":70001", "\"of\":\"drive\",\"to\":\"extracted\"")
                .endsWith("\"entry\":\"a/small.bin\",\"method\":\"stored\"}");
        assertThat(report).content().startsWith("<!DOCTYPE html>").contains("a/small.bin");
        assertNothingLeft();
    }

    @Test
    void controlCLeavesNothing() throws Exception {
        List<String> command = command(archive, "--runs", 1000);
        Path err = dir.resolve("err");
        Process process = new ProcessBuilder(command)
                .redirectOutput(dir.resolve("out").toFile())
                .redirectError(err.toFile())
                .start();
        try {
            process.getOutputStream().close();
            while (!isUnpacked() || !isMounted()) {
                if (process.waitFor(20, TimeUnit.MILLISECONDS)) {
                    fail("it ended by itself: " + Files.readString(err));
                }
            }
            Jar.tool("kill", "-INT", Long.toString(process.pid()));
            assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isEqualTo(128 + 2);
        } finally {
            process.destroyForcibly().waitFor();
        }
        assertThat(err).isEmptyFile();
        assertThat(dir.resolve("out")).isEmptyFile();
        assertNothingLeft();
    }

    @Test
    void withoutADriverTheOthersAreMeasured() throws Exception {
        // The classes that the jar is made of, those of the drivers left out.
        String noDrivers = String.join(
                File.pathSeparator,
                Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                        .filter(part -> !part.contains("zipfs-winfsp") && !part.contains("zipfs-dokan"))
                        .toList());
        List<String> command = command(archive, "--runs", 1);
        int jar = command.indexOf("-jar");
        command.set(jar, "-cp");
        command.set(jar + 1, noDrivers);
        command.add(jar + 2, Main.class.getName());
        Jar.Result result = Jar.run(new ProcessBuilder(command));
        assertThat(result.exitCode()).as("%s", result).isZero();
        assertThat(result.err().lines()).singleElement().asString().startsWith("zipdrive: measuring without a drive: ");
        assertThat(result.out()).contains("in-process ÷ extracted").doesNotContain("drive =");
        assertNothingLeft();
    }

    @Test
    void encryptedContentIsUnpackedOnlyIfTheUserSaysSo() throws Exception {
        Path locked = dir.resolve("locked.zip");
        ArchiveModel.of(EntryModel.file("x", SMALL)
                        .encrypted(Encryption.zipCrypto("secret"))
                        .build())
                .write(locked);
        assertThat(bench(locked, "--runs", 1).exitCode()).isEqualTo(ExitCode.PASSWORD);
        Jar.Result result = withPassword(locked, "--runs", 1, "--password-stdin");
        assertThat(result.exitCode()).as("%s", result).isZero();
        assertThat(result.err()).contains("measuring without an unpacked file").contains("--encrypted-on-disk");
        assertThat(result.out()).contains("drive ÷ in-process").doesNotContain("extracted");
        assertThat(withPassword(locked, "--runs", 1, "--password-stdin", "--encrypted-on-disk")
                        .out())
                .contains("drive ÷ extracted");
        assertNothingLeft();
    }

    @Test
    void whatCannotBeMeasuredIsOneLineAndLeavesNothing() throws Exception {
        Path none = dir.resolve("none.zip");
        ArchiveModel.of(EntryModel.directory("folder").build()).write(none);
        assertFails(ExitCode.ENTRY_FAILED, "there is no file", none);
        assertFails(ExitCode.ENTRY_FAILED, "'folder' is no file", archive, "folder");
        assertFails(ExitCode.ENTRY_FAILED, "no entry 'missing'", archive, "missing");
        assertFails(ExitCode.ENTRY_FAILED, "'empty' is empty", archive, "empty");
        assertFails(ExitCode.ARCHIVE_FAILED, "missing.zip", dir.resolve("missing.zip"));
        assertFails(ExitCode.MOUNT_FAILED, "no-such-driver", archive, "--backend", "no-such-driver");
        assertFails(ExitCode.USAGE, "that is the file to be measured", archive, "--report", archive);
    }

    @Test
    void anEntryThatTheLocaleCannotNameIsOneLine() throws Exception {
        Path foreign = dir.resolve("foreign.zip");
        ArchiveModel.of(EntryModel.file("Gr\u00fc\u00dfe.bin", SMALL).build()).write(foreign);
        ProcessBuilder builder = new ProcessBuilder(command(foreign, "--runs", 1));
        builder.environment().put("LC_ALL", "C");
        Jar.Result result = Jar.run(builder);
        assertThat(result.exitCode()).as("%s", result).isEqualTo(ExitCode.ENTRY_FAILED);
        assertThat(result.err().lines())
                .singleElement()
                .asString()
                .startsWith("zipdrive: 'Gr\u00fc\u00dfe.bin': ")
                .endsWith("LC_ALL=C.UTF-8");
        assertNothingLeft();
    }

    private void assertFails(int exitCode, String message, Object... args) throws Exception {
        Jar.Result result = bench(args);
        assertThat(result.exitCode()).as("%s", result).isEqualTo(exitCode);
        assertThat(result.out()).isEmpty();
        assertThat(result.err().lines())
                .singleElement()
                .asString()
                .startsWith("zipdrive: ")
                .contains(message);
        assertNothingLeft();
    }

    private Jar.Result bench(Object... args) throws Exception {
        return Jar.run(new ProcessBuilder(command(args)));
    }

    private Jar.Result withPassword(Object... args) throws Exception {
        List<String> command = new ArrayList<>(List.of("sh", "-c", "echo secret | \"$@\"", "sh"));
        command.addAll(command(args));
        return Jar.run(new ProcessBuilder(command));
    }

    private List<String> command(Object... args) {
        List<Object> line = new ArrayList<>(List.of("bench", "--no-clear"));
        line.addAll(List.of(args));
        List<String> command = Jar.command(line.toArray());
        command.add(command.indexOf("-jar"), "-Djava.io.tmpdir=" + temp);
        return command;
    }

    private boolean isUnpacked() throws IOException {
        try (var made = Files.newDirectoryStream(temp, "zipdrive-bench*")) {
            for (Path directory : made) {
                Path file = directory.resolve("extracted");
                return Files.exists(file) && Files.size(file) == LARGE.size();
            }
        }
        return false;
    }

    private boolean isMounted() throws IOException {
        return Files.readString(Path.of("/proc/self/mounts"))
                .contains(archive.getFileName().toString());
    }

    private void assertNothingLeft() throws IOException {
        assertThat(isMounted()).isFalse();
        try (var left = Files.newDirectoryStream(temp, "{zip,extracted}*")) {
            assertThat(left).isEmpty();
        }
    }
}
