package dev.zipfs.examples.filebench;

import dev.zipfs.examples.console.Arguments;
import dev.zipfs.examples.console.Streams;
import java.nio.file.Path;

/** Entry point of the file benchmark. */
public final class Main {
    private Main() {}

    /**
     * Measures and ends the process with its exit code.
     *
     * @param args the command line
     */
    public static void main(String[] args) {
        Streams streams = Streams.ofProcess(FileBenchmark.NAME);
        System.exit(FileBenchmark.run(streams, Path.of(""), Arguments.asTyped(args)));
    }
}
