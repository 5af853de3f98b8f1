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
import java.util.Arrays;
import java.util.Random;
import java.util.zip.ZipFile;

/**
 * One executable of 424 MB in a ZIP, mounted: what a launcher does to it, beside what the system and the JDK have. Everything takes
 * turns in one run; medians are printed. Each mount is a JVM of its own, started for it. Linux only.
 */
public final class MountedScenario implements Scenario {
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
    private final Figures figures = new Figures();
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
        Scenario.run(args, MountedScenario::new);
    }

    @Override
    public void round() throws Exception {
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
            figures.note("stored: JVM start to mounted, ms", child.millisToMounted);
            figures.note("stored: through the mount, MB/s", speed(child.file));
            figures.note("stored: again, kernel's cache, MB/s", speed(child.file));
        }
    }

    private void throughBindfs() throws Exception {
        if (Commands.run("bindfs", "-r", plain.getParent().toString(), point.toString()) != 0) {
            return;
        }
        try {
            figures.note("stored: through bindfs (C passthrough), MB/s", speed(point.resolve(Archives.ENTRY)));
        } finally {
            Commands.run("fusermount", "-u", "-z", point.toString());
        }
    }

    private void inProcess() throws Exception {
        try (Archive archive = ZipDrive.open(stored);
                SeekableByteChannel channel = archive.entry(Archives.ENTRY).openChannel()) {
            figures.note("stored: in process, MB/s", speed(channel));
        }
        figures.note("stored: JDK ZipFile, MB/s", zipFileSpeed(stored));
        figures.note("deflated: JDK ZipFile, MB/s", zipFileSpeed(deflated));
        long start = System.nanoTime();
        try (ZipFile zip = new ZipFile(deflated.toFile());
                InputStream in = zip.getInputStream(zip.getEntry(Archives.ENTRY))) {
            in.skipNBytes(SIZE / 10 * 9);
            in.readNBytes(4096);
        }
        figures.note("deflated: 4 KiB at 90 %, JDK ZipFile, ms", millis(start));
    }

    private void throughMountDeflated() throws Exception {
        try (MountChild child = new MountChild(deflated, point, ALL, ROOMY)) {
            long start = System.nanoTime();
            readPage(child.file, 0);
            figures.note("deflated: first 4 KiB after mount, ms", millis(start));
        }
        try (MountChild child = new MountChild(deflated, point, ALL, ROOMY)) {
            figures.note("deflated: first time through the mount, MB/s", speed(child.file));
            Commands.dropFromKernel(child.file);
            figures.note("deflated: again from memory, MB/s", speed(child.file));
            long start = System.nanoTime();
            FileChannel.open(child.file).close();
            figures.note("deflated: opened again, ms", millis(start));
            Commands.dropFromKernel(child.file);
            random(child.file, "all in memory");
        }
        try (MountChild child = new MountChild(deflated, point, ALL, ROOMY)) {
            long start = System.nanoTime();
            readPage(child.file, SIZE / 10 * 9);
            figures.note("deflated: 4 KiB at 90 %, ms", millis(start));
        }
    }

    private void withLittleMemory(String what, String... jvm) throws Exception {
        try (MountChild child = new MountChild(deflated, point, LITTLE, jvm)) {
            speed(child.file);
            Commands.dropFromKernel(child.file);
            figures.note("deflated: " + what + ": again, MB/s", speed(child.file));
            Commands.dropFromKernel(child.file);
            random(child.file, what);
            figures.note("deflated: " + what + ": peak resident, MB", child.peakMegabytes());
        }
    }

    private void unzip() throws Exception {
        long start = System.nanoTime();
        if (Commands.run("unzip", "-p", deflated.toString()) == 0) {
            figures.note("deflated: unzip -p, MB/s", SIZE / 1e3 / millis(start));
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
        figures.note("deflated: " + what + ": 4 KiB anywhere, p50, µs", micros[READS / 2]);
        figures.note("deflated: " + what + ": 4 KiB anywhere, p99, µs", micros[READS * 99 / 100]);
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

    private static double millis(long start) {
        return (System.nanoTime() - start) / 1e6;
    }

    @Override
    public void print() {
        figures.print(directory);
        figures.ratio("stored: through the mount, MB/s", "stored: through bindfs (C passthrough), MB/s");
        figures.ratio("stored: in process, MB/s", "stored: JDK ZipFile, MB/s");
        figures.ratio("deflated: first time through the mount, MB/s", "deflated: JDK ZipFile, MB/s");
        figures.ratio("deflated: first time through the mount, MB/s", "deflated: unzip -p, MB/s");
        figures.ratio("deflated: again from memory, MB/s", "stored: through the mount, MB/s");
        figures.ratio("deflated: 4 KiB at 90 %, ms", "deflated: 4 KiB at 90 %, JDK ZipFile, ms");
    }
}
