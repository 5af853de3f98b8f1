package dev.zipfs.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.zipfs.ZipDrive;
import dev.zipfs.testkit.RequiredDrivers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The runnable jar as a user starts it. */
final class Jar {
    static final Path PATH = Path.of("target", "zipdrive.jar").toAbsolutePath();

    private static final boolean INTERRUPT_IGNORED = interruptIgnored();

    private Jar() {}

    private static boolean interruptIgnored() {
        try {
            return Files.readAllLines(Path.of("/proc/self/status")).stream()
                    .filter(line -> line.startsWith("SigIgn:"))
                    .anyMatch(line -> (Long.parseUnsignedLong(line.substring(7).strip(), 16) & 1 << 2 - 1) != 0);
        } catch (IOException noSuchFile) {
            return false;
        }
    }

    /** What a program printed, and how it ended. */
    record Result(int exitCode, String out, String err) {}

    /** Skips the test where libfuse cannot mount, or fails it where {@code zipfs.it.require} says that it must. */
    static void requireLibfuse() {
        RequiredDrivers.assume("libfuse", ZipDrive.drivers().get("libfuse"));
    }

    /** The command line that starts the tool. */
    static List<String> command(Object... args) {
        assertThat(PATH).as("the jar is built by mvn package").isRegularFile();
        List<String> command = new ArrayList<>();
        if (INTERRUPT_IGNORED) {
            // A build started in the background inherits that, and a JVM would, too; env becomes the program it names.
            command.addAll(List.of("env", "--default-signal=INT"));
        }
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-jar");
        command.add(PATH.toString());
        for (Object arg : args) {
            command.add(arg.toString());
        }
        return command;
    }

    /** Runs the tool to its end. */
    static Result run(Object... args) throws IOException, InterruptedException {
        return run(new ProcessBuilder(command(args)));
    }

    /** Runs any program to its end. */
    static Result run(ProcessBuilder builder) throws IOException, InterruptedException {
        Path out = Files.createTempFile("out", null);
        Path err = Files.createTempFile("err", null);
        try {
            Process process = builder.redirectOutput(out.toFile())
                    .redirectError(err.toFile())
                    .start();
            process.getOutputStream().close();
            if (!process.waitFor(60, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                fail(builder.command() + " does not end: " + Files.readString(out) + Files.readString(err));
            }
            return new Result(
                    process.exitValue(),
                    Files.readString(out, StandardCharsets.UTF_8),
                    Files.readString(err, StandardCharsets.UTF_8));
        } finally {
            Files.delete(out);
            Files.delete(err);
        }
    }

    /** Runs another program that must succeed. */
    static String tool(String... command) throws IOException, InterruptedException {
        Result result = run(new ProcessBuilder(command));
        assertThat(result.exitCode())
                .as("%s: %s", Arrays.toString(command), result)
                .isZero();
        return result.out();
    }
}
