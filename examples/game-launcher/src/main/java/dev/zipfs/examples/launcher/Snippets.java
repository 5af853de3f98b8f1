package dev.zipfs.examples.launcher;

import dev.zipfs.Archive;
import dev.zipfs.Entry;
import dev.zipfs.MountException;
import dev.zipfs.MountOptions.Visibility;
import dev.zipfs.MountPoint;
import dev.zipfs.MountedDrive;
import dev.zipfs.PasswordProvider;
import dev.zipfs.ZipDrive;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;

/** The README's examples, here so that they compile. A test compares the two texts. */
final class Snippets {
    private Snippets() {}

    static void letter() throws IOException, InterruptedException {
        // snippet: letter
        try (MountedDrive drive = ZipDrive.mount(Path.of("game.zip"), 'M')) {
            new ProcessBuilder(drive.root().resolve("game.exe").toString())
                    .start()
                    .waitFor();
        }
        // end
    }

    static void directory() throws IOException {
        // snippet: directory
        try (MountedDrive drive = ZipDrive.mount(Path.of("game.zip"), "/mnt/game")) {
            System.out.println(Files.readString(drive.root().resolve("readme.txt")));
        }
        // end
    }

    static void options(Path archive, char[] password) throws IOException {
        // snippet: options
        MountedDrive drive = ZipDrive.builder(archive)
                .mountPoint(MountPoint.auto())
                .password(PasswordProvider.of(password))
                .charset(Charset.forName("Shift_JIS"))
                .zone(ZoneId.of("Asia/Tokyo"))
                .memoryBudget(128L << 20)
                .visibility(Visibility.EVERYONE)
                .listener(new ProgressBar())
                .mount();
        // end
        drive.close();
    }

    static void inProcess() throws IOException {
        // snippet: in-process
        try (Archive archive = ZipDrive.open(Path.of("game.zip"))) {
            archive.walk().forEach(entry -> System.out.println(entry.path() + " " + entry.size()));

            Entry level = archive.entry("data/level1.bin");
            try (SeekableByteChannel channel = level.openChannel()) {
                channel.position(level.size() / 2).read(ByteBuffer.allocate(4096));
            }
            try (InputStream stream = archive.entry("readme.txt").openStream()) {
                stream.transferTo(System.out);
            }
        }
        // end
    }

    static void noDriver(Path archive) throws IOException {
        // snippet: no-driver
        try (MountedDrive drive = ZipDrive.mount(archive, "auto")) {
            System.out.println("mounted at " + drive.root());
        } catch (MountException e) {
            // NO_DRIVER, MOUNT_POINT_IN_USE, NOT_PERMITTED …: the message names the place and says what to do.
            System.err.println(e.reason() + ": " + e.getMessage());
            ZipDrive.drivers().forEach((id, driver) -> System.err.println(id + ": " + driver + " " + driver.advice()));
        }
        // end
    }

    static void unmount(MountedDrive drive) throws MountException {
        // snippet: unmount
        drive.closed().thenRun(() -> System.out.println("the drive is gone, whoever unmounted it"));
        try {
            drive.unmount(Duration.ofSeconds(5));
        } catch (MountException busy) {
            System.err.println("still open: " + drive.openFiles());
            drive.closeForcibly();
        }
        // end
    }
}
