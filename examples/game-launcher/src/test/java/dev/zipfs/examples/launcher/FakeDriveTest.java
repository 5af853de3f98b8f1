package dev.zipfs.examples.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zipfs.MountException;
import dev.zipfs.MountedDrive;
import dev.zipfs.ZipDrive;
import dev.zipfs.spi.OpenFile;
import dev.zipfs.testkit.fake.FakeBackend;
import dev.zipfs.testkit.fake.FakeMount;
import dev.zipfs.testkit.model.ArchiveModel;
import dev.zipfs.testkit.model.EntryModel;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a launcher can test of itself on any machine: a drive in use, and one that somebody ejects. */
class FakeDriveTest {
    @Test
    @Timeout(30)
    void aDriveInUseIsToldAndAnEjectedOneIsGone(@TempDir Path directory) throws Exception {
        // snippet: fake
        Path game = directory.resolve("game.zip");
        ArchiveModel.of(EntryModel.file("data/level1.txt", "the first level").build())
                .write(game);

        try (MountedDrive drive = ZipDrive.builder(game).backend("fake").mount()) {
            FakeMount programs = FakeBackend.mountOf(drive);
            try (OpenFile open = programs.open("data/level1.txt")) {
                assertThat(open.size()).isEqualTo(15);
                assertThatThrownBy(() -> drive.unmount(Duration.ZERO))
                        .isInstanceOf(MountException.class)
                        .hasMessageContaining("data/level1.txt");
            }
            programs.unmountFromOutside();
            assertThat(drive.isMounted()).isFalse();
        }
        // end
    }
}
