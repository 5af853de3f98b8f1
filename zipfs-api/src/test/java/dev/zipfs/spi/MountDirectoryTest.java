package dev.zipfs.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zipfs.MountException;
import dev.zipfs.MountException.Reason;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class MountDirectoryTest {
    @TempDir
    Path temp;

    private static void assertRefused(Path directory, Reason reason, String message) {
        assertThatThrownBy(() -> MountDirectory.claim(directory).close())
                .isInstanceOfSatisfying(
                        MountException.class,
                        refused -> assertThat(refused.reason()).isEqualTo(reason))
                .hasMessageContaining(directory.toString())
                .hasMessageContaining(message);
    }

    @Test
    void aMissingDirectoryIsMadeAndRemoved() throws Exception {
        Path missing = temp.resolve("m");
        MountDirectory claim = MountDirectory.claim(missing);
        assertThat(missing).isEmptyDirectory();
        assertThat(claim.path()).isEqualTo(missing.toRealPath());

        claim.close();
        assertThat(missing).doesNotExist();
        claim.close();
    }

    @Test
    void anEmptyDirectoryIsUsedAndStays() throws Exception {
        Path empty = Files.createDirectory(temp.resolve("m"));
        MountDirectory.claim(empty).close();
        assertThat(empty).isEmptyDirectory();
    }

    @Test
    void closingAgainDoesNotTouchTheNextClaim() throws Exception {
        Path directory = temp.resolve("m");
        MountDirectory first = MountDirectory.claim(directory);
        first.close();
        MountDirectory second = MountDirectory.claim(directory);
        first.close();

        assertThat(directory).isEmptyDirectory();
        assertRefused(directory, Reason.MOUNT_POINT_IN_USE, "this process");
        second.close();
    }

    @Test
    void whatIsNoEmptyDirectoryIsRefused() throws Exception {
        Path file = Files.writeString(temp.resolve("file"), "kept");

        assertRefused(temp, Reason.MOUNT_POINT_NOT_EMPTY, "not empty");
        assertRefused(file, Reason.MOUNT_POINT_INVALID, "it is a file");
        assertRefused(file.resolve("m"), Reason.MOUNT_POINT_INVALID, "");
        assertRefused(temp.resolve("a/m"), Reason.MOUNT_POINT_INVALID, "does not exist");
        assertRefused(temp.getRoot(), Reason.MOUNT_POINT_INVALID, "root");
        assertThat(file).hasContent("kept");
        assertThat(temp.resolve("a")).doesNotExist();
    }

    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "/proc is a mount point everywhere there, and only there")
    void whereSomethingIsMountedNothingIsMountedAgain() {
        assertRefused(Path.of("/proc"), Reason.MOUNT_POINT_IN_USE, "proc");
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "links need a privilege there")
    void linksStandForWhatTheyPointTo() throws Exception {
        Path real = Files.createDirectory(temp.resolve("real"));
        Path link = Files.createSymbolicLink(temp.resolve("link"), real);
        Path broken = Files.createSymbolicLink(temp.resolve("broken"), temp.resolve("none"));
        Path parent = Files.createSymbolicLink(temp.resolve("parent"), temp);

        try (MountDirectory claim = MountDirectory.claim(link)) {
            assertThat(claim.path()).isEqualTo(real.toRealPath());
            assertRefused(real, Reason.MOUNT_POINT_IN_USE, "this process");
            assertRefused(parent.resolve("real"), Reason.MOUNT_POINT_IN_USE, "this process");
        }
        assertRefused(broken, Reason.MOUNT_POINT_INVALID, "does not exist");
        assertThat(link).isSymbolicLink();
    }

    @Test
    void whatTheDriverLeftInADirectoryStays() throws Exception {
        Path made = temp.resolve("m");
        MountDirectory claim = MountDirectory.claim(made);
        Files.writeString(made.resolve("mine"), "kept");

        claim.close();

        assertThat(made.resolve("mine")).hasContent("kept");
    }

    @Test
    void anAbandonedDirectoryIsLeftToWhoUsesIt() throws Exception {
        Path made = temp.resolve("m");
        MountDirectory claim = MountDirectory.claim(made);
        claim.abandon();
        claim.close();
        assertThat(made).isEmptyDirectory();
        MountDirectory.claim(made).close();
    }

    @Test
    void aDirectoryTakenAwayIsPutBack() throws Exception {
        Path empty = Files.createDirectory(temp.resolve("empty"));
        try (MountDirectory claim = MountDirectory.claim(empty)) {
            claim.takeAway();
            assertThat(empty).doesNotExist();
            claim.takeAway();
            assertRefused(empty, Reason.MOUNT_POINT_IN_USE, "this process");
        }
        assertThat(empty).isEmptyDirectory();

        Path missing = temp.resolve("missing");
        try (MountDirectory claim = MountDirectory.claim(missing)) {
            claim.takeAway();
            assertThat(missing).doesNotExist();
        }
        assertThat(missing).doesNotExist();
    }

    @Test
    void aDirectoryThatGotSomethingMeanwhileIsNotTakenAway() throws Exception {
        Path directory = Files.createDirectory(temp.resolve("m"));
        try (MountDirectory claim = MountDirectory.claim(directory)) {
            Files.writeString(directory.resolve("mine"), "kept");
            assertThatThrownBy(claim::takeAway)
                    .isInstanceOfSatisfying(
                            MountException.class,
                            refused -> assertThat(refused.reason()).isEqualTo(Reason.MOUNT_POINT_NOT_EMPTY));
        }
        assertThat(directory.resolve("mine")).hasContent("kept");
    }

    @Test
    void temporaryDirectoriesArePrivateAndNamedForTheDrive() throws Exception {
        Path made;
        try (MountDirectory one = MountDirectory.temporary("my game: $(rm) ü/..");
                MountDirectory two = MountDirectory.temporary("my game: $(rm) ü/..")) {
            made = one.path();
            assertThat(made).isEmptyDirectory().isNotEqualTo(two.path());
            assertThat(made.getFileName().toString())
                    .matches("zipfs-mount-my_game____rm____..-"
                            + ProcessHandle.current().pid() + "-[0-9]+");
            if (made.getFileSystem().supportedFileAttributeViews().contains("posix")) {
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(made)))
                        .isEqualTo("rwx------");
            }
        }
        assertThat(made).doesNotExist();
        try (MountDirectory longest = MountDirectory.temporary("x".repeat(1000))) {
            assertThat(longest.path().getFileName().toString()).hasSizeLessThan(100);
        }
    }

    @Test
    void whatDeadProcessesMadeIsSweptAndNothingElse() throws Exception {
        Path dead = Files.createDirectory(temp.resolve("zipfs-mount-a-b-999999999-1"));
        Path notEmpty = Files.createDirectory(temp.resolve("zipfs-mount-a-999999999-2"));
        Files.writeString(notEmpty.resolve("mine"), "kept");
        Path alive = Files.createDirectory(
                temp.resolve("zipfs-mount-a-" + ProcessHandle.current().pid() + "-3"));
        Path file = Files.writeString(temp.resolve("zipfs-mount-a-999999999-4"), "kept");
        Path another = Files.createDirectory(temp.resolve("zipfs-mount-a"));

        TemporaryDirectories.sweep(temp);

        assertThat(dead).doesNotExist();
        assertThat(notEmpty.resolve("mine")).hasContent("kept");
        assertThat(alive).isEmptyDirectory();
        assertThat(file).hasContent("kept");
        assertThat(another).isEmptyDirectory();
    }

    @Test
    void ofManyClaimsOneWinsAndTheDirectoryOutlivesTheLosers() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            for (int round = 0; round < 50; round++) {
                Path directory = temp.resolve("m" + round);
                CyclicBarrier together = new CyclicBarrier(8);
                List<Future<MountDirectory>> all = new ArrayList<>();
                for (int i = 0; i < 8; i++) {
                    all.add(threads.submit(() -> {
                        together.await();
                        return MountDirectory.claim(directory);
                    }));
                }
                List<MountDirectory> won = new ArrayList<>();
                for (Future<MountDirectory> one : all) {
                    try {
                        won.add(one.get());
                    } catch (ExecutionException lost) {
                        assertThat(((MountException) lost.getCause()).reason()).isEqualTo(Reason.MOUNT_POINT_IN_USE);
                    }
                }
                assertThat(won).hasSize(1);
                assertThat(directory).isEmptyDirectory();
                won.get(0).close();
                assertThat(directory).doesNotExist();
            }
        } finally {
            threads.shutdownNow();
        }
    }
}
