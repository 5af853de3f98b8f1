package dev.zipfs.winfsp.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zipfs.MountException;
import dev.zipfs.MountException.Reason;
import dev.zipfs.MountOptions.Visibility;
import dev.zipfs.MountPoint;
import dev.zipfs.NameRules;
import dev.zipfs.spi.DriveMount;
import dev.zipfs.spi.MountRequest;
import dev.zipfs.testkit.fake.MemoryView;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import jnr.ffi.Runtime;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class WinFspDriverTest {
    @TempDir
    Path temp;

    private final FakeWinFsp winFsp = new FakeWinFsp();
    private final Set<Character> taken = new HashSet<>(Set.of('C'));
    private final DriveLetters letters = new DriveLetters(() -> taken);
    private final WinFspDriver driver =
            new WinFspDriver(WinFspLibrary.of(winFsp, Runtime.getSystemRuntime()), letters, winFsp::touch, () -> true);
    private final MemoryView view = new MemoryView(NameRules.WINDOWS).file("f", "x");

    @AfterEach
    void nothingIsLeft() {
        assertThat(winFsp.alive).as("native file systems").hasValue(0);
    }

    private DriveMount mount(MountPoint point) throws MountException {
        return mount(point, Visibility.OWNER);
    }

    private DriveMount mount(MountPoint point, Visibility visibility) throws MountException {
        return driver.mount(view, MountRequest.of(point, "game", "game.zip", visibility));
    }

    private void assertRefused(MountPoint point, Reason reason) {
        assertThatThrownBy(() -> mount(point))
                .isInstanceOfSatisfying(
                        MountException.class,
                        refused -> assertThat(refused.reason()).isEqualTo(reason));
    }

    @Test
    void anExplicitLetterIsMountedReadOnlyAndCaseInsensitive() throws Exception {
        DriveMount mount = mount(MountPoint.letter('x'));

        assertThat(mount.mountPoint()).isEqualTo(MountPoint.letter('X'));
        assertThat(mount.root().toString()).isEqualTo("X:\\");
        assertThat(mount.version()).isEqualTo("2.1");
        assertThat(winFsp.mounted).containsExactly("X:");
        assertThat(winFsp.wanted).containsExactly(1 << 21 | 1 << 22 | 1 << 29);
        assertThat(winFsp.options).singleElement().asString().endsWith("volname=game");

        mount.unmount();
        assertThat(mount.ended().toCompletableFuture()).isDone();
        assertThat(winFsp.mounted).isEmpty();
        assertThat(letters.free()).contains('X');
        mount.unmount();
        mount.unmountForcibly();
    }

    @Test
    void aTakenLetterIsNeverReplaced() throws Exception {
        assertRefused(MountPoint.letter('C'), Reason.MOUNT_POINT_IN_USE);

        DriveMount first = mount(MountPoint.letter('X'));
        assertRefused(MountPoint.letter('X'), Reason.MOUNT_POINT_IN_USE);
        first.unmount();
    }

    @Test
    void aLetterTakenByAnotherProcessMeanwhileIsReported() {
        winFsp.snatched.add("X:");
        assertRefused(MountPoint.letter('X'), Reason.MOUNT_POINT_IN_USE);
        assertThat(letters.free()).contains('X');
    }

    @Test
    void automaticChoiceGoesOnToTheNextLetterUnderARace() throws Exception {
        winFsp.mounted.add("M:"); // known to the driver, not yet to the list of roots
        winFsp.snatched.add("N:");

        DriveMount mount = mount(MountPoint.auto());

        assertThat(mount.mountPoint()).isEqualTo(MountPoint.letter('O'));
        mount.unmount();
    }

    @Test
    void withoutAFreeLetterThereIsNoDrive() {
        for (char letter = 'A'; letter <= 'Z'; letter++) {
            taken.add(letter);
        }
        assertRefused(MountPoint.auto(), Reason.MOUNT_POINT_IN_USE);
    }

    @Test
    void aFailureThatIsNoRaceIsNotTriedTwentySixTimes() {
        winFsp.preflight = NtStatus.NO_SUCH_DEVICE;
        assertRefused(MountPoint.auto(), Reason.NO_DRIVER);

        winFsp.preflight = 0;
        winFsp.acceptsOptions = text -> false;
        assertRefused(MountPoint.auto(), Reason.DRIVER_FAILED);
        assertThat(winFsp.options).hasSize(1);
        assertThat(letters.free()).hasSize(25);
    }

    @Test
    void forEveryoneTheMountManagerIsAsked() throws Exception {
        DriveMount mount = mount(MountPoint.letter('X'), Visibility.EVERYONE);

        assertThat(winFsp.mounted).containsExactly("\\\\.\\X:");
        assertThat(mount.root().toString()).isEqualTo("X:\\");
        mount.unmountForcibly();
    }

    @Test
    void aDirectoryIsTakenAwayForTheDriverAndPutBack() throws Exception {
        Path empty = Files.createDirectory(temp.resolve("empty"));
        DriveMount mount = mount(MountPoint.directory(empty));
        assertThat(empty).doesNotExist();
        assertThat(winFsp.mounted).containsExactly(mount.root().toString().toUpperCase());
        mount.unmount();
        assertThat(empty).isEmptyDirectory();
    }

    @Test
    void aMissingDirectoryIsMissingAfterwards() throws Exception {
        Path missing = temp.resolve("missing");
        DriveMount mount = mount(MountPoint.directory(missing));
        mount.unmount();
        assertThat(missing).doesNotExist();
    }

    @Test
    void aDirectoryIsPutBackIfMountingFails() throws Exception {
        Path empty = Files.createDirectory(temp.resolve("empty"));
        winFsp.acceptsOptions = text -> false;
        assertRefused(MountPoint.directory(empty), Reason.DRIVER_FAILED);
        assertThat(empty).isEmptyDirectory();

        Files.writeString(empty.resolve("mine"), "kept");
        assertRefused(MountPoint.directory(empty), Reason.MOUNT_POINT_NOT_EMPTY);
        assertThat(empty.resolve("mine")).hasContent("kept");
    }

    @Test
    void anOldVersionIsNotUsed() {
        winFsp.version = 1 << 16 | 9;
        WinFspLibrary library = WinFspLibrary.of(winFsp, Runtime.getSystemRuntime());

        assertThat(library.availability().available()).isFalse();
        assertThat(library.availability().reason()).contains("1.9 is too old");
        assertThat(library.availability().advice()).contains("https://winfsp.dev");
    }
}
