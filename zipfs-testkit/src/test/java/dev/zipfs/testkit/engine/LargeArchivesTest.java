package dev.zipfs.testkit.engine;

import static dev.zipfs.testkit.assertion.DriveAssertions.assertThatArchive;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zipfs.Archive;
import dev.zipfs.ArchiveLimits;
import dev.zipfs.LimitExceededException;
import dev.zipfs.NameRules;
import dev.zipfs.ZipDrive;
import dev.zipfs.testkit.generate.Read;
import dev.zipfs.testkit.generate.ReadConsistency;
import dev.zipfs.testkit.model.ArchiveEnd;
import dev.zipfs.testkit.model.ArchiveModel;
import dev.zipfs.testkit.model.Content;
import dev.zipfs.testkit.model.EntryModel;
import dev.zipfs.testkit.model.ZipWriter;
import java.io.InputStream;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** More than 32 and 16 bits can say. */
@Timeout(120)
class LargeArchivesTest {
    private static final long GIB = 1L << 30;

    @TempDir
    Path directory;

    @Test
    void entryBeyondFourGigabytesIsReadAnywhere() throws Exception {
        Content huge = Content.sparse(5 * GIB, GIB);
        Path file = directory.resolve("huge.zip");
        ArchiveModel.of(
                        EntryModel.file("huge.bin", huge).build(),
                        EntryModel.file("behind.txt", "behind").deflated().build())
                .write(file);

        try (Archive archive = ZipDrive.open(file);
                SeekableByteChannel channel = archive.entry("huge.bin").openChannel()) {
            assertThat(archive.entry("huge.bin").size()).isEqualTo(5 * GIB);
            ReadConsistency.check(
                    (position, dst) -> channel.position(position).read(dst),
                    huge,
                    List.of(
                            new Read(4 * GIB - 10, 30, false),
                            new Read(0, 8, true),
                            new Read(5 * GIB - 7, 100, false),
                            new Read(5 * GIB, 1, false),
                            new Read(2 * GIB, 65_536, true)));
            assertThatArchive(archive).hasFile("behind.txt", "behind");
        }
    }

    /** The largest size that four bytes say, which is also the mark of ZIP64, its neighbours, and none at all. */
    @ParameterizedTest
    @ValueSource(longs = {0, 0xFFFF_FFFEL, 0xFFFF_FFFFL, 1L << 32})
    void sizesAroundThirtyTwoBitsAreTakenAsTheyAre(long size) throws Exception {
        Content content = Content.sparse(size, GIB);
        Path file = directory.resolve("edge.zip");
        ArchiveModel.of(
                        EntryModel.file("edge.bin", content).build(),
                        EntryModel.file("behind.txt", "behind").build())
                .write(file);

        try (Archive archive = ZipDrive.open(file);
                SeekableByteChannel channel = archive.entry("edge.bin").openChannel()) {
            assertThat(archive.entry("edge.bin").size()).isEqualTo(size);
            List<Read> ends = List.of(new Read(Math.max(0, size - 20), 30, false), new Read(0, 10, true));
            ReadConsistency.check((position, dst) -> channel.position(position).read(dst), content, ends);
            assertThatArchive(archive).hasFile("behind.txt", "behind");
            assertThat(archive.warnings()).isEmpty();
        }
    }

    @Test
    void bombCostsOnlyWhatIsReadOfIt() throws Exception {
        Path file = directory.resolve("bomb.zip");
        ArchiveModel.of(EntryModel.file("bomb", Content.zeros(6 * GIB))
                        .deflated(9)
                        .build())
                .write(file);

        try (Archive archive = ZipDrive.open(file);
                InputStream in = archive.entry("bomb").openStream()) {
            assertThat(archive.entry("bomb").size()).isEqualTo(6 * GIB);
            assertThat(in.readNBytes(1 << 20)).hasSize(1 << 20).containsOnly(0);
        }
    }

    @Test
    void hundredThousandEntriesInManyFolders() throws Exception {
        Path file = directory.resolve("many.zip");
        int count = 100_000;
        try (ZipWriter writer = ZipWriter.create(file)) {
            for (int i = 0; i < count; i++) {
                writer.add(EntryModel.file("d" + i % 1000 + "/e" + i % 7 + "/" + i + ".txt", String.valueOf(i))
                        .build());
            }
            writer.finish(ArchiveEnd.plain());
        }
        for (NameRules rules : NameRules.values()) {
            try (Archive archive = ZipDrive.builder(file).nameRules(rules).open()) {
                assertThat(archive.entryCount()).isEqualTo(count);
                assertThat(archive.walk().count()).isEqualTo(count + 1000 + 7000);
                assertThat(archive.warnings()).isEmpty();
                assertThatArchive(archive).hasFile("d999/e4/99999.txt", "99999").hasFile("d0/e0/0.txt", "0");
            }
        }
    }

    @Test
    void limitsAreNamed() throws Exception {
        ArchiveModel model = Opening.model(
                EntryModel.file("a/b/c/d/e.txt", "x"),
                EntryModel.file("f".repeat(100), "x"),
                EntryModel.file("g", "x"));
        ArchiveLimits.Builder[] tooSmall = {
            ArchiveLimits.builder().maxEntries(2),
            ArchiveLimits.builder().maxNameBytes(50),
            ArchiveLimits.builder().maxIndexBytes(100)
        };
        String[] names = {"maxEntries", "maxNameBytes", "maxIndexBytes"};
        for (int i = 0; i < names.length; i++) {
            String option = names[i];
            ZipDrive.Builder builder = Opening.builder(model, NameRules.POSIX).limits(tooSmall[i].build());
            assertThatThrownBy(builder::open)
                    .isInstanceOfSatisfying(
                            LimitExceededException.class,
                            failure -> assertThat(failure.option()).isEqualTo(option));
        }
    }
}
