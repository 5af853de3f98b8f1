package dev.zipfs.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zipfs.examples.console.ExitCode;
import dev.zipfs.testkit.model.ArchiveModel;
import dev.zipfs.testkit.model.Content;
import dev.zipfs.testkit.model.EntryModel;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The runnable jar, a real kernel, and what a shell does with the drive. */
@Timeout(120)
class MountIT {
    @TempDir
    Path dir;

    private Path archive;
    private Path mountPoint;

    @BeforeAll
    static void requireLibfuse() {
        Jar.requireLibfuse();
    }

    @BeforeEach
    void writeArchive() throws IOException {
        archive = dir.resolve("x.zip");
        mountPoint = Files.createDirectory(dir.resolve("drive"));
        ArchiveModel.of(FILES.toArray(EntryModel[]::new)).write(archive);
    }

    private static final List<EntryModel> FILES = List.of(
            EntryModel.file("a/stored.bin", Content.noise(3_000_001, 1)).build(),
            EntryModel.file("a/b/deflated.bin", Content.noise(5_000_003, 2))
                    .deflated()
                    .build(),
            EntryModel.file("a/b/Grüße 東京.txt", "hallo\n").deflated().build(),
            EntryModel.file("empty", "").build());

    @Test
    void oneLineThenTheDriveEqualsWhatWasPacked() throws Exception {
        Path unpacked = unpack();
        try (MountProcess mount = MountProcess.start(archive, mountPoint)) {
            assertThat(mount.line).startsWith("mounted " + archive + " at " + mountPoint + " (libfuse ");
            assertThat(mount.entries).isEqualTo(FILES.size());
            assertThat(mount.millis).isBetween(1L, 60_000L);
            Jar.tool("diff", "-r", unpacked.toString(), mount.root.toString());
            assertThat(Jar.tool("cat", mount.root.resolve("a/b/Grüße 東京.txt").toString()))
                    .isEqualTo("hallo\n");
            mount.terminate();
            assertThat(mount.awaitEnd()).isEqualTo(new Jar.Result(0, "", ""));
        }
        assertUnmounted(mountPoint);
    }

    @Test
    void withoutMountPointAPrivateDirectoryIsUsedAndRemoved() throws Exception {
        try (MountProcess mount = MountProcess.start(archive)) {
            assertThat(mount.root.resolve("empty")).isRegularFile();
            mount.terminate();
            mount.awaitEnd();
            assertThat(mount.root).doesNotExist();
        }
    }

    @Test
    void aMissingMountPointIsMadeAndRemoved() throws Exception {
        Path missing = dir.resolve("missing");
        try (MountProcess mount = MountProcess.start(archive, missing)) {
            assertThat(missing.resolve("empty")).isRegularFile();
            mount.terminate();
            assertThat(mount.awaitEnd().exitCode()).isZero();
        }
        assertThat(missing).doesNotExist();
    }

    @Test
    void controlCUnmountsAndIsNoFailure() throws Exception {
        try (MountProcess mount = MountProcess.start(archive, mountPoint)) {
            Jar.tool("kill", "-INT", Long.toString(mount.pid()));
            assertThat(mount.awaitEnd()).isEqualTo(new Jar.Result(0, "", ""));
        }
        assertUnmounted(mountPoint);
    }

    @Test
    void unmountingFromOutsideEndsTheProcess() throws Exception {
        try (MountProcess mount = MountProcess.start(archive, mountPoint)) {
            Jar.tool("fusermount", "-u", mountPoint.toString());
            assertThat(mount.awaitEnd()).isEqualTo(new Jar.Result(0, "", ""));
        }
    }

    @Test
    void aKilledMountDoesNotBlockTheNext() throws Exception {
        try (MountProcess mount = MountProcess.start(archive, mountPoint)) {
            mount.kill();
        }
        try (MountProcess mount = MountProcess.start(archive, mountPoint)) {
            assertThat(mountPoint.resolve("empty")).isRegularFile();
            mount.terminate();
            assertThat(mount.awaitEnd().exitCode()).isZero();
        }
        assertUnmounted(mountPoint);
    }

    @Test
    void anOpenFileDoesNotKeepTheProcessAlive() throws Exception {
        try (MountProcess mount = MountProcess.start(archive, mountPoint)) {
            InputStream open = Files.newInputStream(mountPoint.resolve("a/stored.bin"));
            assertThat(open.read()).isNotNegative();
            mount.terminate();
            assertThat(mount.awaitEnd().exitCode()).isZero();
            assertUnmounted(mountPoint);
            // The kernel says so at the latest here; the descriptor is given back all the same.
            assertThatThrownBy(open::close).isInstanceOf(IOException.class);
        }
    }

    @Test
    void statisticsAreOneJsonLineAtTheEnd() throws Exception {
        try (MountProcess mount = MountProcess.start("--stats", archive, mountPoint)) {
            assertThat(Files.size(mountPoint.resolve("a/stored.bin"))).isEqualTo(3_000_001);
            Files.readAllBytes(mountPoint.resolve("a/stored.bin"));
            mount.terminate();
            Jar.Result end = mount.awaitEnd();
            assertThat(end.exitCode()).isZero();
            assertThat(end.out().lines())
                    .singleElement()
                    .asString()
                    .matches("\\{\"opens\":\\d+,\"openHandles\":.*\"bytesServed\":[1-9]\\d{6}.*\"failures\":0\\}");
        }
    }

    @Test
    void anArchiveWithoutEntriesMounts() throws Exception {
        Path none = dir.resolve("none.zip");
        ArchiveModel.of().write(none);
        try (MountProcess mount = MountProcess.start(none, mountPoint)) {
            assertThat(mount.entries).isZero();
            assertThat(mountPoint).isEmptyDirectory();
        }
    }

    @Test
    void aHundredThousandEntriesMount() throws Exception {
        List<EntryModel> entries = new ArrayList<>();
        for (int i = 0; i < 100_000; i++) {
            entries.add(EntryModel.file("d" + i % 100 + "/f" + i, "x").build());
        }
        Path many = dir.resolve("many.zip");
        ArchiveModel.of(entries.toArray(EntryModel[]::new)).write(many);
        try (MountProcess mount = MountProcess.start(many, mountPoint)) {
            assertThat(mount.entries).isEqualTo(100_000);
            try (Stream<Path> files = Files.walk(mountPoint)) {
                assertThat(files.filter(Files::isRegularFile)).hasSize(100_000);
            }
            assertThat(mountPoint.resolve("d99/f99999")).hasContent("x");
        }
    }

    @Test
    void everyKindOfFailureHasItsExitCodeAndOneLine() throws Exception {
        byte[] bytes = Files.readAllBytes(archive);
        Path truncated = Files.write(dir.resolve("truncated.zip"), Arrays.copyOf(bytes, bytes.length / 2));
        Path text = Files.writeString(dir.resolve("text.zip"), "no archive\n");
        for (Path bad : List.of(truncated, text, dir.resolve("missing.zip"), dir)) {
            assertFails(ExitCode.ARCHIVE_FAILED, bad.toString(), bad, mountPoint);
        }

        Path full = Files.createDirectory(dir.resolve("full"));
        Files.createFile(full.resolve("file"));
        assertFails(ExitCode.MOUNT_FAILED, full.toString(), archive, full);
        assertFails(ExitCode.MOUNT_FAILED, full.resolve("file").toString(), archive, full.resolve("file"));
        Path orphan = dir.resolve("no/such/parent");
        assertFails(ExitCode.MOUNT_FAILED, orphan.toString(), archive, orphan);
        assertFails(ExitCode.MOUNT_FAILED, "no-such-driver", archive, mountPoint, "--backend", "no-such-driver");
        assertThat(mountPoint).isEmptyDirectory();
    }

    @Test
    void aBusyMountPointIsLeftAlone() throws Exception {
        try (MountProcess mount = MountProcess.start(archive, mountPoint)) {
            assertFails(ExitCode.MOUNT_FAILED, mountPoint.toString(), archive, mountPoint);
            assertThat(mount.root.resolve("empty")).isRegularFile();
        }
    }

    private static void assertFails(int exitCode, String named, Object... args) throws Exception {
        Object[] line = new Object[args.length + 1];
        line[0] = "mount";
        System.arraycopy(args, 0, line, 1, args.length);
        Jar.Result result = Jar.run(line);
        assertThat(result.exitCode())
                .as("%s: %s", Arrays.toString(args), result)
                .isEqualTo(exitCode);
        assertThat(result.out()).isEmpty();
        assertThat(result.err().lines())
                .singleElement()
                .asString()
                .startsWith("zipdrive: ")
                .contains(named);
    }

    private Path unpack() throws IOException {
        Path unpacked = dir.resolve("unpacked");
        for (EntryModel entry : FILES) {
            Path file = unpacked.resolve(entry.name());
            Files.createDirectories(file.getParent());
            Files.write(file, entry.content().toBytes());
        }
        return unpacked;
    }

    private static void assertUnmounted(Path mountPoint) throws IOException {
        assertThat(Files.readString(Path.of("/proc/self/mounts"))).doesNotContain(mountPoint.toString());
        assertThat(mountPoint).isEmptyDirectory();
    }
}
