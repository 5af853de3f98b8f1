package dev.zipfs.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zipfs.MountException;
import dev.zipfs.MountException.Reason;
import dev.zipfs.MountPoint;
import dev.zipfs.spi.DriveMount;
import dev.zipfs.testkit.fake.MemoryView;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.Test;

/** Where drives may appear, and what becomes of the place. */
abstract class BackendPlaceLaws extends BackendEndLaws {
    private MemoryView fine() {
        return tree().file("f", "fine");
    }

    @Test
    void aMissingDirectoryIsMadeAndRemoved() throws Exception {
        Path point = temp.resolve("m");
        DriveMount mount = mount(fine(), MountPoint.directory(point));
        assertThat(mount.mountPoint()).isInstanceOf(MountPoint.Directory.class);
        assertThat(point).exists();
        assertThat(mount.root()).isEqualTo(temp.toRealPath().resolve("m"));

        mount.unmountForcibly();

        assertThat(point).doesNotExist();
    }

    @Test
    void anEmptyDirectoryIsUsedAndLeftAsItWas() throws Exception {
        Path point = Files.createDirectory(temp.resolve("m"));
        for (int round = 0; round < 3; round++) {
            DriveMount mount = mount(tree().file("round", "" + round), MountPoint.directory(point));
            assertThat(text(look(mount), "round")).isEqualTo("" + round);

            mount.unmountForcibly();

            assertThat(point).isEmptyDirectory();
        }
    }

    @Test
    void aDirectoryWithSomethingInItIsRefused() throws Exception {
        Files.writeString(temp.resolve("mine"), "kept");

        assertReason(Reason.MOUNT_POINT_NOT_EMPTY, () -> mount(fine(), MountPoint.directory(temp)));

        assertThat(temp.resolve("mine")).hasContent("kept");
    }

    @Test
    void aFileIsRefused() throws Exception {
        Path file = Files.writeString(temp.resolve("file"), "kept");

        assertReason(Reason.MOUNT_POINT_INVALID, () -> mount(fine(), MountPoint.directory(file)));

        assertThat(file).hasContent("kept");
    }

    @Test
    void aMissingParentIsRefused() throws Exception {
        assertReason(Reason.MOUNT_POINT_INVALID, () -> mount(fine(), "no/where"));

        assertThat(temp).isEmptyDirectory();
    }

    @Test
    void aLiveDriveIsNotTouched() throws Exception {
        DriveMount first = mount(tree().file("first", "x"));

        assertReason(Reason.MOUNT_POINT_IN_USE, () -> mount(fine()));

        assertThat(first.ended().toCompletableFuture()).isNotDone();
        assertThat(text(look(first), "first")).isEqualTo("x");
    }

    @Test
    void ofSeveralAtOnceOneWins() throws Exception {
        List<DriveMount> won = new CopyOnWriteArrayList<>();
        List<Reason> lost = new CopyOnWriteArrayList<>();
        CyclicBarrier together = new CyclicBarrier(4);

        inParallel(4, thread -> {
            together.await();
            try {
                won.add(mount(fine()));
            } catch (MountException refusal) {
                lost.add(refusal.reason());
            }
        });

        assertThat(won).hasSize(1);
        assertThat(lost).containsOnly(Reason.MOUNT_POINT_IN_USE).hasSize(3);
        assertThat(text(look(won.get(0)), "f")).isEqualTo("fine");
    }

    @Test
    void automaticPlacesDifferAndGo() throws Exception {
        DriveMount one = mount(fine(), MountPoint.auto());
        DriveMount two = mount(fine(), MountPoint.auto());
        assertThat(one.root()).isNotEqualTo(two.root());
        assertThat(one.mountPoint()).isNotInstanceOf(MountPoint.Automatic.class);

        one.unmountForcibly();

        assertThat(one.root()).doesNotExist();
        assertThat(text(look(two), "f")).isEqualTo("fine");
    }
}
