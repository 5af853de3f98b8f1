package dev.zipfs.dokan.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.jna.Memory;
import dev.zipfs.MountException;
import dev.zipfs.MountPoint;
import dev.zipfs.spi.DriveMount;
import dev.zipfs.spi.MountTable;
import dev.zipfs.testkit.fake.MemoryView;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How drives end. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class DokanUnmountIT {
    private static final int SIZE = 4 << 20;

    @RegisterExtension
    static final TestDrives drives = new TestDrives();

    @TempDir
    Path temp;

    private final MemoryView view = MemoryView.windows().file("f", new byte[SIZE]);

    private static void awaitEnd(DriveMount mount) throws Exception {
        mount.ended().toCompletableFuture().get(20, TimeUnit.SECONDS);
    }

    private void assertGone(DriveMount mount) throws Exception {
        awaitEnd(mount);
        assertThat(MountTable.at(mount.root())).isEmpty();
        assertThat(mount.root()).doesNotExist();
        assertThat(view.openFiles()).isZero();
    }

    private Memory text(DriveMount mount) {
        return DokanDouble.text(mount.root().toString());
    }

    @Test
    void aDriveInUseStaysUntilItIsNot() throws Exception {
        DriveMount mount = drives.mount(view, temp.resolve("m"));
        try (FileChannel open = FileChannel.open(mount.root().resolve("f"))) {
            assertThatThrownBy(mount::unmount)
                    .isInstanceOfSatisfying(
                            MountException.class,
                            busy -> assertThat(busy.reason()).isEqualTo(MountException.Reason.BUSY))
                    .hasMessageContaining("open files: 1 (f)");
            assertThat(open.read(ByteBuffer.allocate(1), 0)).isOne();
        }
        TestDrives.await("the file is closed", () -> view.openFiles() == 0);
        mount.unmount();

        assertGone(mount);
    }

    @Test
    void anOutsideUnmountThroughDokanEndsADriveInUse() throws Exception {
        DriveMount mount = drives.mount(view, temp.resolve("m"));
        FileChannel open = FileChannel.open(mount.root().resolve("f"));
        assertThat(open.read(ByteBuffer.allocate(1), 0)).isOne();
        assertThat(DokanDouble.functions().DokanRemoveMountPoint(text(mount))).isOne();

        assertGone(mount);
        assertThatThrownBy(() -> open.read(ByteBuffer.allocate(1), SIZE - 1)).isInstanceOf(IOException.class);
        closeQuietly(open);
    }

    @Test
    void anOutsideUnmountThatIsNotToldIsNoticed() throws Exception {
        drives.set("silent_unmount", 1);
        DriveMount mount = drives.mount(view, temp.resolve("m"));
        assertThat(DokanDouble.functions().DokanRemoveMountPoint(text(mount))).isOne();

        assertGone(mount);
    }

    @Test
    void aDriverThatVanishesEndsTheDrive() throws Exception {
        DriveMount mount = drives.mount(view, temp.resolve("m"));
        FileChannel open = FileChannel.open(mount.root().resolve("f"));
        assertThat(open.read(ByteBuffer.allocate(1), 0)).isOne();
        assertThat(DokanDouble.functions().double_driver_gone(text(mount))).isOne();

        assertGone(mount);
        assertThatThrownBy(() -> open.read(ByteBuffer.allocate(1), SIZE - 1)).isInstanceOf(IOException.class);
        closeQuietly(open);
    }

    @Test
    void aDriverThatVanishesDuringAReadEndsTheDrive() throws Exception {
        CountDownLatch reading = new CountDownLatch(1);
        CountDownLatch mayGoOn = new CountDownLatch(1);
        MemoryView slow = slow(reading, mayGoOn);
        DriveMount mount = drives.mount(slow, temp.resolve("m"));
        CompletableFuture<Object> reader = readInBackground(mount.root().resolve("slow"));
        reading.await();
        DokanDouble.functions().double_driver_gone(text(mount));

        assertThat(reader.get(20, TimeUnit.SECONDS)).isInstanceOf(IOException.class);
        assertThat(mount.ended().toCompletableFuture()).isNotDone();
        mayGoOn.countDown();
        awaitEnd(mount);
        assertThat(slow.openFiles()).isZero();
    }

    /** A file whose first read waits. */
    private static MemoryView slow(CountDownLatch reading, CountDownLatch mayGoOn) {
        return MemoryView.windows().file("slow", SIZE, () -> new MemoryView.Bytes(new byte[SIZE]) {
            @Override
            public int read(long position, ByteBuffer dst) throws IOException {
                reading.countDown();
                try {
                    mayGoOn.await();
                } catch (InterruptedException stop) {
                    throw new InterruptedIOException();
                }
                return super.read(position, dst);
            }
        });
    }

    private static CompletableFuture<Object> readInBackground(Path file) {
        return CompletableFuture.supplyAsync(() -> {
            try (FileChannel channel = FileChannel.open(file)) {
                return channel.read(ByteBuffer.allocate(10));
            } catch (IOException failure) {
                return failure;
            }
        });
    }

    @Test
    void manyMayEndADriveAtOnce() throws Exception {
        for (int round = 0; round < 10; round++) {
            DriveMount mount = drives.mount(view, temp.resolve("m"));
            Memory text = text(mount);
            List<CompletableFuture<Void>> enders = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                enders.add(CompletableFuture.runAsync(mount::unmountForcibly));
            }
            enders.add(CompletableFuture.runAsync(() -> DokanDouble.functions().DokanRemoveMountPoint(text)));
            for (CompletableFuture<Void> ender : enders) {
                ender.get(20, TimeUnit.SECONDS);
            }
            assertGone(mount);
        }
    }

    @ParameterizedTest
    @EnumSource(ChildMount.End.class)
    void aJvmThatExitsLeavesNoMount(ChildMount.End end) throws Exception {
        Path point = Files.createDirectory(temp.resolve("m"));
        try (ChildMount child = ChildMount.start(point, end)) {
            assertThat(point.resolve("f")).hasContent("from the child");
            assertThat(child.end()).isZero();
        }
        TestDrives.await("the mount is gone", () -> MountTable.at(point).isEmpty());
        assertThat(point).isEmptyDirectory();
    }

    @Test
    void aKilledJvmLeavesNoMountAndReadersGetErrors() throws Exception {
        Path point = Files.createDirectory(temp.resolve("m"));
        try (ChildMount child = ChildMount.start(point, ChildMount.End.HOOK);
                FileChannel open = FileChannel.open(point.resolve("f"))) {
            child.kill();
            TestDrives.await("the mount is gone", () -> MountTable.at(point).isEmpty());
            assertThat(point).isEmptyDirectory();
            assertThatThrownBy(() -> open.read(ByteBuffer.allocate(1), 0)).isInstanceOf(IOException.class);
        }
        drives.mount(view, point).unmountForcibly();
    }

    @Test
    void namesDoNotDependOnTheJvmsCharset() throws Exception {
        Path point = Files.createDirectory(temp.resolve("m"));
        try (ChildMount child = ChildMount.start(point, ChildMount.End.HOOK, "-Dfile.encoding=US-ASCII")) {
            assertThat(TestDrives.shell("ls \"$1\"", point).output()).isEqualTo("f\nn\u00fcr-\u6f22\u5b57.txt\n");
            assertThat(child.end()).isZero();
        }
    }

    @Test
    void manyMountsLeaveNothingBehind() throws Exception {
        int cycles = Integer.getInteger("zipfs.it.cycles", 40);
        cycle(0);
        Set<String> descriptors = descriptors();
        Set<String> threads = threads();
        for (int i = 1; i <= cycles; i++) {
            cycle(i);
        }
        // The driver's threads say good-bye to the JVM a moment after they have ended.
        TestDrives.await("all threads are gone", () -> threads.containsAll(threads()));

        assertThat(descriptors()).hasSizeLessThanOrEqualTo(descriptors.size());
    }

    private void cycle(int i) throws Exception {
        DriveMount mount = drives.mount(
                new DokanDriver(TestHost.plain(), TestDrives.QUICK),
                MemoryView.windows().file("f", "x"),
                MountPoint.auto());
        assertThat(mount.root().resolve("f")).hasContent("x");
        if (i % 2 == 0) {
            mount.unmountForcibly();
        } else {
            assertThat(TestDrives.shell("umount \"$1\"", mount.root()).exit()).isZero();
        }
        awaitEnd(mount);
        assertThat(mount.root()).doesNotExist();
    }

    private static Set<String> descriptors() throws IOException {
        try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
            return all.map(Path::toString).collect(Collectors.toCollection(TreeSet::new));
        }
    }

    private static Set<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(Thread::isAlive)
                .map(Thread::getName)
                .filter(name -> name.startsWith("zipfs-"))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static void closeQuietly(FileChannel channel) {
        try {
            channel.close();
        } catch (IOException driveIsGone) {
            assertThat(channel.isOpen()).isFalse();
        }
    }
}
