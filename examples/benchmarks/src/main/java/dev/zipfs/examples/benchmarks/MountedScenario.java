package dev.zipfs.examples.benchmarks;

import dev.zipfs.Archive;
import dev.zipfs.ZipDrive;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipFile;

/**
 * One executable of 424 MB in a ZIP, mounted: what a launcher does to it, beside what the system and the JDK have. Everything takes
 * turns in one run; medians are printed. Each mount is a JVM of its own, started for it. Linux only.
 */
public final class MountedScenario {
    private static final long SIZE = 424_000_000;
    private static final long ALL = 512L << 20;
    private static final long LITTLE = 64L << 20;
    private static final int READS = 1023;

    /** Room for the whole entry off the heap. */
    private static final String[] ROOMY = {"-Xmx256m", "-XX:MaxDirectMemorySize=600m"};

    private static final String[] SMALL = {"-Xmx48m", "-XX:+UseSerialGC", "-XX:MaxDirectMemorySize=80m"};

    private final Path directory;
    private final Path plain;
    private final Path stored;
    private final Path deflated;
    private final Path point;
    private final Map<String, List<Double>> figures = new TreeMap<>();
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 20);
    private final ByteBuffer page = ByteBuffer.allocateDirect(4096);

    private MountedScenario(Path directory) throws IOException {
        this.directory = directory;
        this.plain = Files.createDirectories(directory.resolve("plain")).resolve(Archives.ENTRY);
        this.stored = directory.resolve("stored.zip");
        this.deflated = directory.resolve("deflated.zip");
        this.point = Files.createDirectories(directory.resolve("mount"));
        if (!Files.exists(deflated)) {
            Archives.writePlain(plain, SIZE);
            Archives.store(plain, stored);
            Path unfinished = directory.resolve("unfinished.zip");
            Archives.deflate(plain, unfinished);
            Files.move(unfinished, deflated);
        }
    }

    /**
     * Runs it.
     *
     * @param args how many rounds, 5 by default; a directory to keep the archives in for the next run, none by default
     */
    public static void main(String[] args) throws Exception {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 5;
        boolean keep = args.length > 1;
        Path directory = keep
                ? Files.createDirectories(Path.of(args[1])).toRealPath()
                : Files.createTempDirectory("zipfs-benchmark-");
        try {
            MountedScenario scenario = new MountedScenario(directory);
            for (int round = 0; round < rounds; round++) {
                scenario.round();
            }
            scenario.print();
        } finally {
            if (!keep) {
                try (Stream<Path> all = Files.walk(directory)) {
                    for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                        Files.delete(path);
                    }
                }
            }
        }
    }

    private void round() throws Exception {
        throughMountStored();
        throughBindfs();
        inProcess();
        throughMountDeflated();
        withLittleMemory("64 MiB budget, JVM defaults");
        withLittleMemory("64 MiB budget, small JVM", SMALL);
        unzip();
    }

    private void throughMountStored() throws Exception {
        try (MountChild child = new MountChild(stored, point, ALL, ROOMY)) {
            note("stored: JVM start to mounted, ms", child.millisToMounted);
            note("stored: through the mount, MB/s", speed(child.file));
            note("stored: again, kernel's cache, MB/s", speed(child.file));
        }
    }

    private void throughBindfs() throws Exception {
        if (run("bindfs", "-r", plain.getParent().toString(), point.toString()) != 0) {
            return;
        }
        try {
            note("stored: through bindfs (C passthrough), MB/s", speed(point.resolve(Archives.ENTRY)));
        } finally {
            run("fusermount", "-u", "-z", point.toString());
        }
    }

    private void inProcess() throws Exception {
        try (Archive archive = ZipDrive.open(stored);
                SeekableByteChannel channel = archive.entry(Archives.ENTRY).openChannel()) {
            note("stored: in process, MB/s", speed(channel));
        }
        note("stored: JDK ZipFile, MB/s", zipFileSpeed(stored));
        note("deflated: JDK ZipFile, MB/s", zipFileSpeed(deflated));
        long start = System.nanoTime();
        try (ZipFile zip = new ZipFile(deflated.toFile());
                InputStream in = zip.getInputStream(zip.getEntry(Archives.ENTRY))) {
            in.skipNBytes(SIZE / 10 * 9);
            in.readNBytes(4096);
        }
        note("deflated: 4 KiB at 90 %, JDK ZipFile, ms", millis(start));
    }

    private void throughMountDeflated() throws Exception {
        try (MountChild child = new MountChild(deflated, point, ALL, ROOMY)) {
            long start = System.nanoTime();
            readPage(child.file, 0);
            note("deflated: first 4 KiB after mount, ms", millis(start));
        }
        try (MountChild child = new MountChild(deflated, point, ALL, ROOMY)) {
            note("deflated: first time through the mount, MB/s", speed(child.file));
            dropFromKernel(child.file);
            note("deflated: again from memory, MB/s", speed(child.file));
            long start = System.nanoTime();
            FileChannel.open(child.file).close();
            note("deflated: opened again, ms", millis(start));
            dropFromKernel(child.file);
            random(child.file, "all in memory");
        }
        try (MountChild child = new MountChild(deflated, point, ALL, ROOMY)) {
            long start = System.nanoTime();
            readPage(child.file, SIZE / 10 * 9);
            note("deflated: 4 KiB at 90 %, ms", millis(start));
        }
    }

    private void withLittleMemory(String what, String... jvm) throws Exception {
        try (MountChild child = new MountChild(deflated, point, LITTLE, jvm)) {
            speed(child.file);
            dropFromKernel(child.file);
            note("deflated: " + what + ": again, MB/s", speed(child.file));
            dropFromKernel(child.file);
            random(child.file, what);
            note("deflated: " + what + ": peak resident, MB", child.peakMegabytes());
        }
    }

    private void unzip() throws Exception {
        long start = System.nanoTime();
        if (run("unzip", "-p", deflated.toString()) == 0) {
            note("deflated: unzip -p, MB/s", SIZE / 1e3 / millis(start));
        }
    }

    private void random(Path file, String what) throws IOException {
        Random random = new Random(5);
        double[] micros = new double[READS];
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            for (int i = 0; i < READS; i++) {
                long start = System.nanoTime();
                channel.read(page.clear(), (long) (random.nextDouble() * (SIZE - 4096)));
                micros[i] = 1000 * millis(start);
            }
        }
        Arrays.sort(micros);
        note("deflated: " + what + ": 4 KiB anywhere, p50, µs", micros[READS / 2]);
        note("deflated: " + what + ": 4 KiB anywhere, p99, µs", micros[READS * 99 / 100]);
    }

    private void readPage(Path file, long position) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            channel.read(page.clear(), position);
        }
    }

    private double speed(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            return speed(channel);
        }
    }

    private double speed(SeekableByteChannel channel) throws IOException {
        long start = System.nanoTime();
        long sum = 0;
        for (int n; (n = channel.read(buffer.clear())) > 0; ) {
            sum += n;
        }
        if (sum != SIZE) {
            throw new IOException(sum + " bytes read");
        }
        return SIZE / 1e3 / millis(start);
    }

    private double zipFileSpeed(Path archive) throws IOException {
        byte[] array = new byte[1 << 20];
        long start = System.nanoTime();
        try (ZipFile zip = new ZipFile(archive.toFile());
                InputStream in = zip.getInputStream(zip.getEntry(Archives.ENTRY))) {
            while (in.read(array) > 0) {
                // The bytes are of no interest.
            }
        }
        return SIZE / 1e3 / millis(start);
    }

    /** What {@code posix_fadvise} does, which Java cannot call. */
    private static void dropFromKernel(Path file) throws Exception {
        if (run("dd", "if=" + file, "iflag=nocache", "count=0") != 0) {
            throw new IOException("dd of GNU coreutils is needed to empty the kernel's cache");
        }
    }

    /** The exit code; -1 where there is no such program. */
    private static int run(String... command) throws InterruptedException {
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

    private static double millis(long start) {
        return (System.nanoTime() - start) / 1e6;
    }

    private void note(String what, double value) {
        figures.computeIfAbsent(what, first -> new ArrayList<>()).add(value);
    }

    private double median(String what) {
        double[] sorted = figures.getOrDefault(what, List.of(Double.NaN)).stream()
                .mapToDouble(Double::doubleValue)
                .sorted()
                .toArray();
        return sorted[sorted.length / 2];
    }

    private void print() {
        System.out.printf("JDK %s, archives in %s%n", Runtime.version(), directory);
        figures.forEach((what, values) -> System.out.printf(
                Locale.ROOT,
                "%-62s %10.2f  of %s%n",
                what,
                median(what),
                values.stream()
                        .map(value -> String.format(Locale.ROOT, "%.1f", value))
                        .toList()));
        ratio("stored: through the mount, MB/s", "stored: through bindfs (C passthrough), MB/s");
        ratio("stored: in process, MB/s", "stored: JDK ZipFile, MB/s");
        ratio("deflated: first time through the mount, MB/s", "deflated: JDK ZipFile, MB/s");
        ratio("deflated: first time through the mount, MB/s", "deflated: unzip -p, MB/s");
        ratio("deflated: again from memory, MB/s", "stored: through the mount, MB/s");
        ratio("deflated: 4 KiB at 90 %, ms", "deflated: 4 KiB at 90 %, JDK ZipFile, ms");
    }

    private void ratio(String one, String other) {
        if (figures.containsKey(other)) {
            System.out.printf(Locale.ROOT, "%5.2f = %s : %s%n", median(one) / median(other), one, other);
        } else {
            System.out.println("skipped, no such program: " + other);
        }
    }
}
