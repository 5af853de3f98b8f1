package dev.zipfs.examples.benchmarks;

import dev.zipfs.Archive;
import dev.zipfs.MountPoint;
import dev.zipfs.MountedDrive;
import dev.zipfs.ZipDrive;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.ZipFile;

/**
 * What opening an archive of very many entries costs, beside {@link ZipFile}: in a fresh JVM, the second time, when warm, and in
 * heap; and, where a driver is installed, until it is mounted and walked by {@code find}, beside {@code bindfs} over the same tree of
 * plain files. Each sample is a process of its own, and the two sides take turns.
 *
 * <p>Arguments: the number of rounds (default 7) and numbers of entries (default 100000 1000000).
 */
public final class OpenScenario {
    private static final int WARM_OPENS = 12;
    private static final int WARM_COUNTED = 5;

    /** Making more plain files than this takes longer than all the rest. */
    private static final int MOST_PLAIN_FILES = 200_000;

    private final Path directory;
    private final int rounds;

    private OpenScenario(Path directory, int rounds) {
        this.directory = directory;
        this.rounds = rounds;
    }

    /** Runs the scenario, or one child of it. */
    public static void main(String[] args) throws Exception {
        if (args.length > 0 && args[0].startsWith("child")) {
            child(args);
            return;
        }
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 7;
        int[] counts = args.length > 1
                ? Stream.of(args).skip(1).mapToInt(Integer::parseInt).toArray()
                : new int[] {100_000, 1_000_000};
        Path directory = Files.createTempDirectory("zipfs-open");
        try {
            for (int count : counts) {
                new OpenScenario(directory, rounds).measure(count);
            }
        } finally {
            try (Stream<Path> all = Files.walk(directory)) {
                for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
    }

    private void measure(int count) throws Exception {
        ManyEntries entries = new ManyEntries(count);
        Path archive = directory.resolve(count + ".zip");
        entries.write(archive);
        String name = entries.name(count / 2);
        System.out.printf(Locale.ROOT, "%,d entries, medians of %d%n", count, rounds);
        open(archive, name);
        if (!ZipDrive.drivers().isEmpty() && ZipDrive.drivers().get("libfuse") != null) {
            mount(entries, archive);
        }
        Files.delete(archive);
    }

    private void open(Path archive, String name) throws Exception {
        double[][] fresh = new double[2][rounds];
        double[][] second = new double[2][rounds];
        double[][] warm = new double[2][rounds];
        double[][] heap = new double[2][rounds];
        String[] sides = {"child-ours", "child-jdk"};
        for (int round = 0; round < rounds; round++) {
            for (int side = 0; side < 2; side++) {
                double[] times = numbers(run(sides[side], archive.toString(), name, "2"));
                fresh[side][round] = times[0];
                second[side][round] = times[1];
                double[] many = numbers(run(sides[side], archive.toString(), name, String.valueOf(WARM_OPENS)));
                warm[side][round] = median(Arrays.copyOfRange(many, WARM_OPENS - WARM_COUNTED, WARM_OPENS));
            }
            double[] bytes = numbers(run("child-heap", archive.toString(), name));
            heap[0][round] = bytes[0];
            heap[1][round] = bytes[1];
        }
        compare("open and look up, fresh JVM, ms", fresh);
        compare("... a second time", second);
        compare("... warm", warm);
        System.out.printf(Locale.ROOT, "  second open / first: %.2f%n", median(second[0]) / median(fresh[0]));
        System.out.printf(
                Locale.ROOT,
                "  retained heap, bytes per entry: %.1f, and %.1f once the tree is built%n",
                median(heap[0]),
                median(heap[1]));
    }

    private static void compare(String what, double[][] sides) {
        double ours = median(sides[0]);
        double jdk = median(sides[1]);
        System.out.printf(Locale.ROOT, "  %-34s ours %8.1f  ZipFile %8.1f  ratio %.2f%n", what, ours, jdk, ours / jdk);
    }

    private void mount(ManyEntries entries, Path archive) throws Exception {
        Path plain = directory.resolve("plain");
        boolean peer = entries.count() <= MOST_PLAIN_FILES && new File("/usr/bin/bindfs").canExecute();
        if (peer) {
            entries.makeFiles(plain);
        }
        double[] mounted = new double[rounds];
        double[][] first = new double[2][rounds];
        double[][] again = new double[2][rounds];
        for (int round = 0; round < rounds; round++) {
            Path point = Files.createDirectory(directory.resolve("mnt"));
            long start = System.nanoTime();
            Process child = start("child-mount", archive.toString(), point.toString());
            try (BufferedReader said = reader(child)) {
                said.readLine();
                mounted[round] = since(start);
                first[0][round] = find(point);
                again[0][round] = find(point);
                child.getOutputStream().close();
                child.waitFor();
            }
            if (peer) {
                command("bindfs", "-r", plain.toString(), point.toString());
                first[1][round] = find(point);
                again[1][round] = find(point);
                command("fusermount3", "-u", point.toString());
            }
            Files.delete(point);
        }
        System.out.printf(Locale.ROOT, "  JVM start to mounted, ms: %.0f%n", median(mounted));
        find("find, first", first, peer);
        find("find, again", again, peer);
    }

    private static void find(String what, double[][] sides, boolean peer) {
        String beside = peer
                ? String.format(
                        Locale.ROOT,
                        "  bindfs %8.0f  ratio %.2f",
                        median(sides[1]),
                        median(sides[0]) / median(sides[1]))
                : "";
        System.out.printf(Locale.ROOT, "  %-34s ours %8.0f%s%n", what + ", ms", median(sides[0]), beside);
    }

    private static double find(Path point) throws Exception {
        long start = System.nanoTime();
        command("sh", "-c", "find " + point + " > /dev/null");
        return since(start);
    }

    private static void child(String[] args) throws Exception {
        Path archive = Path.of(args[1]);
        switch (args[0]) {
            case "child-mount" -> mounted(archive, Path.of(args[2]));
            case "child-heap" -> heap(archive);
            default -> {
                double[] times = new double[Integer.parseInt(args[3])];
                for (int i = 0; i < times.length; i++) {
                    times[i] = args[0].equals("child-ours") ? ours(archive, args[2]) : jdk(archive, args[2]);
                }
                for (double time : times) {
                    System.out.print(time + " ");
                }
            }
        }
    }

    private static double ours(Path archive, String name) throws IOException {
        long start = System.nanoTime();
        try (Archive opened = ZipDrive.open(archive)) {
            if (opened.find(name).isEmpty()) {
                throw new IllegalStateException(name);
            }
            return since(start);
        }
    }

    private static double jdk(Path archive, String name) throws IOException {
        long start = System.nanoTime();
        try (ZipFile opened = new ZipFile(archive.toFile())) {
            if (opened.getEntry(name) == null) {
                throw new IllegalStateException(name);
            }
            return since(start);
        }
    }

    private static void heap(Path archive) throws IOException {
        // In a method of its own, whose frame is gone when memory is counted.
        openWithTree(archive);
        long before = used();
        try (Archive opened = ZipDrive.open(archive)) {
            double count = opened.entryCount();
            System.out.print((used() - before) / count + " ");
            opened.root().children().size();
            System.out.println((used() - before) / count);
        }
    }

    private static void openWithTree(Path archive) throws IOException {
        try (Archive opened = ZipDrive.open(archive)) {
            opened.root().children().size();
        }
    }

    private static long used() {
        for (int i = 0; i < 5; i++) {
            System.gc();
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private static void mounted(Path archive, Path point) throws IOException {
        try (MountedDrive drive = ZipDrive.builder(archive)
                .backend("libfuse")
                .mountPoint(MountPoint.directory(point))
                .mount()) {
            System.out.println(drive.entryCount());
            while (System.in.read() >= 0) {
                // Until the parent has seen enough.
            }
        }
    }

    private static Process start(String... args) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), OpenScenario.class.getName()));
        command.addAll(List.of(args));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private static String run(String... args) throws Exception {
        Process child = start(args);
        String said = new String(child.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        if (child.waitFor() != 0) {
            throw new IllegalStateException(String.join(" ", args) + " failed");
        }
        return said;
    }

    private static void command(String... command) throws Exception {
        if (new ProcessBuilder(command).inheritIO().start().waitFor() != 0) {
            throw new IllegalStateException(String.join(" ", command) + " failed");
        }
    }

    private static BufferedReader reader(Process process) {
        return new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII));
    }

    private static double[] numbers(String said) {
        return Stream.of(said.strip().split(" "))
                .mapToDouble(Double::parseDouble)
                .toArray();
    }

    private static double since(long start) {
        return (System.nanoTime() - start) / (double) TimeUnit.MILLISECONDS.toNanos(1);
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
