package dev.zipfs.winfsp.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zipfs.MountException;
import dev.zipfs.MountPoint;
import dev.zipfs.spi.DriveMount;
import dev.zipfs.spi.MountTable;
import dev.zipfs.testkit.fake.MemoryView;
import dev.zipfs.winfsp.LibfuseBackend;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** How drives end. */
@ExtendWith(RequireLibfuse.class)
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class LibfuseUnmountIT {
    private static final int SIZE = 4 << 20;

    @TempDir
    Path temp;

    @RegisterExtension
    final TestMounts mounts = new TestMounts();

    private static void awaitEnd(DriveMount mount) throws Exception {
        mount.ended().toCompletableFuture().get(30, TimeUnit.SECONDS);
    }

    @Test
    void aForcedEndCutsOffWhoIsBeingServed() throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch stuck = new CountDownLatch(1);
        MemoryView view = MemoryView.posix().file("f", SIZE, () -> new MemoryView.Bytes(new byte[SIZE]) {
            @Override
            public int read(long position, ByteBuffer dst) throws IOException {
                inside.countDown();
                // Deaf to interrupts, as native code is.
                while (stuck.getCount() != 0) {
                    try {
                        stuck.await();
                    } catch (InterruptedException ignored) {
                        continue;
                    }
                }
                return super.read(position, dst);
            }
        });
        Path point = temp.resolve("m");
        DriveMount mount = mounts.mount(view, point);
        CompletableFuture<Throwable> reader = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                Files.readAllBytes(point.resolve("f"));
                reader.complete(new AssertionError("the read succeeded"));
            } catch (Throwable failure) {
                reader.complete(failure);
            }
        });
        thread.start();
        inside.await();

        Thread ender = new Thread(mount::unmountForcibly);
        ender.start();
        assertThat(reader.get(30, TimeUnit.SECONDS)).isInstanceOf(IOException.class);
        assertThat(mount.ended().toCompletableFuture()).isNotDone();

        stuck.countDown();
        ender.join();
        awaitEnd(mount);
        assertThat(point).doesNotExist();
    }

    @Test
    void anOutsideLazyUnmountEndsTheDriveWhenItsFilesAreClosed() throws Exception {
        Path point = temp.resolve("m");
        DriveMount mount = mounts.mount(MemoryView.posix().file("f", new byte[SIZE]), point);
        try (FileChannel open = FileChannel.open(point.resolve("f"))) {
            assertThat(TestMounts.shell("fusermount -u -z \"$1\"", point).exit())
                    .isZero();

            assertThat(open.read(ByteBuffer.allocate(1), SIZE - 1)).isEqualTo(1);
            assertThatThrownBy(mount::unmount)
                    .isInstanceOfSatisfying(
                            MountException.class,
                            busy -> assertThat(busy.reason()).isEqualTo(MountException.Reason.BUSY));
        }
        awaitEnd(mount);
        assertThat(point).doesNotExist();
    }

    @Test
    void afterAnOutsideLazyUnmountAForcedEndStillFailsReads() throws Exception {
        Path point = temp.resolve("m");
        DriveMount mount = mounts.mount(MemoryView.posix().file("f", new byte[SIZE]), point);
        try (FileChannel open = FileChannel.open(point.resolve("f"))) {
            assertThat(TestMounts.shell("fusermount -u -z \"$1\"", point).exit())
                    .isZero();
            mount.unmountForcibly();

            assertThatThrownBy(() -> open.read(ByteBuffer.allocate(1), SIZE - 1))
                    .isInstanceOf(IOException.class);
        }
        awaitEnd(mount);
    }

    @Test
    void manyMountsLeaveNothingBehind() throws Exception {
        int cycles = Integer.getInteger("zipfs.it.cycles", 60);
        MemoryView view = MemoryView.posix().file("f", "x");
        cycle(view, 0);
        Set<String> descriptors = descriptors();
        Set<String> threads = threads();
        Set<String> temporary = temporaryFiles();

        for (int i = 1; i <= cycles; i++) {
            cycle(view, i);
        }

        assertThat(descriptors()).hasSizeLessThanOrEqualTo(descriptors.size());
        assertThat(threads).as("a warm-up may have ended meanwhile").containsAll(threads());
        assertThat(temporaryFiles()).isEqualTo(temporary);
    }

    private void cycle(MemoryView view, int i) throws Exception {
        DriveMount mount = new LibfuseBackend().mount(view, TestMounts.request(MountPoint.auto()));
        try {
            assertThat(mount.root().resolve("f")).hasContent("x");
            if (i % 2 == 0) {
                unmountOnceFree(mount);
            }
        } finally {
            mount.unmountForcibly();
        }
        assertThat(MountTable.at(mount.root())).isEmpty();
        assertThat(mount.root()).doesNotExist();
    }

    /** Other programs of the machine look around in new mounts, and busy is the right answer while they do. */
    private static void unmountOnceFree(DriveMount mount) throws Exception {
        while (!mount.ended().toCompletableFuture().isDone()) {
            try {
                mount.unmount();
            } catch (MountException e) {
                assertThat(e.reason()).isEqualTo(MountException.Reason.BUSY);
            }
        }
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

    private static Set<String> temporaryFiles() throws IOException {
        try (Stream<Path> all = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return all.map(Path::toString)
                    .filter(name -> name.contains(
                            "zipfs-mount-test-" + ProcessHandle.current().pid() + "-"))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }
}
