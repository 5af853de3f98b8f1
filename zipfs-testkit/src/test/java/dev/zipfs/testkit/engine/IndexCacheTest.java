package dev.zipfs.testkit.engine;

import static dev.zipfs.testkit.assertion.DriveAssertions.assertThatArchive;
import static org.assertj.core.api.Assertions.assertThat;

import dev.zipfs.Archive;
import dev.zipfs.DriveStatistics.Metric;
import dev.zipfs.ZipDrive;
import dev.zipfs.testkit.generate.Read;
import dev.zipfs.testkit.generate.ReadConsistency;
import dev.zipfs.testkit.model.ArchiveModel;
import dev.zipfs.testkit.model.Content;
import dev.zipfs.testkit.model.Damage;
import dev.zipfs.testkit.model.EntryModel;
import dev.zipfs.testkit.model.InMemoryArchive;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Restart points kept between openings make reads cheaper, never wrong. */
@Timeout(120)
class IndexCacheTest {
    private static final int SIZE = 6 << 20;
    private static final Content CONTENT = Content.noise(SIZE, 11);
    private static final List<Read> FROM_THE_END =
            List.of(new Read(SIZE - 5000, 4096, false), new Read(SIZE / 2, 4096, true), new Read(100, 4096, false));

    private static final int FILE_HEAD = 48;
    private static final int INDEX_HEAD = 40;

    @TempDir
    Path kept;

    private static ArchiveModel model(Content content) {
        return Opening.model(EntryModel.file("big.bin", content).deflated(1));
    }

    private Archive open(ArchiveModel model) throws IOException {
        return ZipDrive.builder(InMemoryArchive.of(model))
                .memoryBudget(0)
                .diskBudget(0)
                .readAhead(0)
                .indexCache(kept)
                .open();
    }

    private static void check(Archive archive, Content content) throws IOException {
        try (SeekableByteChannel channel = archive.entry("big.bin").openChannel()) {
            ReadConsistency.check((at, dst) -> channel.position(at).read(dst), content, FROM_THE_END);
        }
    }

    private void fill() throws IOException {
        try (Archive archive = open(model(CONTENT))) {
            assertThatArchive(archive).hasFile("big.bin", CONTENT);
        }
    }

    private List<Path> files() throws IOException {
        List<Path> files = new ArrayList<>();
        try (Stream<Path> walk = Files.walk(kept)) {
            walk.filter(Files::isRegularFile).forEach(files::add);
        }
        return files;
    }

    @Test
    void nextOpeningSeeksAtOnce() throws Exception {
        fill();
        assertThat(files()).isNotEmpty();
        try (Archive archive = open(model(CONTENT))) {
            check(archive, CONTENT);
            assertThat(archive.statistics().get(Metric.BYTES_DECODED)).isLessThan(SIZE);
        }
    }

    /** Same name, size, everything but the content. */
    @Test
    void anotherArchiveIsNotReadByThem() throws Exception {
        fill();
        Content other = Content.noise(SIZE, 12);
        try (Archive archive = open(model(other))) {
            check(archive, other);
        }
    }

    @Test
    void damagedFilesAreIgnoredOrHarmless() throws Exception {
        fill();
        for (Path file : files()) {
            byte[] sound = Files.readAllBytes(file);
            for (int seed = 0; seed < 15; seed++) {
                Files.write(file, Damage.any(sound, seed));
                try (Archive archive = open(model(CONTENT))) {
                    check(archive, CONTENT);
                }
            }
        }
    }

    /** Both checksums fit, so that only decoding finds out. */
    @Test
    void madeUpFilesAreHarmless() throws Exception {
        fill();
        for (Path file : files()) {
            byte[] sound = Files.readAllBytes(file);
            for (int seed = 0; seed < 15; seed++) {
                byte[] madeUp = sound.clone();
                Random random = new Random(seed);
                for (int i = 0; i < 20; i++) {
                    madeUp[FILE_HEAD + INDEX_HEAD + random.nextInt(sound.length - FILE_HEAD - INDEX_HEAD)] ^= 0x10;
                }
                Files.write(file, checksummed(madeUp));
                try (Archive archive = open(model(CONTENT))) {
                    check(archive, CONTENT);
                }
                try (Archive archive = open(model(CONTENT))) {
                    assertThatArchive(archive).hasFile("big.bin", CONTENT);
                }
            }
        }
    }

    /** The index ends in the checksum of all of it; the file's head does in that of the index. */
    private static byte[] checksummed(byte[] file) {
        ByteBuffer bytes = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
        int end = file.length - Integer.BYTES;
        bytes.putInt(end, crc(file, FILE_HEAD, end));
        bytes.putInt(FILE_HEAD - Integer.BYTES, crc(file, FILE_HEAD, file.length));
        return file;
    }

    private static int crc(byte[] bytes, int from, int to) {
        CRC32 crc = new CRC32();
        crc.update(bytes, from, to - from);
        return (int) crc.getValue();
    }

    @Test
    void directoryThatCannotBeMadeCostsNothingButSpeed() throws Exception {
        kept = Files.createFile(kept.resolve("file")).resolve("below");
        try (Archive archive = open(model(CONTENT))) {
            check(archive, CONTENT);
        }
    }
}
