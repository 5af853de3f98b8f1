package dev.zipfs.winfsp.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zipfs.MountException;
import dev.zipfs.MountException.Reason;
import dev.zipfs.MountPoint;
import dev.zipfs.spi.DriveMount;
import dev.zipfs.spi.MountTable;
import dev.zipfs.testkit.fake.MemoryView;
import dev.zipfs.winfsp.LibfuseBackend;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Where drives may appear, and what becomes of the place. */
@ExtendWith(RequireLibfuse.class)
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class LibfuseMountPointIT {
    @TempDir
    Path temp;

    @RegisterExtension
    final TestMounts mounts = new TestMounts();

    private final MemoryView view = MemoryView.posix().file("f", "x");

    private void assertRefused(Path point, Reason reason, String message) {
        assertThatThrownBy(() -> mounts.mount(view, point))
                .isInstanceOfSatisfying(
                        MountException.class,
                        refused -> assertThat(refused.reason()).isEqualTo(reason))
                .hasMessageContaining(point.toString())
                .hasMessageContaining(message);
    }

    @Test
    void aDriveLetterIsRefused() {
        assertThatThrownBy(() -> new LibfuseBackend().mount(view, TestMounts.request(MountPoint.letter('X'))))
                .isInstanceOfSatisfying(
                        MountException.class,
                        refused -> assertThat(refused.reason()).isEqualTo(Reason.MOUNT_POINT_INVALID))
                .hasMessageContaining("give a directory");
    }

    @Test
    void aLiveMountOfAnotherProcessIsNotTouched() throws Exception {
        Path point = temp.resolve("m");
        try (ChildMount child = ChildMount.start(point, Map.of())) {
            assertRefused(point, Reason.MOUNT_POINT_IN_USE, "fuse.zipfs");
            assertThat(point.resolve("f")).hasContent("from the child");
            assertThat(child.process.isAlive()).isTrue();
        }
        assertThat(point).doesNotExist();
    }

    @Test
    void theMountOfAKilledProcessIsCleared() throws Exception {
        Path point = temp.resolve("a b\tc\\d");
        ChildMount.start(point, Map.of()).killWithWatcher();
        assertThat(MountTable.at(temp.toRealPath().resolve(point.getFileName())))
                .hasSize(1);

        DriveMount mount = mounts.mount(view, point);

        assertThat(point.resolve("f")).hasContent("x");
        mount.unmount();
        assertThat(MountTable.at(point.toRealPath())).isEmpty();
    }

    @Test
    void aTerminatedProcessUnmountsInItsHook() throws Exception {
        Path point = temp.resolve("m");
        ChildMount child = ChildMount.start(point, Map.of());
        child.process.destroy();
        child.process.onExit().join();
        assertThat(point).doesNotExist();
    }

    @Test
    void aTerminatedProcessEndsEvenABusyDriveInItsHook() throws Exception {
        Path point = temp.resolve("m");
        ChildMount child = ChildMount.start(point, Map.of());
        FileChannel open = FileChannel.open(point.resolve("f"));
        child.process.destroy();
        child.process.onExit().join();
        assertThat(point).doesNotExist();
        assertThatThrownBy(open::close).isInstanceOf(IOException.class);
    }

    @Test
    void theMountOfAKilledProcessGoesByItself() throws Exception {
        Path point = temp.resolve("m");
        ChildMount.start(point, Map.of()).kill();

        assertThat(TestMounts.shell(
                        "i=0; while grep -q \"$1\" /proc/mounts && [ $i -lt 200 ]; do "
                                + "i=$((i+1)); sleep 0.05; done; ls \"$1\"",
                        point))
                .isEqualTo(new TestMounts.Ran(0, ""));
    }

    /** A killed process lets go of the highest descriptor first, and the program that watches must find the device dead. */
    @Test
    void theDeviceIsAboveTheWatchersSocket() throws Exception {
        Map<Integer, String> before = descriptors();
        DriveMount mount = mounts.mount(view, temp.resolve("m"));
        Map<Integer, String> after = descriptors();
        after.entrySet().removeAll(before.entrySet());

        int device = number(after, "/dev/fuse");
        assertThat(device).isGreaterThan(number(after, "socket:"));
        mount.unmount();
    }

    private static int number(Map<Integer, String> descriptors, String target) {
        return descriptors.entrySet().stream()
                .filter(entry -> entry.getValue().startsWith(target))
                .findFirst()
                .orElseThrow()
                .getKey();
    }

    private static Map<Integer, String> descriptors() throws IOException {
        Map<Integer, String> found = new TreeMap<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
            for (Path one : all) {
                try {
                    found.put(
                            Integer.valueOf(one.getFileName().toString()),
                            Files.readSymbolicLink(one).toString());
                } catch (NoSuchFileException closedMeanwhile) {
                    continue;
                }
            }
        }
        return found;
    }

    @Test
    void theMountOfAKilledProcessIsReplacedWhileItGoes() throws Exception {
        Path point = temp.resolve("m");
        ChildMount.start(point, Map.of()).kill();

        DriveMount mount = mounts.mount(view, point);
        assertThat(point.resolve("f")).hasContent("x");
        mount.unmount();
    }

    @Test
    void aLinkToADirectoryStandsForIt() throws Exception {
        Path real = Files.createDirectory(temp.resolve("real"));
        Path link = Files.createSymbolicLink(temp.resolve("link"), real);
        DriveMount mount = mounts.mount(view, link);

        assertThat(link.resolve("f")).hasContent("x");
        assertThat(mount.root()).isEqualTo(real.toRealPath());
        mount.unmount();
        assertThat(link).isEmptyDirectory();
    }

    @Test
    void automaticPlacesArePrivateAndDiffer() throws Exception {
        DriveMount one = mounts.keep(new LibfuseBackend().mount(view, TestMounts.request(MountPoint.auto())));
        DriveMount two = mounts.keep(new LibfuseBackend().mount(view, TestMounts.request(MountPoint.auto())));

        assertThat(one.root()).isNotEqualTo(two.root());
        assertThat(one.root().getFileName().toString()).startsWith("zipfs-mount-test-");
        assertThat(one.mountPoint()).isEqualTo(MountPoint.directory(one.root()));
        one.unmount();
        assertThat(one.root()).doesNotExist();
        assertThat(two.root().resolve("f")).hasContent("x");
    }

    @Test
    void ofThreeProcessesAtOnceOneWins() throws Exception {
        for (int round = 0; round < 3; round++) {
            Path point = temp.resolve("m" + round);
            List<ChildMount> children = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                children.add(ChildMount.prepare(point, Map.of()));
            }
            ExecutorService threads = Executors.newFixedThreadPool(3);
            try {
                List<String> said = new ArrayList<>();
                List<Callable<String>> all = new ArrayList<>();
                children.forEach(child -> all.add(child::go));
                for (Future<String> one : threads.invokeAll(all)) {
                    said.add(one.get());
                }
                assertThat(said).containsExactlyInAnyOrder("mounted", "MOUNT_POINT_IN_USE", "MOUNT_POINT_IN_USE");
                assertThat(MountTable.at(point.toRealPath())).hasSize(1);
                assertThat(point.resolve("f")).hasContent("from the child");
            } finally {
                threads.shutdownNow();
                for (ChildMount child : children) {
                    child.close();
                }
            }
            assertThat(MountTable.at(temp.toRealPath().resolve(point.getFileName())))
                    .isEmpty();
        }
    }
}
