package dev.zipfs.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.zipfs.Archive;
import dev.zipfs.DriveStatistics.Metric;
import dev.zipfs.ZipDrive;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Archives that 7-Zip makes by each method it has: any sequence of reads gives slices of the file. */
@Timeout(120)
class SevenZipMethodsTest {
    private static final int SIZE = 1_500_000;

    @TempDir
    Path directory;

    /** Text of a kind: some words more often than others, and every part different. */
    private static byte[] content(int size) {
        SplittableRandom random = new SplittableRandom(21);
        StringBuilder text = new StringBuilder();
        while (text.length() < size) {
            int word = random.nextInt(1, random.nextInt(2, 4000));
            text.append(Integer.toString(word * 7919, 36)).append(random.nextInt(12) == 0 ? '\n' : ' ');
        }
        byte[] bytes = new byte[size];
        for (int i = 0; i < size; i++) {
            bytes[i] = (byte) text.charAt(i);
        }
        return bytes;
    }

    private Path packed(byte[] content, String... options) throws IOException, InterruptedException {
        Path file = directory.resolve("x.bin");
        Files.write(file, content);
        Path archive = directory.resolve("x.zip");
        List<String> line = new ArrayList<>(List.of("7z", "a", "-tzip"));
        line.addAll(List.of(options));
        line.addAll(List.of(archive.toString(), file.toString()));
        Process process;
        try {
            process = new ProcessBuilder(line)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException absent) {
            return abort("7z is not here: " + absent.getMessage());
        }
        process.getOutputStream().close();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
        return archive;
    }

    private static byte[] read(SeekableByteChannel channel, long position, int length) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(length);
        channel.position(position);
        while (buffer.hasRemaining() && channel.read(buffer) >= 0) {
            // Channels may give less than asked for.
        }
        return Arrays.copyOf(buffer.array(), buffer.position());
    }

    private static void assertReads(Path archive, byte[] content) throws IOException {
        try (Archive opened = ZipDrive.builder(archive).open();
                SeekableByteChannel channel = opened.entry("x.bin").openChannel()) {
            SplittableRandom random = new SplittableRandom(2);
            for (int i = 0; i < 40; i++) {
                int length = random.nextInt(1, 20_000);
                int position = random.nextInt(content.length - length);
                assertThat(read(channel, position, length))
                        .as("%d bytes at %d", length, position)
                        .isEqualTo(Arrays.copyOfRange(content, position, position + length));
            }
            assertThat(read(channel, 0, content.length)).isEqualTo(content);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Deflate64", "BZip2", "LZMA", "xz", "PPMd"})
    void eachMethodIsRead(String method) throws Exception {
        byte[] content = content(SIZE);
        assertReads(packed(content, "-mm=" + method), content);
    }

    /** A model of 1 MiB is used up several times: it starts again, or (from level 7 on) is cut down. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "-mm=PPMd:o=2:mem=1m",
                "-mm=PPMd:o=16:mem=1m",
                "-mx=9 -mm=PPMd:o=6:mem=1m",
                "-mx=9 -mm=PPMd:o=16:mem=1m"
            })
    void ppmdModelsThatAreUsedUpAreRead(String options) throws Exception {
        byte[] content = content(600_000);
        byte[] noise = new byte[100_000];
        new SplittableRandom(3).nextBytes(noise);
        System.arraycopy(noise, 0, content, 250_000, noise.length);
        assertReads(packed(content, options.split(" ")), content);
    }

    /** With next to no memory and no disk, a read decodes again what a section has and no more. */
    @ParameterizedTest
    @ValueSource(strings = {"Deflate64", "BZip2:pass=1"})
    void restartableMethodsDoNotStartAtTheBeginningEachTime(String method) throws Exception {
        byte[] content = content(6_000_000);
        Path archive = packed(content, "-mm=" + method, "-mx=1");
        try (Archive opened = ZipDrive.builder(archive)
                        .memoryBudget(0)
                        .diskBudget(0)
                        .readAhead(0)
                        .open();
                SeekableByteChannel channel = opened.entry("x.bin").openChannel()) {
            int reads = 0;
            for (int position = content.length - 4096; position >= 0; position -= 300_000, reads++) {
                assertThat(read(channel, position, 4096))
                        .isEqualTo(Arrays.copyOfRange(content, position, position + 4096));
            }
            assertThat(opened.statistics().get(Metric.BYTES_DECODED)).isLessThan(content.length + reads * (2L << 20));
            assertThat(opened.statistics().get(Metric.CHECKPOINTS)).isPositive();
        }
    }

    /** One wrong byte in the middle. */
    @ParameterizedTest
    @ValueSource(strings = {"Deflate64", "BZip2", "LZMA", "xz", "PPMd"})
    void damageIsToldAtTheLastByteAtTheLatest(String method) throws Exception {
        byte[] content = content(200_000);
        Path archive = packed(content, "-mm=" + method);
        byte[] bytes = Files.readAllBytes(archive);
        bytes[bytes.length / 2] ^= 0x10;
        Files.write(archive, bytes);
        try (Archive opened = ZipDrive.builder(archive).open()) {
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> opened.entry("x.bin").openStream().readAllBytes())
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining("x.bin");
            }
        }
    }

    @Test
    void ppmdDataThatClaimsMuchMemoryTakesLittle() throws Exception {
        byte[] content = content(100_000);
        assertReads(packed(content, "-mm=PPMd:o=8:mem=256m"), content);
    }
}
