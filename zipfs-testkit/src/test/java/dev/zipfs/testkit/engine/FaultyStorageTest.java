package dev.zipfs.testkit.engine;

import static dev.zipfs.testkit.assertion.DriveAssertions.assertThatArchive;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zipfs.Archive;
import dev.zipfs.ZipDrive;
import dev.zipfs.testkit.corpus.Corpus;
import dev.zipfs.testkit.fake.FaultySource;
import dev.zipfs.testkit.model.ArchiveModel;
import dev.zipfs.testkit.model.Content;
import dev.zipfs.testkit.model.EntryModel;
import dev.zipfs.testkit.model.InMemoryArchive;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What happens when the archive's storage does not do what it should. */
@Timeout(60)
class FaultyStorageTest {
    private static final Content CONTENT = Content.random(3 << 20, 4);
    private static final ArchiveModel MODEL = Opening.model(
            EntryModel.file("stored", CONTENT),
            EntryModel.file("deflated", CONTENT).deflated(),
            EntryModel.file("ok.txt", "ok\n"));

    @TempDir
    Path directory;

    @Test
    void badSectorFailsTheReadsThatTouchIt() throws Exception {
        FaultySource source = FaultySource.over(InMemoryArchive.of(MODEL));
        try (Archive archive = ZipDrive.builder(source).open()) {
            source.failBetween(1 << 20, (1 << 20) + 512);
            assertThatThrownBy(() -> archive.entry("stored").openStream().readAllBytes())
                    .isInstanceOf(IOException.class);
            assertThatArchive(archive).hasFile("deflated", CONTENT).hasFile("ok.txt", "ok\n");
            source.repair();
            assertThatArchive(archive).hasFile("stored", CONTENT);
        }
    }

    @Test
    void storageThatGoesAwayIsAnErrorAndNotADeadDrive() throws Exception {
        FaultySource source = FaultySource.over(InMemoryArchive.of(MODEL));
        try (Archive archive = ZipDrive.builder(source).readAhead(0).open()) {
            source.disappear();
            for (String path : List.of("stored", "deflated", "ok.txt")) {
                assertThatThrownBy(() -> archive.entry(path).openStream().readAllBytes())
                        .as(path)
                        .isInstanceOf(IOException.class);
            }
            assertThat(archive.walk().count()).isEqualTo(3);
            source.repair();
            assertThatArchive(archive).hasFile("stored", CONTENT).hasFile("deflated", CONTENT);
        }
        assertThat(source.closed()).isTrue();
    }

    @Test
    void archiveCutShortWhileOpenNeverGivesOtherBytes() throws Exception {
        FaultySource source = FaultySource.over(InMemoryArchive.of(MODEL));
        try (Archive archive = ZipDrive.builder(source).readAhead(0).open()) {
            source.truncate(4 << 20);
            assertThatArchive(archive).hasFile("stored", CONTENT);
            assertThatThrownBy(() -> archive.entry("deflated").openStream().readAllBytes())
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void everyFailureToOpenGivesTheStorageBack() throws Exception {
        byte[] sound = MODEL.toBytes();
        for (int at = 0; at < 8; at++) {
            FaultySource source = FaultySource.over(InMemoryArchive.of(sound));
            source.failBetween(sound.length - 20L * (at + 1), sound.length);
            assertThatThrownBy(() -> ZipDrive.builder(source).open()).isInstanceOf(IOException.class);
            assertThat(source.closed()).isTrue();
        }
        InMemoryArchive noArchive = InMemoryArchive.of("text".getBytes());
        assertThatThrownBy(() -> ZipDrive.builder(noArchive).open()).isInstanceOf(IOException.class);
        assertThat(noArchive.closed()).isTrue();
    }

    @Test
    void noFileIsLeftOpen() throws Exception {
        Path file = directory.resolve("x.zip");
        Path garbage = Files.write(directory.resolve("garbage.zip"), new byte[1000]);
        Corpus.B20_DAMAGED.write(file);
        for (int i = 0; i < 200; i++) {
            try (Archive archive = ZipDrive.open(file)) {
                for (String path : List.of("short.bin", "crc.bin", "past.bin")) {
                    assertThatThrownBy(() -> archive.entry(path).openStream().readAllBytes())
                            .isInstanceOf(IOException.class);
                }
            }
            assertThatThrownBy(() -> ZipDrive.open(garbage)).isInstanceOf(IOException.class);
        }
        Path descriptors = Path.of("/proc/self/fd");
        if (Files.isDirectory(descriptors)) {
            try (Stream<Path> open = Files.list(descriptors)) {
                assertThat(open.filter(fd -> pointsInto(fd, directory))).isEmpty();
            }
            assertThat(Files.readString(Path.of("/proc/self/maps"))).doesNotContain(directory.toString());
        }
        Files.delete(file);
    }

    private static boolean pointsInto(Path link, Path directory) {
        try {
            return Files.readSymbolicLink(link).startsWith(directory);
        } catch (IOException gone) {
            return false;
        }
    }

    @Test
    void archiveReplacedWhileOpenKeepsItsContentOrFails() throws Exception {
        Path file = directory.resolve("x.zip");
        MODEL.write(file);
        try (Archive archive = ZipDrive.open(file)) {
            Path other = directory.resolve("other.zip");
            Opening.model(EntryModel.file("stored", "other")).write(other);
            Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);
            assertThatArchive(archive).hasFile("stored", CONTENT).hasFile("deflated", CONTENT);
        }
    }

    @Test
    void archiveChangedInPlaceIsNoticed() throws Exception {
        Path file = directory.resolve("x.zip");
        MODEL.write(file);
        try (Archive archive = ZipDrive.builder(file).readAhead(0).open()) {
            Files.write(file, new byte[100]);
            for (String path : List.of("stored", "deflated")) {
                assertThatThrownBy(() -> archive.entry(path).openStream().readAllBytes())
                        .isInstanceOf(IOException.class);
            }
        }
    }

    @Test
    void handlesOfAClosedArchiveSayThatTheyAreClosed() throws Exception {
        Archive archive = Opening.open(MODEL);
        SeekableByteChannel channel = archive.entry("stored").openChannel();
        archive.close();
        archive.close();
        assertThatThrownBy(() -> channel.read(ByteBuffer.allocate(10))).isInstanceOf(ClosedChannelException.class);
        channel.close();
    }
}
