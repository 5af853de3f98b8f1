package dev.zipfs.examples.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Rounds in which everything that is compared takes turns, and the figures at the end. */
interface Scenario {
    /** Makes a scenario, with the archives that it needs in a directory. */
    interface Maker {
        Scenario in(Path directory) throws Exception;
    }

    void round() throws Exception;

    void print();

    /**
     * Runs one.
     *
     * @param args how many rounds, 5 by default; a directory to keep the archives in for the next run, none by default
     * @param maker makes it
     */
    static void run(String[] args, Maker maker) throws Exception {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 5;
        boolean keep = args.length > 1;
        Path directory = directory(args, keep);
        try {
            Scenario scenario = maker.in(directory);
            for (int round = 0; round < rounds; round++) {
                scenario.round();
            }
            scenario.print();
        } finally {
            if (!keep) {
                Commands.deleteTree(directory);
            }
        }
    }

    private static Path directory(String[] args, boolean keep) throws IOException {
        return keep
                ? Files.createDirectories(Path.of(args[1])).toRealPath()
                : Files.createTempDirectory("zipfs-benchmark-");
    }
}
