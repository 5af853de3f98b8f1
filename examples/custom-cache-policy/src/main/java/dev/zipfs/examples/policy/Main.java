package dev.zipfs.examples.policy;

import dev.zipfs.Archive;
import dev.zipfs.DriveStatistics.Metric;
import dev.zipfs.ZipDrive;
import dev.zipfs.cache.CachePolicies;
import dev.zipfs.cache.CachePolicy;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Shows what a policy of one's own is good for: a film that is larger than the cache must not cost the program. */
public final class Main {
    private static final int MIB = 1 << 20;

    private Main() {}

    /**
     * Starts the program.
     *
     * @param args unused
     * @throws IOException if the archive cannot be written or read
     */
    public static void main(String[] args) throws IOException {
        Path file = Files.createTempFile("policy", ".zip");
        try {
            writeArchive(file);
            System.out.println(
                    "A program of 1 MiB is read, a film of 8 MiB, then the program again, with 2 MiB of cache.");
            System.out.println(
                    "CachePolicies.lru():  " + decodedAgain(file, CachePolicies.lru()) + " bytes decoded again");
            System.out.println(
                    "LauncherPolicy:       " + decodedAgain(file, new LauncherPolicy()) + " bytes decoded again");
        } finally {
            Files.delete(file);
        }
    }

    /** How much of the program has to be decoded a second time. */
    static long decodedAgain(Path file, CachePolicy policy) throws IOException {
        try (Archive archive = ZipDrive.builder(file)
                .cachePolicy(policy)
                .memoryBudget(2 * MIB)
                .diskBudget(0)
                .open()) {
            read(archive, "game.exe");
            read(archive, "film.bin");
            long before = archive.statistics().get(Metric.BYTES_DECODED);
            read(archive, "game.exe");
            return archive.statistics().get(Metric.BYTES_DECODED) - before;
        }
    }

    private static void read(Archive archive, String path) throws IOException {
        try (InputStream stream = archive.entry(path).openStream()) {
            stream.transferTo(OutputStream.nullOutputStream());
        }
    }

    static void writeArchive(Path file) throws IOException {
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            write(zip, "game.exe", MIB);
            write(zip, "film.bin", 8 * MIB);
        }
    }

    private static void write(ZipOutputStream zip, String path, int size) throws IOException {
        byte[] bytes = new byte[size];
        new Random(size).nextBytes(bytes);
        zip.putNextEntry(new ZipEntry(path));
        zip.write(bytes);
        zip.closeEntry();
    }
}
