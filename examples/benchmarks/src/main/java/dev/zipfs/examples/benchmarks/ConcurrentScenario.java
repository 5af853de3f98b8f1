package dev.zipfs.examples.benchmarks;

import dev.zipfs.Archive;
import dev.zipfs.ZipDrive;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;
import java.util.zip.ZipFile;

/**
 * Many readers at once, and small reads at random, through the mount: beside a passthrough in C and the JDK. Everything takes
 * turns in one run; medians are printed. Each mount is a JVM of its own, started for it. Linux only.
 */
public final class ConcurrentScenario implements Scenario {
    private static final int READERS = 8;
    private static final int PAGE = 4096;
    private static final long SIZE = 200_000_000;
    private static final long BUDGET = 512L << 20;

    /** Each page is read once, so that no read is answered by the kernel: first as many to warm up, then those that count. */
    private static final int READS = 20_000;

    private static final String[] ROOMY = {"-Xmx256m", "-XX:MaxDirectMemorySize=600m"};

    private final Path directory;
    private final Path plainFiles;
    private final Path files;
    private final Path plain;
    private final Path stored;
    private final Path deflated;
    private final Path point;
    private final Figures figures = new Figures();
    private final ByteBuffer page = ByteBuffer.allocateDirect(PAGE);
    private final ByteBuffer chunk = ByteBuffer.allocateDirect(1 << 20);

    private ConcurrentScenario(Path directory) throws IOException {
        this.directory = directory;
        this.plainFiles = directory.resolve("files");
        this.files = directory.resolve("files.zip");
        this.plain = directory.resolve("plain").resolve(Archives.ENTRY);
        this.stored = directory.resolve("stored.zip");
        this.deflated = directory.resolve("deflated.zip");
        this.point = Files.createDirectories(directory.resolve("mount"));
        Path written = directory.resolve("written");
        if (!Files.exists(written)) {
            ManyFiles.write(plainFiles, files);
            Files.createDirectories(plain.getParent());
            Archives.writePlain(plain, SIZE);
            Archives.store(plain, stored);
            Archives.deflate(plain, deflated);
            Files.createFile(written);
        }
    }

    /**
     * Runs it.
     *
     * @param args how many rounds, 5 by default; a directory to keep the archives in for the next run, none by default
     */
    public static void main(String[] args) throws Exception {
        Scenario.run(args, ConcurrentScenario::new);
    }

    @Override
    public void round() throws Exception {
        manyFiles();
        smallReads();
    }

    private void manyFiles() throws Exception {
        for (int readers : new int[] {1, READERS}) {
            String with = ", readers: " + readers;
            try (MountChild child = new MountChild(files, point, BUDGET, ROOMY)) {
                figures.note("files/s through the mount" + with, readFiles(readers));
                if (readers == READERS) {
                    dropAll();
                    figures.note("files/s through the mount, from memory" + with, readFiles(readers));
                }
            }
            if (bindfs(plainFiles)) {
                try {
                    figures.note("files/s through bindfs" + with, readFiles(readers));
                } finally {
                    unmount();
                }
            }
            try (Archive archive = ZipDrive.open(files)) {
                figures.note(
                        "files/s in process" + with,
                        ManyFiles.read(readers, name -> archive.entry(name).openChannel()));
            }
            try (ZipFile zip = new ZipFile(files.toFile())) {
                figures.note(
                        "files/s, JDK ZipFile" + with,
                        ManyFiles.readStreams(readers, name -> zip.getInputStream(zip.getEntry(name))));
            }
        }
    }

    private double readFiles(int readers) throws Exception {
        return ManyFiles.read(readers, name -> FileChannel.open(point.resolve(name), StandardOpenOption.READ));
    }

    /** One process per file would take longer than the reading: let one drop them all. */
    private void dropAll() throws Exception {
        String script = "find \"$1\" -type f -exec sh -c 'for f; do dd if=\"$f\" iflag=nocache count=0; done' sh {} +";
        if (Commands.run("sh", "-c", script, "sh", point.toString()) != 0) {
            throw new IOException("the kernel's cache cannot be emptied");
        }
    }

    private void smallReads() throws Exception {
        try (MountChild child = new MountChild(stored, point, BUDGET, ROOMY)) {
            figures.note("4 KiB reads/s, stored", random(child.file));
        }
        if (bindfs(plain.getParent())) {
            try {
                figures.note("4 KiB reads/s, bindfs", random(point.resolve(Archives.ENTRY)));
            } finally {
                unmount();
            }
        }
        try (MountChild child = new MountChild(deflated, point, BUDGET, ROOMY)) {
            readAll(child.file);
            Commands.dropFromKernel(child.file);
            figures.note("4 KiB reads/s, deflated, from memory", random(child.file));
        }
    }

    private void readAll(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            while (channel.read(chunk.clear()) > 0) {
                // Only to have it decoded.
            }
        }
    }

    private double random(Path file) throws IOException {
        int[] pages = shuffled((int) (SIZE / PAGE));
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            long start = 0;
            for (int i = 0; i < 2 * READS; i++) {
                if (i == READS) {
                    start = System.nanoTime();
                }
                if (channel.read(page.clear(), (long) pages[i] * PAGE) != PAGE) {
                    throw new IOException("a short read of page " + pages[i]);
                }
            }
            return READS / ((System.nanoTime() - start) / 1e9);
        }
    }

    private static int[] shuffled(int count) {
        int[] numbers = new int[count];
        Random random = new Random(7);
        for (int i = 0; i < count; i++) {
            int other = random.nextInt(i + 1);
            numbers[i] = numbers[other];
            numbers[other] = i;
        }
        return numbers;
    }

    private boolean bindfs(Path root) throws InterruptedException {
        return Commands.run("bindfs", "-r", "--multithreaded", root.toString(), point.toString()) == 0;
    }

    private void unmount() throws InterruptedException {
        Commands.run("fusermount", "-u", "-z", point.toString());
    }

    @Override
    public void print() {
        figures.print(directory);
        String many = ", readers: " + READERS;
        String one = ", readers: 1";
        for (String way : new String[] {"through the mount", "through bindfs", "in process", "JDK ZipFile"}) {
            String what = way.startsWith("JDK") ? "files/s, " + way : "files/s " + way;
            figures.ratio(what + many, what + one);
        }
        figures.ratio("files/s through the mount" + many, "files/s through bindfs" + many);
        figures.ratio("files/s through the mount, from memory" + many, "files/s through bindfs" + many);
        figures.ratio("files/s through the mount" + many, "files/s, JDK ZipFile" + many);
        figures.ratio("files/s in process" + many, "files/s, JDK ZipFile" + many);
        figures.ratio("4 KiB reads/s, stored", "4 KiB reads/s, bindfs");
        figures.ratio("4 KiB reads/s, deflated, from memory", "4 KiB reads/s, bindfs");
    }
}
