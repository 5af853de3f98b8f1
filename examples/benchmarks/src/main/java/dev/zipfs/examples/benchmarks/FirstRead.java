package dev.zipfs.examples.benchmarks;

import dev.zipfs.Archive;
import dev.zipfs.ZipDrive;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.zip.ZipFile;

/**
 * What a user waits for in a fresh JVM: from asking an archive that is open for a deflated entry to its first 4 KiB, so many
 * milliseconds after it was opened. Each figure is the median of fresh JVMs that take turns.
 */
public final class FirstRead {
    private static final int ROUNDS = 9;
    private static final String[] WAYS = {"zipfs", "ZipFile"};
    private static final int[] PAUSES = {0, 100, 600};

    private FirstRead() {}

    /** Runs it; with arguments it is one of those JVMs. */
    public static void main(String[] args) throws Exception {
        if (args.length > 0) {
            double millis = args[0].equals("zipfs")
                    ? zipfs(Path.of(args[1]), Integer.parseInt(args[2]))
                    : zipFile(Path.of(args[1]), Integer.parseInt(args[2]));
            System.out.println(millis);
            return;
        }
        Path directory = Files.createTempDirectory("zipfs-benchmark-");
        Path plain = directory.resolve("plain");
        Path archive = directory.resolve("deflated.zip");
        try {
            Archives.writePlain(plain, 16 << 20);
            Archives.deflate(plain, archive);
            compare(archive);
        } finally {
            Files.deleteIfExists(plain);
            Files.deleteIfExists(archive);
            Files.delete(directory);
        }
    }

    private static void compare(Path archive) throws Exception {
        double[][][] millis = new double[WAYS.length][PAUSES.length][ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            for (int way = 0; way < WAYS.length; way++) {
                for (int pause = 0; pause < PAUSES.length; pause++) {
                    millis[way][pause][round] = child(WAYS[way], archive, PAUSES[pause]);
                }
            }
        }
        for (int pause = 0; pause < PAUSES.length; pause++) {
            for (int way = 0; way < WAYS.length; way++) {
                double[] sorted = millis[way][pause];
                Arrays.sort(sorted);
                System.out.printf(
                        Locale.ROOT,
                        "%3d ms after opening, %-7s %6.2f ms%n",
                        PAUSES[pause],
                        WAYS[way],
                        sorted[ROUNDS / 2]);
            }
        }
    }

    private static double child(String way, Path archive, int pause) throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        FirstRead.class.getName(),
                        way,
                        archive.toString(),
                        Integer.toString(pause))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (InputStream out = process.getInputStream()) {
            return Double.parseDouble(new String(out.readAllBytes(), StandardCharsets.US_ASCII).trim());
        }
    }

    private static double zipfs(Path file, int pause) throws Exception {
        ByteBuffer page = ByteBuffer.allocate(4096);
        try (Archive archive = ZipDrive.open(file)) {
            // What is measured: a program that reads this long after it opened the archive.
            Thread.sleep(pause);
            long start = System.nanoTime();
            try (SeekableByteChannel channel = archive.entry(Archives.ENTRY).openChannel()) {
                channel.read(page);
                return (System.nanoTime() - start) / 1e6;
            }
        }
    }

    private static double zipFile(Path file, int pause) throws Exception {
        byte[] page = new byte[4096];
        try (ZipFile archive = new ZipFile(file.toFile())) {
            Thread.sleep(pause);
            long start = System.nanoTime();
            try (InputStream in = archive.getInputStream(archive.getEntry(Archives.ENTRY))) {
                in.readNBytes(page, 0, page.length);
                return (System.nanoTime() - start) / 1e6;
            }
        }
    }
}
