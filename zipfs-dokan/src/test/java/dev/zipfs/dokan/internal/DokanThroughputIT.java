package dev.zipfs.dokan.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zipfs.MountPoint;
import dev.zipfs.MountedDrive;
import dev.zipfs.ZipDrive;
import dev.zipfs.testkit.model.ArchiveModel;
import dev.zipfs.testkit.model.Content;
import dev.zipfs.testkit.model.EntryModel;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * How fast a large stored entry is read through the whole library, against a file that a file system in C serves under the same
 * double, in one run. The best round of each counts. The size in MiB is {@code -Dzipfs.it.megabytes}. How fast is printed; only
 * {@code -Dzipfs.it.measure=true}, on a machine that does nothing else, makes less than the share wanted a failure.
 */
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class DokanThroughputIT {
    /** What the JVM needs to compile the way of a read, and a chance for both sides where others use the machine. */
    private static final int FEWEST_ROUNDS = 3;

    private static final int MOST_ROUNDS = 12;
    private static final double SHARE = 0.7;

    @RegisterExtension
    static final TestDrives drives = new TestDrives();

    @TempDir
    Path temp;

    @Test
    void readingThroughJavaKeepsUpWithC() throws Exception {
        long size = Integer.getInteger("zipfs.it.megabytes", 424) * (1L << 20);
        Path archive = temp.resolve("big.zip");
        ArchiveModel.of(EntryModel.file("file", Content.noise(size, 1)).build()).write(archive);
        Path c = Files.createDirectory(temp.resolve("c"));
        Process passthrough = new ProcessBuilder(DokanDouble.passthrough().toString(), archive.toString(), c.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String before = System.getProperty(LibrarySearch.LIBRARY, "");
        System.setProperty(LibrarySearch.LIBRARY, DokanDouble.library().toString());
        try (BufferedReader said = new BufferedReader(
                        new InputStreamReader(passthrough.getInputStream(), StandardCharsets.US_ASCII));
                MountedDrive drive = ZipDrive.builder(archive)
                        .backend("dokan")
                        .mountPoint(MountPoint.directory(temp.resolve("java")))
                        .mount()) {
            assertThat(said.readLine()).isEqualTo("mounted");
            double bestC = 0;
            double bestJava = 0;
            int mostRounds = Boolean.getBoolean("zipfs.it.measure") ? MOST_ROUNDS : FEWEST_ROUNDS;
            for (int i = 0; i < mostRounds && (i < FEWEST_ROUNDS || bestJava < SHARE * bestC); i++) {
                bestC = Math.max(bestC, speed(c.resolve("file")));
                bestJava = Math.max(bestJava, speed(drive.root().resolve("file")));
            }
            System.out.printf(
                    "reading %d MiB through the double: C %.0f MB/s, a stored entry %.0f MB/s, ratio %.2f%n",
                    size >> 20, bestC, bestJava, bestJava / bestC);
            if (Boolean.getBoolean("zipfs.it.measure")) {
                assertThat(bestJava / bestC).as("share of the speed of C").isGreaterThanOrEqualTo(SHARE);
            }
        } finally {
            System.setProperty(LibrarySearch.LIBRARY, before);
            TestDrives.shell("fusermount3 -u \"$1\"", c);
            assertThat(passthrough.waitFor(20, TimeUnit.SECONDS)).isTrue();
        }
    }

    private static double speed(Path file) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 20);
        long start = System.nanoTime();
        long total = 0;
        try (FileChannel channel = FileChannel.open(file)) {
            for (int n; (n = channel.read(buffer.clear())) >= 0; ) {
                total += n;
            }
        }
        assertThat(total).isEqualTo(Files.size(file));
        return total / ((System.nanoTime() - start) / 1e9) / 1e6;
    }
}
