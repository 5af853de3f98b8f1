package dev.zipfs.testkit.engine;

import static dev.zipfs.testkit.assertion.DriveAssertions.assertThatArchive;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zipfs.Archive;
import dev.zipfs.ArchiveLimits;
import dev.zipfs.LimitExceededException;
import dev.zipfs.NameRules;
import dev.zipfs.ZipDrive;
import dev.zipfs.testkit.model.ArchiveEnd;
import dev.zipfs.testkit.model.ArchiveModel;
import dev.zipfs.testkit.model.Content;
import dev.zipfs.testkit.model.EntryModel;
import dev.zipfs.testkit.model.ZipWriter;
import java.io.InputStream;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** More than 32 and 16 bits can say. */
@Timeout(120)
class LargeArchivesTest {
    private static final long GIB = 1L << 30;

    @TempDir
    Path directory;

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
