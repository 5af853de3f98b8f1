package dev.zipfs.testkit.engine;

import static dev.zipfs.testkit.assertion.DriveAssertions.assertThatArchive;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zipfs.Archive;
import dev.zipfs.ArchiveFormatException;
import dev.zipfs.MountedDrive;
import dev.zipfs.UnsupportedFeatureException;
import dev.zipfs.ZipDrive;
import dev.zipfs.ZipDriveException;
import dev.zipfs.testkit.fake.FakeBackend;
import dev.zipfs.testkit.model.ArchiveEnd;
import dev.zipfs.testkit.model.ArchiveModel;
import dev.zipfs.testkit.model.Content;
import dev.zipfs.testkit.model.Descriptor;
import dev.zipfs.testkit.model.EntryModel;
import dev.zipfs.testkit.model.ExpectedTree;
import dev.zipfs.testkit.model.SplitArchive;
import dev.zipfs.testkit.model.Zip64;
import dev.zipfs.testkit.model.Zip64Field;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Archives in several files, opened by any of them. */
class SplitArchivesTest {
    private static final Content STORED = Content.noise(200_000, 1);
    private static final Content DEFLATED = Content.offsets(300_000);
    private static final ExpectedTree TREE = ExpectedTree.builder()
            .file("stored.bin", STORED)
            .file("d/deflated.bin", DEFLATED)
            .file("d/small.txt", "small")
            .file("last.txt", "last")
            .build();

    @TempDir
    Path directory;

    private static ArchiveModel.Builder archive() {
        return ArchiveModel.builder()
                .add(
                        EntryModel.file("stored.bin", STORED).build(),
                        EntryModel.file("d/deflated.bin", DEFLATED)
                                .deflated()
                                .descriptor(Descriptor.SIGNED)
                                .build(),
                        EntryModel.file("d/small.txt", "small").build(),
                        EntryModel.file("last.txt", "last").deflated().build());
    }

    private static void opens(Path file) throws IOException {
        try (Archive archive = ZipDrive.open(file)) {
            assertThat(archive.warnings()).as("%s", file).isEmpty();
            assertThatArchive(archive).hasTree(TREE);
        }
    }

    /** So small that a header has a disk of its own, and so large that the directory is on one disk with data. */
    @ParameterizedTest
    @ValueSource(ints = {30, 4096, 65_536, 250_000})
    void disksAreOneArchiveByWhicheverPartTheyAreOpened(int partSize) throws Exception {
        List<byte[]> parts = SplitArchive.disks(archive(), partSize);
        List<Path> files = SplitArchive.writeDisks(parts, directory, "game");
        opens(files.get(files.size() - 1));
        opens(files.get(0));
        opens(files.get(files.size() / 2));
    }

    @Test
    void zip64HoldsDisksAndOffsetsInEveryPlace() throws Exception {
        ArchiveModel.Builder wide = ArchiveModel.builder()
                .add(
                        EntryModel.file("stored.bin", STORED)
                                .zip64Fields(Zip64Field.values())
                                .build(),
                        EntryModel.file("d/deflated.bin", DEFLATED)
                                .deflated()
                                .zip64Fields(Zip64Field.OFFSET)
                                .build(),
                        EntryModel.file("d/small.txt", "small")
                                .zip64Fields(Zip64Field.DISK)
                                .build(),
                        EntryModel.file("last.txt", "last")
                                .deflated()
                                .zip64Fields(Zip64Field.OFFSET, Zip64Field.DISK)
                                .build())
                .end(ArchiveEnd.builder().zip64(Zip64.FORCED).build());
        List<byte[]> parts = SplitArchive.disks(wide, 50_000);
        opens(SplitArchive.writeDisks(parts, directory, "wide").get(parts.size() - 1));
    }

    @Test
    void moreThanNinetyNinePartsGoOnWithThreeDigits() throws Exception {
        List<byte[]> parts = SplitArchive.disks(archive(), 1700);
        assertThat(parts).hasSizeGreaterThan(120);
        List<Path> files = SplitArchive.writeDisks(parts, directory, "many");
        assertThat(files.get(99)).hasFileName("many.z100");
        opens(files.get(files.size() - 1));
        opens(files.get(99));
    }

    @ParameterizedTest
    @ValueSource(ints = {1000, 4096, 499_999})
    void rawPartsAreOneArchiveByWhicheverPartTheyAreOpened(int partSize) throws Exception {
        byte[] whole = archive().build().toBytes();
        List<Path> files = SplitArchive.writeRaw(
                SplitArchive.raw(whole, Math.min(partSize, whole.length - 10)), directory, "game.zip");
        opens(files.get(0));
        opens(files.get(files.size() / 2));
        opens(files.get(files.size() - 1));
    }

    @Test
    void namesMayDifferInCase() throws Exception {
        List<Path> files = SplitArchive.writeDisks(SplitArchive.disks(archive(), 60_000), directory, "Game");
        Path last = files.get(files.size() - 1);
        for (Path part : files.subList(0, files.size() - 1)) {
            Files.move(part, part.resolveSibling(part.getFileName().toString().toUpperCase(Locale.ROOT)));
        }
        opens(last);
        opens(directory.resolve("GAME.Z01"));
    }

    @Test
    void missingPartIsNamed() throws Exception {
        List<Path> disks = SplitArchive.writeDisks(SplitArchive.disks(archive(), 60_000), directory, "game");
        Files.delete(disks.get(1));
        assertThatThrownBy(() -> ZipDrive.open(disks.get(disks.size() - 1)))
                .isInstanceOf(ArchiveFormatException.class)
                .hasMessageContaining("game.z02")
                .hasMessageContaining("no such file");
        Files.delete(disks.get(disks.size() - 1));
        assertThatThrownBy(() -> ZipDrive.open(disks.get(0)))
                .isInstanceOf(ArchiveFormatException.class)
                .hasMessageContaining("game.zip");

        byte[] whole = archive().build().toBytes();
        List<Path> raw = SplitArchive.writeRaw(SplitArchive.raw(whole, 60_000), directory, "raw.zip");
        Files.delete(raw.get(2));
        for (Path file : List.of(raw.get(0), raw.get(raw.size() - 1))) {
            assertThatThrownBy(() -> ZipDrive.open(file))
                    .isInstanceOf(ArchiveFormatException.class)
                    .hasMessageContaining("raw.zip.003");
        }
        for (Path file : raw.subList(1, raw.size())) {
            Files.deleteIfExists(file);
        }
        assertThatThrownBy(() -> ZipDrive.open(raw.get(0)))
                .isInstanceOf(ArchiveFormatException.class)
                .hasMessageContaining("raw.zip.002");
    }

    @Test
    void missingLastRawPartIsSuspected() throws Exception {
        byte[] whole = archive().build().toBytes();
        List<Path> raw = SplitArchive.writeRaw(SplitArchive.raw(whole, 60_000), directory, "raw.zip");
        Files.delete(raw.get(raw.size() - 1));
        assertThatThrownBy(() -> ZipDrive.open(raw.get(0)))
                .isInstanceOf(ArchiveFormatException.class)
                .hasMessageContaining("part " + raw.size());
    }

    @Test
    void lastPartAloneIsAMultiPartArchive() throws Exception {
        List<Path> disks = SplitArchive.writeDisks(SplitArchive.disks(archive(), 60_000), directory, "game");
        Path alone = Files.move(disks.get(disks.size() - 1), directory.resolve("alone.zip"));
        assertThatThrownBy(() -> ZipDrive.open(alone))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining("multi-part")
                .hasMessageContaining("z01");
    }

    /** An archive in one piece is that, whatever lies beside it. */
    @Test
    void wholeArchivesStandForThemselves() throws Exception {
        byte[] whole = archive().build().toBytes();
        Files.write(directory.resolve("game.z01"), new byte[100]);
        opens(Files.write(directory.resolve("game.zip"), whole));
        Files.write(directory.resolve("backup.zip.002"), whole);
        opens(Files.write(directory.resolve("backup.zip.001"), whole));
        opens(directory.resolve("backup.zip.002"));
        opens(Files.write(directory.resolve("other.zip.002"), whole));
    }

    /** Lies about disks cost the entry, not the archive, and never a wrong byte. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 5, 0xFFFE, 0xFFFF})
    void noDiskNumberLeadsAstray(int disk) throws Exception {
        List<byte[]> parts = SplitArchive.disks(archive(), 60_000);
        byte[] end = parts.get(parts.size() - 1);
        for (int at = 0; at < end.length - 46; at++) {
            if (end[at] == 'P' && end[at + 1] == 'K' && end[at + 2] == 1 && end[at + 3] == 2) {
                end[at + 34] = (byte) disk;
                end[at + 35] = (byte) (disk >> 8);
            }
        }
        Path last = SplitArchive.writeDisks(parts, directory, "lies").get(parts.size() - 1);
        try (Archive archive = ZipDrive.open(last)) {
            for (String path : List.of("stored.bin", "d/deflated.bin", "d/small.txt", "last.txt")) {
                byte[] wanted =
                        TREE.find(path).orElseThrow().content().orElseThrow().toBytes();
                try (InputStream in = archive.entry(path).openStream()) {
                    assertThat(in.readAllBytes()).as(path).isEqualTo(wanted);
                } catch (ArchiveFormatException lost) {
                    assertThat(lost.entry()).hasValue(path);
                }
            }
        }
    }

    @Test
    void partsCutShortAreFoundWhereTheyAreRead() throws Exception {
        List<Path> disks = SplitArchive.writeDisks(SplitArchive.disks(archive(), 60_000), directory, "game");
        byte[] second = Files.readAllBytes(disks.get(1));
        Files.write(disks.get(1), Arrays.copyOf(second, second.length - 1000));
        try (Archive archive = ZipDrive.open(disks.get(disks.size() - 1))) {
            assertThatThrownBy(() -> archive.entry("stored.bin").openStream().readAllBytes())
                    .isInstanceOf(ZipDriveException.class);
            assertThatArchive(archive).hasFile("last.txt", "last");
        }
    }

    @Test
    void mountFindsThePartsToo() throws Exception {
        List<Path> disks = SplitArchive.writeDisks(SplitArchive.disks(archive(), 60_000), directory, "game");
        try (MountedDrive drive = ZipDrive.builder(disks.get(0)).backend("fake").mount()) {
            assertThat(FakeBackend.mountOf(drive).view()).isNotNull();
        }
    }
}
