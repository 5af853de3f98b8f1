package dev.zipfs.dokan.internal;

import static dev.zipfs.testkit.assertion.DriveAssertions.assertThatDrive;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zipfs.MountException;
import dev.zipfs.MountPoint;
import dev.zipfs.MountedDrive;
import dev.zipfs.NameRules;
import dev.zipfs.PasswordProvider;
import dev.zipfs.ZipDrive;
import dev.zipfs.testkit.model.ArchiveModel;
import dev.zipfs.testkit.model.Content;
import dev.zipfs.testkit.model.Encryption;
import dev.zipfs.testkit.model.EntryModel;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Real archives through the public API, the whole library, the double and a real kernel. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class DokanArchiveIT {
    @RegisterExtension
    static final TestDrives drives = new TestDrives();

    @TempDir
    Path temp;

    private String before;

    @BeforeEach
    void nameTheDouble() {
        before = System.getProperty(LibrarySearch.LIBRARY, "");
        System.setProperty(LibrarySearch.LIBRARY, DokanDouble.library().toString());
    }

    @AfterEach
    void forgetTheDouble() {
        System.setProperty(LibrarySearch.LIBRARY, before);
    }

    private ZipDrive.Builder drive(ArchiveModel model) throws Exception {
        Path archive = temp.resolve("game.zip");
        model.write(archive);
        return ZipDrive.builder(archive).backend("dokan").mountPoint(MountPoint.directory(temp.resolve("m")));
    }

    @Test
    void anArchiveIsShownAsItWasPacked() throws Exception {
        byte[] stored = Content.noise(3_000_001, 1).toBytes();
        byte[] deflated = Content.noise(5_000_003, 2).toBytes();
        ArchiveModel model = ArchiveModel.of(
                EntryModel.file("a/stored.bin", Content.bytes(stored)).build(),
                EntryModel.file("a/b/deflated.bin", Content.bytes(deflated))
                        .deflated()
                        .build(),
                EntryModel.file("a/b/Gr\u00fc\u00dfe \u6771\u4eac.txt", "hallo\n")
                        .deflated()
                        .build(),
                EntryModel.file("empty", "").build());
        Path unpacked = Files.createDirectories(temp.resolve("unpacked/a/b"))
                .getParent()
                .getParent();
        Files.write(unpacked.resolve("a/stored.bin"), stored);
        Files.write(unpacked.resolve("a/b/deflated.bin"), deflated);
        Files.writeString(unpacked.resolve("a/b/Gr\u00fc\u00dfe \u6771\u4eac.txt"), "hallo\n");
        Files.createFile(unpacked.resolve("empty"));
        try (MountedDrive drive = drive(model).mount()) {
            assertThat(drive.backend()).isEqualTo("dokan");
            assertThat(drive.backendVersion()).isEqualTo("2.3.1");
            assertThat(TestDrives.shell("diff -r \"$1\" \"$2\"", unpacked, drive.root()))
                    .isEqualTo(new TestDrives.Ran(0, ""));
            assertThatDrive(drive.root())
                    .hasFile("a/stored.bin", stored)
                    .hasFile("a/b/deflated.bin", deflated)
                    .hasNothingAt("none");
        }
        assertThat(temp.resolve("m")).doesNotExist();
    }

    @Test
    void underWindowsRulesCaseIsIgnoredAndNamesAreMadeLegal() throws Exception {
        ArchiveModel model = ArchiveModel.of(
                EntryModel.file("Data/Level:1.txt", "one").build(),
                EntryModel.file("readme", "old").build(),
                EntryModel.file("README", "new").build());
        try (MountedDrive drive = drive(model).nameRules(NameRules.WINDOWS).mount()) {
            assertThat(drive.root().resolve("DATA/level\uf03a1.TXT")).hasContent("one");
            assertThat(drive.root().resolve("Readme")).hasContent("new");
            assertThat(drive.root().resolve("readme (1)")).hasContent("old");
        }
    }

    @Test
    void oneBadEntryDoesNotTakeTheDriveDown() throws Exception {
        ArchiveModel model = ArchiveModel.of(
                EntryModel.file("secret", "x")
                        .encrypted(Encryption.zipCrypto("right"))
                        .build(),
                EntryModel.file("good", "fine").build());
        try (MountedDrive drive = drive(model)
                .password(PasswordProvider.of("wrong".toCharArray()))
                .mount()) {
            assertThat(TestDrives.shell("cat \"$1/secret\"", drive.root()).output())
                    .contains("Permission denied");
            assertThat(drive.root().resolve("good")).hasContent("fine");
        }
    }

    @Test
    void anOpenFileKeepsTheDriveAndIsNamed() throws Exception {
        ArchiveModel model = ArchiveModel.of(EntryModel.file("open.txt", "x").build());
        try (MountedDrive drive = drive(model).mount()) {
            try (FileChannel open = FileChannel.open(drive.root().resolve("open.txt"))) {
                assertThatThrownBy(() -> drive.unmount(Duration.ZERO))
                        .isInstanceOfSatisfying(
                                MountException.class,
                                e -> assertThat(e.reason()).isEqualTo(MountException.Reason.BUSY))
                        .hasMessageContaining("open.txt");
                assertThat(drive.isMounted()).isTrue();
                assertThat(open.size()).isOne();
            }
            drive.unmount(Duration.ofSeconds(10));
            assertThat(drive.isMounted()).isFalse();
        }
    }
}
