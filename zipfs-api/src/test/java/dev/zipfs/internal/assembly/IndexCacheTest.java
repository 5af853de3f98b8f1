package dev.zipfs.internal.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zipfs.Archive;
import dev.zipfs.DriveStatistics.Metric;
import dev.zipfs.ZipDrive;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a first mount leaves behind for the next one. */
class IndexCacheTest {
    private static final int MIB = 1 << 20;
    private static final int SIZE = 3 * MIB;

    @TempDir
    Path dir;

    private byte[] content;
    private Path archive;
    private Path cache;

    private void makeArchive() throws IOException {
        content = words(SIZE, 5);
        archive = dir.resolve("game.zip");
        cache = dir.resolve("kept/here");
        write(archive, content);
    }

    /** A cold JVM decodes with Inflater, which leaves no places behind, until our decoder is compiled. */
    @BeforeEach
    void warmUp() throws IOException {
        makeArchive();
        Path chosen = cache;
        cache = dir.resolve("warm-up");
        for (int i = 0; i < 200 && !Files.exists(cache); i++) {
            decodedForTail(archive);
        }
        cache = chosen;
    }

    @Test
    void secondOpenSeeksWithoutDecodingWhatLiesBefore() throws IOException {
        assertThat(decodedForTail(archive)).isGreaterThanOrEqualTo(SIZE);
        assertThat(decodedForTail(archive)).isLessThan(SIZE / 2);
        assertThat(keptFiles()).hasSize(1);
    }

    @Test
    void withoutACacheDirectoryNothingIsWritten() throws IOException {
        try (Archive opened = ZipDrive.open(archive)) {
            readTail(opened);
        }
        assertThat(cache).doesNotExist();
    }

    @Test
    void changedArchiveIsNotReadWithOldPlaces() throws IOException {
        decodedForTail(archive);
        byte[] other = words(SIZE, 6);
        FileTime time = Files.getLastModifiedTime(archive);
        write(archive, other);
        Files.setLastModifiedTime(archive, time);
        content = other;
        assertThat(decodedForTail(archive)).isGreaterThanOrEqualTo(SIZE);
    }

    @Test
    void damagedFilesAreIgnored() throws IOException {
        decodedForTail(archive);
        Path file = keptFiles().get(0);
        byte[] kept = Files.readAllBytes(file);
        Random random = new Random(11);
        for (int i = 0; i < 8; i++) {
            byte[] damaged = kept.clone();
            damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
            Files.write(file, i % 4 == 0 ? Arrays.copyOf(damaged, random.nextInt(damaged.length)) : damaged);
            assertThat(decodedForTail(archive)).as("damage %d", i).isGreaterThanOrEqualTo(SIZE);
            assertThat(Files.readAllBytes(file))
                    .as("written anew after damage %d", i)
                    .isEqualTo(kept);
        }
    }

    @Test
    void placeThatCannotBeWrittenCostsNothing() throws IOException {
        Path file = Files.createFile(dir.resolve("file"));
        cache = file.resolve("below");
        assertThat(decodedForTail(archive)).isGreaterThanOrEqualTo(SIZE);
    }

    @Test
    void noPartIsLeftBehind() throws IOException {
        decodedForTail(archive);
        try (Stream<Path> files = Files.list(cache)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .allMatch(name -> name.endsWith(".zipfs-index"));
        }
    }

    private long decodedForTail(Path file) throws IOException {
        try (Archive opened =
                ZipDrive.builder(file).indexCache(cache).readAhead(0).open()) {
            readTail(opened);
            return opened.statistics().get(Metric.BYTES_DECODED);
        }
    }

    private void readTail(Archive opened) throws IOException {
        try (SeekableByteChannel channel = opened.entry("data/game.bin").openChannel()) {
            int from = SIZE - 4096;
            ByteBuffer dst = ByteBuffer.allocate(4096);
            assertThat(channel.position(from).read(dst)).isEqualTo(4096);
            assertThat(dst.array()).isEqualTo(Arrays.copyOfRange(content, from, SIZE));
        }
    }

    private List<Path> keptFiles() throws IOException {
        try (Stream<Path> files = Files.list(cache)) {
            return files.toList();
        }
    }

    private static byte[] words(int size, long seed) {
        Random random = new Random(seed);
        byte[][] words = new byte[512][];
        for (int i = 0; i < words.length; i++) {
            words[i] = new byte[3 + random.nextInt(9)];
            random.nextBytes(words[i]);
        }
        byte[] content = new byte[size];
        for (int at = 0; at < size; ) {
            byte[] word = words[random.nextInt(words.length)];
            int n = Math.min(word.length, size - at);
            System.arraycopy(word, 0, content, at, n);
            at += n;
        }
        return content;
    }

    private static void write(Path file, byte[] content) throws IOException {
        try (OutputStream out = Files.newOutputStream(file);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            ZipEntry entry = new ZipEntry("data/game.bin");
            entry.setTime(1_700_000_000_000L);
            zip.putNextEntry(entry);
            zip.write(content);
        }
    }
}
