package dev.zipfs.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zipfs.MountException;
import dev.zipfs.MountPoint;
import dev.zipfs.spi.DriveMount;
import dev.zipfs.spi.OpenFile;
import dev.zipfs.testkit.fake.MemoryView;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** How drives end. */
abstract class BackendEndLaws extends BackendFaultLaws {
    private static final int SIZE = 4 << 20;
    private static final int CYCLES = 12;

    abstract boolean endFromOutside(DriveMount mount) throws Exception;

    @Test
    void unmountingEndsTheDriveOnce() throws Exception {
        MemoryView view = tree().file("f", "x");
        DriveMount mount = mount(view);
        DriveAccess drive = look(mount);
        assertThat(text(drive, "f")).isEqualTo("x");
        view.awaitAllClosed();

        mount.unmount();

        awaitEnd(mount);
        assertThat(mount.root()).doesNotExist();
        assertThatThrownBy(() -> readAll(drive, "f")).isInstanceOf(IOException.class);
        mount.unmount();
        mount.unmountForcibly();
    }

    @Test
    void anOpenFileMakesItBusyUntilItIsClosed() throws Exception {
        MemoryView view = tree().file("f", "x");
        DriveMount mount = mount(view);
        try (OpenFile open = look(mount).open("f")) {
            assertReason(MountException.Reason.BUSY, mount::unmount);
            assertThat(mount.ended().toCompletableFuture()).isNotDone();
            assertThat(open.read(0, ByteBuffer.allocate(1))).isEqualTo(1);
        }
        view.awaitAllClosed();

        mount.unmount();

        awaitEnd(mount);
    }

    @Test
    void afterAForcedEndReadsOfOpenFilesFail() throws Exception {
        MemoryView view = tree().file("f", new byte[SIZE]);
        DriveMount mount = mount(view);
        try (OpenFile open = look(mount).open("f")) {
            assertThat(open.read(0, ByteBuffer.allocate(1))).isEqualTo(1);

            mount.unmountForcibly();

            assertThat(mount.ended().toCompletableFuture()).isDone();
            assertThatThrownBy(() -> open.read(SIZE - 1, ByteBuffer.allocate(1)))
                    .isInstanceOf(IOException.class);
        }
        assertThat(mount.root()).doesNotExist();
    }

    @Test
    void handlesThatProgramsLeaveOpenAreClosed() throws Exception {
        MemoryView view = tree().file("f", "x").file("g", "y");
        DriveMount mount = mount(view);
        DriveAccess drive = look(mount);
        try (OpenFile one = drive.open("f");
                OpenFile two = drive.open("g")) {
            assertThat(one.read(0, ByteBuffer.allocate(1))).isEqualTo(1);
            assertThat(two.read(0, ByteBuffer.allocate(1))).isEqualTo(1);

            mount.unmountForcibly();

            assertThat(view.openFiles()).isZero();
        }
    }

    @Test
    void aForcedEndWakesWhoWaits() throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        MemoryView view = tree().file("f", 1, () -> {
            inside.countDown();
            try {
                new CountDownLatch(1).await(); // somebody is asked for a password
            } catch (InterruptedException woken) {
                throw new IOException(woken);
            }
            throw new AssertionError();
        });
        DriveMount mount = mount(view);
        DriveAccess drive = look(mount);
        CompletableFuture<Throwable> reader = inBackground(() -> readAll(drive, "f"));
        inside.await();

        mount.unmountForcibly();

        assertThat(mount.ended().toCompletableFuture()).isDone();
        assertThat(reader.get(20, TimeUnit.SECONDS)).isInstanceOf(IOException.class);
    }

    /** A read that is being served. */
    private interface Attempt {
        Object run() throws IOException;
    }

    private static CompletableFuture<Throwable> inBackground(Attempt attempt) {
        CompletableFuture<Throwable> failure = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                attempt.run();
                failure.complete(new AssertionError("it succeeded"));
            } catch (Throwable expected) {
                failure.complete(expected);
            }
        });
        thread.setDaemon(true);
        thread.start();
        return failure;
    }

    @Test
    void aRequestMayEndItsOwnDrive() throws Exception {
        CompletableFuture<DriveMount> self = new CompletableFuture<>();
        CompletableFuture<Void> returned = new CompletableFuture<>();
        MemoryView view = tree().file("end", 1, () -> {
            try {
                self.join().unmountForcibly();
                returned.complete(null);
            } catch (RuntimeException | Error failure) {
                returned.completeExceptionally(failure);
            }
            return new MemoryView.Bytes(new byte[1]);
        });
        DriveMount mount = mount(view);
        self.complete(mount);
        DriveAccess drive = look(mount);

        // Whether this read still succeeds is a race; that the drive ends is not.
        CompletableFuture<Throwable> reader = inBackground(() -> readAll(drive, "end"));

        returned.get(20, TimeUnit.SECONDS);
        awaitEnd(mount);
        reader.get(20, TimeUnit.SECONDS);
    }

    @Test
    void manyMayEndADriveAtOnce() throws Exception {
        for (int round = 0; round < 5; round++) {
            DriveMount mount = mount(tree().file("f", "x"), "m" + round);
            inParallel(4, thread -> {
                mount.unmountForcibly();
                assertThat(mount.ended().toCompletableFuture()).isDone();
            });
            assertThat(mount.root()).doesNotExist();
        }
    }

    @Test
    void anInterruptedThreadStillEndsTheDriveWhole() throws Exception {
        DriveMount mount = mount(tree().file("f", "x"));
        Thread.currentThread().interrupt();
        try {
            mount.unmountForcibly();
        } finally {
            assertThat(Thread.interrupted())
                    .as("the thread is still interrupted")
                    .isTrue();
        }
        assertThat(mount.ended().toCompletableFuture()).isDone();
        assertThat(mount.root()).doesNotExist();
    }

    @Test
    void anEndFromOutsideEndsTheDrive() throws Exception {
        MemoryView view = tree().file("f", "x");
        DriveMount mount = mount(view);
        assertThat(text(look(mount), "f")).isEqualTo("x");
        view.awaitAllClosed();
        Assumptions.assumeTrue(endFromOutside(mount), "there is no program here that unmounts");

        awaitEnd(mount);

        assertThat(mount.root()).doesNotExist();
        mount.unmount();
    }

    @Test
    void mountingAgainAndAgainLeavesNothing() throws Exception {
        MemoryView view = tree().file("f", "x");
        cycle(view);
        cycle(view);
        Set<Thread> threads = Thread.getAllStackTraces().keySet();
        long descriptors = descriptors();

        for (int i = 0; i < CYCLES; i++) {
            cycle(view);
        }

        assertThat(view.openFiles()).isZero();
        // Drivers' threads take leave of the JVM a moment after they have ended, and the JVM may start some of its own.
        await("the threads of the mounts have ended", () -> newThreads(threads) < CYCLES / 2);
        assertThat(descriptors()).as("open descriptors").isLessThan(descriptors + CYCLES / 2);
    }

    private void cycle(MemoryView view) throws Exception {
        DriveMount mount = mount(view, MountPoint.auto());
        assertThat(text(look(mount), "f")).isEqualTo("x");
        mount.unmountForcibly();
        assertThat(mount.ended().toCompletableFuture()).isDone();
        assertThat(mount.root()).doesNotExist();
    }

    private static long newThreads(Set<Thread> before) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.isAlive() && !before.contains(thread))
                .count();
    }

    private static long descriptors() throws IOException {
        Path all = Path.of("/proc/self/fd");
        if (!Files.isDirectory(all)) {
            return 0;
        }
        try (Stream<Path> open = Files.list(all)) {
            return open.count();
        }
    }
}
