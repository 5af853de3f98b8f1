package dev.zipfs.dokan.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zipfs.MountException;
import dev.zipfs.MountException.Reason;
import dev.zipfs.MountOptions;
import dev.zipfs.MountPoint;
import dev.zipfs.dokan.DokanBackend;
import dev.zipfs.spi.DriveBackend;
import dev.zipfs.spi.DriveMount;
import dev.zipfs.spi.MountRequest;
import dev.zipfs.testkit.fake.MemoryView;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where drives are mounted: letters, which the double makes directories of, and directories. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class DokanMountPointIT {
    @RegisterExtension
    static final TestDrives drives = new TestDrives();

    @TempDir
    Path temp;

    private final MemoryView view = MemoryView.windows().file("f", "fine");
    private final DokanDouble.Functions functions = DokanDouble.functions();
    private TestHost host;
    private DokanDriver driver;

    @BeforeEach
    void makeLetters() throws Exception {
        Path letters = Files.createDirectory(temp.resolve("letters"));
        functions.double_letters(letters.toString());
        host = TestHost.withLetters(letters);
        driver = new DokanDriver(host, TestDrives.QUICK);
    }

    private static void assertRefused(Reason reason, ThrowingCallable mounting, String... words) {
        assertThatThrownBy(mounting)
                .isInstanceOfSatisfying(
                        MountException.class, e -> assertThat(e.reason()).isEqualTo(reason))
                .satisfies(e -> assertThat(List.of(words))
                        .allSatisfy(word -> assertThat(e).hasMessageContaining(word)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"X", "x:", "X:\\"})
    void lettersAreTakenInEveryForm(String text) throws Exception {
        DriveMount mount = drives.mount(driver, view, MountPoint.parse(text));

        assertThat(mount.mountPoint()).isEqualTo(MountPoint.letter('X'));
        assertThat(mount.root()).isEqualTo(host.rootOf('X'));
        assertThat(mount.root().resolve("f")).hasContent("fine");
        mount.unmount();
        assertThat(host.rootOf('X')).isEmptyDirectory();
    }

    @Test
    void aLetterInUseIsNeverTakenAway() throws Exception {
        DriveMount first = drives.mount(driver, view, MountPoint.letter('X'));
        host.lettersInUse.add('X');
        assertRefused(
                Reason.MOUNT_POINT_IN_USE,
                () -> drives.mount(driver, view, MountPoint.letter('X')),
                "mount point X:",
                "another drive");
        assertThat(first.root().resolve("f")).hasContent("fine");
    }

    @Test
    void aLetterThatIsTakenMeanwhileIsNotReplaced() throws Exception {
        DriveMount first = drives.mount(driver, view, MountPoint.letter('X'));
        // The system has not told yet: the driver refuses, or with the mount manager gives another letter.
        assertRefused(Reason.MOUNT_POINT_IN_USE, () -> drives.mount(driver, view, MountPoint.letter('X')), "gave -5");
        assertRefused(
                Reason.MOUNT_POINT_IN_USE,
                () -> driver.mount(view, everyone(MountPoint.letter('X'))),
                "mount point X:",
                "Windows offered D: instead");
        assertThat(first.root().resolve("f")).hasContent("fine");
        assertThat(DokanDouble.count("instances")).isOne();
    }

    private static MountRequest everyone(MountPoint point) {
        return MountRequest.of(point, "test", "a.zip", MountOptions.Visibility.EVERYONE);
    }

    @Test
    void theFirstFreeLetterIsChosen() throws Exception {
        host.lettersInUse.add('M');
        host.lettersInUse.add('N');
        DriveMount mount = drives.mount(driver, view, MountPoint.auto());

        assertThat(mount.mountPoint()).isEqualTo(MountPoint.letter('O'));
        assertThat(mount.root().resolve("f")).hasContent("fine");
    }

    @Test
    void aLetterLostInARaceIsFollowedByTheNext() throws Exception {
        DriveMount first = drives.mount(driver, view, MountPoint.auto());
        DriveMount second = drives.mount(driver, view, MountPoint.auto());

        assertThat(first.mountPoint()).isEqualTo(MountPoint.letter('M'));
        assertThat(second.mountPoint()).isEqualTo(MountPoint.letter('N'));
        assertThat(second.root().resolve("f")).hasContent("fine");
    }

    @Test
    void aLetterThatTheSystemGivesInsteadIsTakenWhereAnyWillDo() throws Exception {
        functions.double_mounted_as("R");
        DriveMount mount = drives.mount(driver, view, MountPoint.auto());

        assertThat(mount.mountPoint()).isEqualTo(MountPoint.letter('R'));
        assertThat(mount.root().resolve("f")).hasContent("fine");
    }

    @Test
    void withoutAFreeLetterNothingIsMounted() {
        for (char c = 'D'; c <= 'Z'; c++) {
            host.lettersInUse.add(c);
        }
        assertRefused(
                Reason.MOUNT_POINT_IN_USE,
                () -> drives.mount(driver, view, MountPoint.auto()),
                "no drive letter from D to Z is free");
    }

    @Test
    void automaticChoiceEndsWithTheFirstFailureThatIsNoRace() {
        functions.double_inject(-3);
        assertRefused(Reason.NO_DRIVER, () -> drives.mount(driver, view, MountPoint.auto()), "mount point M:");
    }

    @Test
    void elsewhereThanOnWindowsThereAreNoLetters() {
        DokanDriver plain = new DokanDriver(TestHost.plain(), TestDrives.QUICK);
        assertRefused(
                Reason.MOUNT_POINT_INVALID,
                () -> drives.mount(plain, view, MountPoint.letter('M')),
                "drive letters exist on Windows only");
    }

    @Test
    void anEmptyDirectoryIsUsedAndLeft() throws Exception {
        Path point = Files.createDirectory(temp.resolve("m"));
        DriveMount mount = drives.mount(driver, view, MountPoint.parse(point + "/"));
        assertThat(point.resolve("f")).hasContent("fine");
        mount.unmount();

        assertThat(point).isEmptyDirectory();
    }

    @Test
    void aDirectoryThatIsTooLongForTheDriverIsRefusedBeforeItIsAsked() throws Exception {
        Path parent = temp;
        while (parent.toString().length() < 200) {
            parent = Files.createDirectory(parent.resolve("a directory of no special name"));
        }
        Path fits = parent.resolve("m".repeat(259 - parent.toString().length() - 1));
        Path tooLong = parent.resolve("m".repeat(260 - parent.toString().length() - 1));
        assertThat(fits.toString()).hasSize(259);

        drives.mount(driver, view, MountPoint.directory(fits)).unmount();
        assertRefused(
                Reason.MOUNT_POINT_INVALID,
                () -> drives.mount(driver, view, MountPoint.directory(tooLong)),
                "fewer than 260 characters, and it has 260");
        assertThat(tooLong).doesNotExist();
    }

    @Test
    void theBackendIsFoundAndUsesWhatThePropertyNames() throws Exception {
        String before =
                System.setProperty(LibrarySearch.LIBRARY, DokanDouble.library().toString());
        try {
            DriveBackend backend = ServiceLoader.load(DriveBackend.class).stream()
                    .map(ServiceLoader.Provider::get)
                    .filter(candidate -> candidate.id().equals("dokan"))
                    .findFirst()
                    .orElseThrow();
            assertThat(backend).isInstanceOf(DokanBackend.class);
            assertThat(backend.priority()).isNegative();
            backend.warmUp();
            assertThat(backend.availability().available()).isTrue();
            DriveMount mount = drives.keep(backend.mount(view, everyone(MountPoint.directory(temp.resolve("m")))));
            assertThat(mount.root().resolve("f")).hasContent("fine");
            mount.unmount();
        } finally {
            if (before == null) {
                System.clearProperty(LibrarySearch.LIBRARY);
            } else {
                System.setProperty(LibrarySearch.LIBRARY, before);
            }
        }
    }
}
