package dev.zipfs.testkit.contract;

import static dev.zipfs.testkit.assertion.DriveAssertions.assertThatDrive;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zipfs.DriveStatistics.Metric;
import dev.zipfs.MountException;
import dev.zipfs.MountPoint;
import dev.zipfs.MountedDrive;
import dev.zipfs.NameRules;
import dev.zipfs.ZipDrive;
import dev.zipfs.spi.Availability;
import dev.zipfs.spi.DriveBackend;
import dev.zipfs.spi.DriveMount;
import dev.zipfs.spi.OpenFile;
import dev.zipfs.testkit.RequiredDrivers;
import dev.zipfs.testkit.model.ArchiveModel;
import dev.zipfs.testkit.model.Content;
import dev.zipfs.testkit.model.EntryModel;
import dev.zipfs.testkit.model.ExpectedTree;
import dev.zipfs.testkit.model.InMemoryArchive;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What every {@link DriveBackend} holds, tried on drives it really mounts: what programs see of a view, what becomes of errors
 * behind a request, how drives end, where they may appear. A test of one's own extends this class and says which backend is
 * meant; nothing else is needed for one that programs can see.
 *
 * <p>Where the driver is missing every test is skipped, or fails if {@value RequiredDrivers#PROPERTY} demands the driver. The
 * backend must be found through {@link ServiceLoader}, as users find it. Mount points are directories below a temporary one,
 * and automatic ones. Takes some seconds.
 *
 * @since 0.1.0
 */
public abstract class DriveBackendContract extends BackendPlaceLaws {
    private static final ArchiveModel MODEL = ArchiveModel.of(
            EntryModel.file("game/data.bin", Content.noise(1_500_000, 1))
                    .deflated()
                    .build(),
            EntryModel.file("game/film.bin", Content.offsets(700_001)).build(),
            EntryModel.file("readme.txt", "read me\n").deflated().build());

    private static final byte[] PACKED = MODEL.toBytes();

    /** For who tests a backend. */
    protected DriveBackendContract() {}

    /**
     * Makes the backend that is tested.
     *
     * @return a new instance
     */
    protected abstract DriveBackend backend();

    /**
     * What {@value RequiredDrivers#PROPERTY} calls the driver.
     *
     * @return the backend's id by default
     */
    protected String requiredAs() {
        return backend().id();
    }

    /**
     * How programs see a drive.
     *
     * @param root the top folder of a drive of the backend
     * @return by default, a look through the operating system
     */
    protected DriveAccess access(Path root) {
        return DriveAccess.ofSystem(root);
    }

    /**
     * Ends a drive without the library's help, as somebody does who ejects it. By default, {@code fusermount} or {@code umount}
     * is asked.
     *
     * @param root the top folder of a drive that nobody uses
     * @return {@code false} where there is no way, and then the test is skipped
     * @throws Exception if that fails
     */
    protected boolean unmountFromOutside(Path root) throws Exception {
        if (isWindows()) {
            return false;
        }
        for (List<String> program :
                List.of(List.of("fusermount3", "-u"), List.of("fusermount", "-u"), List.of("umount"))) {
            String[] command =
                    Stream.concat(program.stream(), Stream.of(root.toString())).toArray(String[]::new);
            try {
                if (run(command).startsWith("0:")) {
                    return true;
                }
            } catch (IOException notInstalled) {
                continue;
            }
        }
        return false;
    }

    @Override
    final DriveBackend newBackend() {
        return backend();
    }

    @Override
    final String driver() {
        return requiredAs();
    }

    @Override
    final DriveAccess look(DriveMount mount) {
        return access(mount.root());
    }

    @Override
    final NameRules rules() {
        return NameRules.ofThisPlatform();
    }

    @Override
    final boolean endFromOutside(DriveMount mount) throws Exception {
        return unmountFromOutside(mount.root());
    }

    @Test
    void itIsFoundByItsId() {
        DriveBackend backend = backend();
        assertThat(backend.id()).matches("[a-z][a-z0-9-]*").isEqualTo(backend().id());
        Availability availability = backend.availability();
        assertThat(availability.available()).isTrue();
        assertThat(availability.version()).isNotEmpty();
        assertThat(ServiceLoader.load(DriveBackend.class).stream()
                        .map(provider -> provider.get().id()))
                .as("found through ServiceLoader")
                .contains(backend.id());
        backend.warmUp();
    }

    private ZipDrive.Builder archive() {
        return ZipDrive.builder(InMemoryArchive.of(PACKED))
                .backend(backend().id())
                .cacheDirectory(temp)
                .mountPoint(MountPoint.auto());
    }

    private DriveAccess programs(MountedDrive drive) {
        return access(drive.root());
    }

    @Test
    void anArchiveIsShownAsItWasPacked() throws Exception {
        try (MountedDrive drive = archive().mount()) {
            DriveAccess seen = programs(drive);
            assertThat(drive.backend()).isEqualTo(backend().id());
            for (EntryModel entry : MODEL.entries()) {
                assertThat(readAll(seen, entry.name()))
                        .isEqualTo(entry.content().toBytes());
            }
            if (seen instanceof SystemAccess) {
                assertThatDrive(drive.root()).hasTree(ExpectedTree.of(MODEL));
            }
        }
    }

    @Test
    void whatIsOpenIsNamed() throws Exception {
        try (MountedDrive drive = archive().mount()) {
            try (OpenFile open = programs(drive).open("game/film.bin")) {
                assertThat(open.read(0, ByteBuffer.allocate(1))).isEqualTo(1);
                assertThat(drive.openFiles()).containsExactly("game/film.bin");
                assertThatThrownBy(() -> drive.unmount(Duration.ZERO))
                        .isInstanceOfSatisfying(
                                MountException.class,
                                busy -> assertThat(busy.reason()).isEqualTo(MountException.Reason.BUSY))
                        .hasMessageContaining("game/film.bin");
                assertThat(drive.isMounted()).isTrue();
            }
            drive.unmount(Duration.ofSeconds(20));
            assertThat(drive.isMounted()).isFalse();
        }
    }

    @Test
    void anyThreadMayCloseADriveAnyNumberOfTimes() throws Exception {
        MountedDrive drive = archive().mount();
        try {
            assertThat(text(programs(drive), "readme.txt")).isEqualTo("read me\n");
            inParallel(4, thread -> {
                drive.close();
                assertThat(drive.isMounted()).isFalse();
            });
            drive.closed().toCompletableFuture().get(20, TimeUnit.SECONDS);
            drive.close();
            drive.closeForcibly();
            assertThat(drive.root()).doesNotExist();
        } finally {
            drive.closeForcibly();
        }
    }

    @Test
    void aClosedDriveLeavesNoFilesAndNoHandles() throws Exception {
        Path caches = Files.createDirectory(temp.resolve("caches"));
        MountedDrive drive =
                archive().cacheDirectory(caches).maxMemoryPerFile(1).mount();
        try {
            assertThat(readAll(programs(drive), "game/data.bin")).hasSize(1_500_000);
            assertThat(drive.statistics().get(Metric.DISK_BYTES)).isPositive();
        } finally {
            drive.closeForcibly();
        }
        assertThat(caches).isEmptyDirectory();
        assertThat(drive.openFiles()).isEmpty();
    }
}
