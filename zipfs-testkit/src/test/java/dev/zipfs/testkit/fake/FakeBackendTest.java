package dev.zipfs.testkit.fake;

import static dev.zipfs.testkit.assertion.DriveAssertions.assertThatView;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zipfs.DriveListener;
import dev.zipfs.MountException;
import dev.zipfs.MountPoint;
import dev.zipfs.MountedDrive;
import dev.zipfs.ZipDrive;
import dev.zipfs.spi.OpenFile;
import dev.zipfs.testkit.model.ArchiveModel;
import dev.zipfs.testkit.model.EntryModel;
import dev.zipfs.testkit.model.InMemoryArchive;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The fake under the library's own management of drives. */
@Timeout(30)
class FakeBackendTest {
    private static final ArchiveModel MODEL =
            ArchiveModel.of(EntryModel.file("d/a.txt", "alpha").deflated().build());

    @TempDir
    Path directory;

    @AfterEach
    void everyDriveIsGone() {
        assertThat(FakeBackend.mounted()).isZero();
    }

    private static ZipDrive.Builder builder() {
        return ZipDrive.builder(InMemoryArchive.of(MODEL)).backend("fake");
    }

    @Test
    void driveIsReadAsADriverWould() throws Exception {
        try (MountedDrive drive =
                builder().mountPoint(MountPoint.letter('q')).label("L").mount()) {
            FakeMount mount = FakeBackend.mountOf(drive);
            assertThat(drive.backend()).isEqualTo("fake");
            assertThat(drive.backendVersion()).isEqualTo("1");
            assertThat(drive.mountPoint()).isEqualTo(MountPoint.letter('Q'));
            assertThat(mount.request().label()).isEqualTo("L");
            assertThatView(mount.view()).hasFile("d/a.txt", "alpha");
            assertThatThrownBy(() -> mount.open("none")).isInstanceOf(NoSuchFileException.class);
        }
    }

    @Test
    void placeIsTakenOnce() throws Exception {
        MountPoint place = MountPoint.directory(directory.resolve("m"));
        try (MountedDrive first = builder().mountPoint(place).mount()) {
            assertThat(first.root()).isEqualTo(directory.resolve("m").toAbsolutePath());
            assertThatThrownBy(() -> builder().mountPoint(place).mount())
                    .isInstanceOfSatisfying(
                            MountException.class,
                            failure ->
                                    assertThat(failure.reason()).isEqualTo(MountException.Reason.MOUNT_POINT_IN_USE));
        }
        builder().mountPoint(place).mount().close();
    }

    @Test
    void openFileMakesUnmountingBusyAndFailsAfterForce() throws Exception {
        MountedDrive drive = builder().mount();
        OpenFile file = FakeBackend.mountOf(drive).open("d/a.txt");
        assertThat(drive.openFiles()).containsExactly("d/a.txt");
        assertThatThrownBy(() -> drive.unmount(Duration.ZERO))
                .isInstanceOfSatisfying(
                        MountException.class,
                        failure -> assertThat(failure.reason()).isEqualTo(MountException.Reason.BUSY))
                .hasMessageContaining("d/a.txt");
        assertThat(drive.isMounted()).isTrue();

        drive.closeForcibly();

        assertThat(drive.isMounted()).isFalse();
        assertThatThrownBy(() -> file.read(0, ByteBuffer.allocate(1))).isInstanceOf(IOException.class);
        file.close();
        drive.close();
    }

    @Test
    void drivesOwnEventsAreTold() throws Exception {
        List<String> events = new CopyOnWriteArrayList<>();
        DriveListener listener = new DriveListener() {
            @Override
            public void mounted(MountedDrive drive) {
                events.add("mounted");
            }

            @Override
            public void unmounted(MountedDrive drive) {
                events.add("unmounted");
            }

            @Override
            public void opened(String path) {
                events.add("opened " + path);
            }
        };
        MountedDrive drive = builder().listener(listener).mount();
        FakeMount mount = FakeBackend.mountOf(drive);
        mount.open("d/a.txt").close();
        mount.unmountFromOutside();
        drive.closed().toCompletableFuture().get(10, TimeUnit.SECONDS);
        assertThat(drive.isMounted()).isFalse();
        assertThat(events).containsExactly("mounted", "opened d/a.txt", "unmounted");
    }

    @Test
    void misuseOfAHandleIsAnError() throws Exception {
        try (MountedDrive drive = builder().mount()) {
            OpenFile file = FakeBackend.mountOf(drive).open("d/a.txt");
            file.close();
            assertThatThrownBy(() -> file.read(0, ByteBuffer.allocate(1))).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(file::close).isInstanceOf(IllegalStateException.class);
        }
    }
}
