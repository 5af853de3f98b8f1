package dev.zipfs.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code zipdrive mount} running in a process of its own; closing it leaves nothing mounted. */
final class MountProcess implements AutoCloseable {
    private static final Pattern LINE =
            Pattern.compile("mounted (.*) at (.*) \\((\\S+) (\\S+), (\\d+) entries, (\\d+) ms\\)");

    final String line;
    final Path root;
    final String backend;
    final long entries;
    final long millis;

    private final Process process;
    private final BufferedReader out;
    private final Path err;

    private MountProcess(Process process, BufferedReader out, Path err, String line) {
        this.process = process;
        this.out = out;
        this.err = err;
        this.line = line;
        Matcher matcher = LINE.matcher(line);
        assertThat(matcher.matches()).as(line).isTrue();
        this.root = Path.of(matcher.group(2));
        this.backend = matcher.group(3);
        this.entries = Long.parseLong(matcher.group(5));
        this.millis = Long.parseLong(matcher.group(6));
    }

    /** Starts the tool and waits for its line. */
    static MountProcess start(Object... args) throws IOException {
        return startWithInput("", args);
    }

    static MountProcess startWithInput(String input, Object... args) throws IOException {
        Object[] line = new Object[args.length + 1];
        line[0] = "mount";
        System.arraycopy(args, 0, line, 1, args.length);
        Path err = Files.createTempFile("err", null);
        Process process = new ProcessBuilder(Jar.command(line))
                .redirectError(err.toFile())
                .start();
        process.getOutputStream().write(input.getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().close();
        BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
        String first = out.readLine();
        if (first == null) {
            process.destroyForcibly();
            fail("no line from mount " + List.of(args) + ": " + Files.readString(err));
        }
        return new MountProcess(process, out, err, first);
    }

    long pid() {
        return process.pid();
    }

    /** Sends SIGTERM. The process's own method would also close the stream that is still to be read. */
    void terminate() {
        process.toHandle().destroy();
    }

    /** Sends SIGKILL, and waits until the process is gone. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Waits for the end and says how it came. */
    Jar.Result awaitEnd() throws IOException, InterruptedException {
        if (!process.waitFor(30, TimeUnit.SECONDS)) {
            fail("the mount does not end");
        }
        StringBuilder rest = new StringBuilder();
        for (String next = out.readLine(); next != null; next = out.readLine()) {
            rest.append(next).append('\n');
        }
        return new Jar.Result(process.exitValue(), rest.toString(), Files.readString(err));
    }

    @Override
    public void close() throws IOException {
        process.destroy();
        try {
            if (!process.waitFor(30, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Files.deleteIfExists(err);
    }
}
