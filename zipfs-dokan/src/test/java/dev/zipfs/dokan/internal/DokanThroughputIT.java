package dev.zipfs.dokan.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zipfs.spi.OpenFile;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * How fast a large file is read through callbacks in Java, against callbacks in C under the same double, in one run. The size
 * in MiB is {@code -Dzipfs.it.megabytes}, 424 for the one that is quoted in prose.
 */
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class DokanThroughputIT {
    private static final int ROUNDS = 5;

    @RegisterExtension
    static final TestDrives drives = new TestDrives();

    @TempDir
    Path temp;

    /** A stored entry: bytes that lie in a file as they are. */
    private record Stored(FileChannel channel, long size) implements OpenFile {
        @Override
        public int read(long position, ByteBuffer dst) throws IOException {
            return channel.read(dst, position);
        }

        @Override
        public void close() {}
    }

    @Test
    void readingThroughJavaKeepsUpWithC() throws Exception {
        int megabytes = Integer.getInteger("zipfs.it.megabytes", 128);
        Path big = temp.resolve("big");
        write(big, megabytes);
        Path java = temp.resolve("java");
        Path c = Files.createDirectory(temp.resolve("c"));
        Process passthrough = new ProcessBuilder(DokanDouble.passthrough().toString(), big.toString(), c.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (FileChannel channel = FileChannel.open(big);
                BufferedReader said = new BufferedReader(
                        new InputStreamReader(passthrough.getInputStream(), StandardCharsets.US_ASCII))) {
            assertThat(said.readLine()).isEqualTo("mounted");
            drives.mount(
                    MemoryView.windows().file("file", channel.size(), () -> new Stored(channel, channel.size())), java);

            double bestC = 0;
            double bestJava = 0;
            for (int i = 0; i < ROUNDS; i++) {
                bestC = Math.max(bestC, speed(c.resolve("file")));
                bestJava = Math.max(bestJava, speed(java.resolve("file")));
            }
            System.out.printf(
                    "reading %d MiB through the double: C %.0f MB/s, Java %.0f MB/s, ratio %.2f%n",
                    megabytes, bestC, bestJava, bestJava / bestC);
            assertThat(Files.mismatch(java.resolve("file"), big)).isEqualTo(-1);
            assertThat(bestJava / bestC).as("share of the speed of C").isGreaterThan(0.7);
        } finally {
            TestDrives.shell("fusermount3 -u \"$1\"", c);
            assertThat(passthrough.waitFor(20, TimeUnit.SECONDS)).isTrue();
        }
    }

    private static void write(Path file, int megabytes) throws IOException {
        byte[] bytes = new byte[1 << 20];
        Random random = new Random(1);
        try (FileChannel out = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            for (int i = 0; i < megabytes; i++) {
                random.nextBytes(bytes);
                out.write(ByteBuffer.wrap(bytes));
            }
        }
    }

    private static double speed(Path file) {
        ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 20);
        long start = System.nanoTime();
        long total = 0;
        try (FileChannel channel = FileChannel.open(file)) {
            for (int n; (n = channel.read(buffer.clear())) >= 0; ) {
                total += n;
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return total / ((System.nanoTime() - start) / 1e9) / 1e6;
    }
}
