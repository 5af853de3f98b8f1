package dev.zipfs.examples.cli;

import dev.zipfs.examples.console.Streams;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** One command run in this process, with what it wrote. */
final class Run {
    final int exitCode;
    final byte[] bytes;
    final String out;
    final String err;

    private Run(int exitCode, byte[] out, byte[] err) {
        this.exitCode = exitCode;
        this.bytes = out;
        this.out = new String(out, StandardCharsets.UTF_8);
        this.err = new String(err, StandardCharsets.UTF_8);
    }

    static Run of(Object... args) {
        return withInput("", args);
    }

    static Run withInput(String input, Object... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Streams streams =
                new Streams("zipdrive", new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)), out, err);
        String[] line = new String[args.length];
        for (int i = 0; i < args.length; i++) {
            line[i] = args[i].toString();
        }
        int exitCode = Cli.run(streams, line);
        return new Run(exitCode, out.toByteArray(), err.toByteArray());
    }

    List<String> lines() {
        return out.lines().toList();
    }

    @Override
    public String toString() {
        return "exit " + exitCode + "\n" + out + err;
    }
}
