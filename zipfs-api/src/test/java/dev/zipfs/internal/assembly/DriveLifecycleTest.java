package dev.zipfs.internal.assembly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zipfs.DriveListener;
import dev.zipfs.MountException;
import dev.zipfs.MountedDrive;
import dev.zipfs.ZipDrive;
import dev.zipfs.spi.Availability;
import dev.zipfs.spi.MountRequest;
import dev.zipfs.spi.OpenFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class DriveLifecycleTest {
    @TempDir
    Path dir;

    private Path archive;

    @BeforeEach
    void makeArchive() throws IOException {
        ScriptedBackend.busyTimes = 0;
        ScriptedBackend.fails = false;
        archive = dir.resolve("game.v1.zip");
        try (OutputStream out = Files.newOutputStream(archive);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            zip.putNextEntry(new ZipEntry("a/b.txt"));
            zip.write("hello".getBytes(StandardCharsets.UTF_8));
        }
    }

    @Test
    void brokenProvidersAreReportedAndDoNotHideTheOthers() {
        assertThat(ZipDrive.drivers().get("scripted"))
                .extracting(Availability::available)
                .isEqualTo(true);
        assertThat(ZipDrive.drivers().toString())
                .contains("NoSuchBackend")
                .contains("no such library")
                .contains(BrokenBackend.class.getName());
    }

    @Test
    void unknownBackendIsRefusedWithTheKnownOnesAndTheBrokenOnes() {
        assertThatThrownBy(() -> ZipDrive.builder(archive).backend("nope").mount())
                .isInstanceOfSatisfying(
                        MountException.class, e -> assertThat(e.reason()).isEqualTo(MountException.Reason.NO_DRIVER))
                .hasMessageContaining("no backend 'nope'")
                .hasMessageContaining("scripted")
                .hasMessageContaining("no such library");
    }

    @Test
    void requestCarriesLabelSourceAndVisibility() throws Exception {
        try (MountedDrive drive = ZipDrive.builder(archive).mount()) {
            MountRequest request = ScriptedBackend.last.request;
            assertThat(request.label()).isEqualTo("game.v1");
            assertThat(request.source()).isEqualTo("game.v1.zip");
            assertThat(drive.backend()).isEqualTo("scripted");
            assertThat(drive.backendVersion()).isEqualTo("1.0");
            assertThat(drive.entryCount()).isEqualTo(1);
        }
    }

    @Test
    void busyDriveStaysMountedAndSaysWhatIsOpen() throws Exception {
        ScriptedBackend.busyTimes = Integer.MAX_VALUE;
        try (MountedDrive drive = ZipDrive.builder(archive).mount()) {
            OpenFile file = ScriptedBackend.last.view.open(ScriptedBackend.last.view.lookup("a/b.txt"));
            assertThat(drive.openFiles()).containsExactly("a/b.txt");
            assertThatThrownBy(() -> drive.unmount(Duration.ZERO))
                    .isInstanceOfSatisfying(
                            MountException.class, e -> assertThat(e.reason()).isEqualTo(MountException.Reason.BUSY))
                    .hasMessageContaining("a/b.txt");
            assertThat(drive.isMounted()).isTrue();
            drive.closeForcibly();
            assertThat(drive.isMounted()).isFalse();
            assertThatThrownBy(() -> file.read(0, ByteBuffer.allocate(5))).isInstanceOf(ClosedChannelException.class);
            file.close();
        }
    }

    @Test
    void unmountWaitsForADriveThatIsBusyForAWhile() throws Exception {
        ScriptedBackend.busyTimes = 3;
        MountedDrive drive = ZipDrive.builder(archive).mount();
        drive.unmount(Duration.ofDays(1_000_000));
        assertThat(drive.isMounted()).isFalse();
        assertThat(drive.closed().toCompletableFuture()).isCompleted();
        drive.unmount(Duration.ZERO);
        drive.close();
        drive.closeForcibly();
    }

    @Test
    void interruptEndsTheWaitAndIsKept() throws Exception {
        ScriptedBackend.busyTimes = Integer.MAX_VALUE;
        try (MountedDrive drive = ZipDrive.builder(archive).mount()) {
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> drive.unmount(Duration.ofHours(1))).isInstanceOf(MountException.class);
            assertThat(Thread.interrupted()).isTrue();
            drive.closeForcibly();
        }
    }

    @Test
    void outsideUnmountEndsTheDriveAndTellsTheListenerOnce() throws Exception {
        List<String> events = new ArrayList<>();
        MountedDrive drive = ZipDrive.builder(archive)
                .listener(new DriveListener() {
                    @Override
                    public void mounted(MountedDrive mounted) {
                        events.add("mounted " + mounted.isMounted());
                    }

                    @Override
                    public void unmounted(MountedDrive unmounted) {
                        unmounted.close();
                        events.add("unmounted " + unmounted.isMounted());
                    }
                })
                .mount();
        CountDownLatch gone = new CountDownLatch(1);
        drive.closed().thenRun(gone::countDown);
        ScriptedBackend.last.ended.complete(null);
        assertThat(gone.await(30, TimeUnit.SECONDS)).isTrue();
        drive.close();
        assertThat(events).containsExactly("mounted true", "unmounted false");
    }

    @Test
    void failedMountClosesTheArchive() {
        ScriptedBackend.fails = true;
        assertThatThrownBy(() -> ZipDrive.builder(archive).mount()).hasMessageContaining("as the test wants it");
        assertThat(openDescriptors()).noneMatch(name -> name.endsWith("game.v1.zip"));
    }

    @Test
    void failedOpenClosesTheArchive() throws IOException {
        Files.writeString(archive, "this is no archive");
        assertThatThrownBy(() -> ZipDrive.open(archive))
                .hasMessageContaining("game.v1.zip")
                .hasMessageContaining("not zip");
        assertThat(openDescriptors()).noneMatch(name -> name.endsWith("game.v1.zip"));
    }

    @Test
    void shutdownHookExistsOnlyWhileSomethingIsMounted() throws Exception {
        MountedDrive drive = ZipDrive.builder(archive).mount();
        assertThat(drive.isMounted()).isTrue();
        Shutdown.endAll();
        assertThat(drive.isMounted()).isFalse();
    }

    @Test
    void negativeSizesAreRefusedWithTheirValue() {
        ZipDrive.Builder builder = ZipDrive.builder(archive);
        assertThatThrownBy(() -> builder.memoryBudget(-1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("memoryBudget")
                .hasMessageContaining("-1");
        assertThatThrownBy(() -> builder.readAhead(-5)).hasMessageContaining("readAhead");
    }

    private static List<String> openDescriptors() {
        Path descriptors = Path.of("/proc/self/fd");
        List<String> names = new ArrayList<>();
        if (Files.isDirectory(descriptors)) {
            try (var links = Files.newDirectoryStream(descriptors)) {
                for (Path link : links) {
                    try {
                        names.add(Files.readSymbolicLink(link).toString());
                    } catch (IOException e) {
                        // closed between listing and looking: not a leak
                    }
                }
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }
        return names;
    }
}
