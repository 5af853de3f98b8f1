package dev.zipfs.examples.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** What a scenario has the system do. */
final class Commands {
    private Commands() {}

    /** The exit code; -1 where there is no such program. */
    static int run(String... command) throws InterruptedException {
        try {
            return new ProcessBuilder(command)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (IOException missing) {
            return -1;
        }
    }

    /** What {@code posix_fadvise} does, which Java cannot call. */
    static void dropFromKernel(Path file) throws IOException, InterruptedException {
        if (run("dd", "if=" + file, "iflag=nocache", "count=0") != 0) {
            throw new IOException("dd of GNU coreutils is needed to empty the kernel's cache");
        }
    }

    static void deleteTree(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
