package dev.zipfs.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zipfs.spi.Availability;
import dev.zipfs.testkit.RequiredDrivers;
import dev.zipfs.testkit.model.ArchiveModel;
import dev.zipfs.testkit.model.Content;
import dev.zipfs.testkit.model.EntryModel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The runnable jar with the Dokan backend, through the stand-in for Dokan that the module's own tests have built. */
@Timeout(120)
class DokanIT {
    private static final Path DOUBLE = Path.of("..", "..", "zipfs-dokan", "target", "native")
            .toAbsolutePath()
            .normalize();

    @TempDir
    Path dir;

    @BeforeAll
    static void requireTheDouble() {
        boolean built = Files.exists(DOUBLE.resolve("libdokan2.so"));
        RequiredDrivers.assume(
                "dokan-double",
                built
                        ? Availability.available("1")
                        : Availability.unavailable("not in " + DOUBLE + "; mvn verify -pl zipfs-dokan makes it", ""));
    }

    @Test
    void anArchiveMountedWithDokanEqualsWhatWasPacked() throws Exception {
        byte[] noise = Content.noise(3_000_001, 1).toBytes();
        Path unpacked = Files.createDirectories(dir.resolve("unpacked/a")).getParent();
        Files.write(unpacked.resolve("a/noise.bin"), noise);
        Files.writeString(unpacked.resolve("a/Gr\u00fc\u00dfe.txt"), "hallo\n");
        Path archive = dir.resolve("x.zip");
        ArchiveModel.of(
                        EntryModel.file("a/noise.bin", Content.bytes(noise))
                                .deflated()
                                .build(),
                        EntryModel.file("a/Gr\u00fc\u00dfe.txt", "hallo\n").build())
                .write(archive);
        Path point = dir.resolve("drive");
        List<String> command = Jar.command("mount", "--backend", "dokan", archive, point);
        command.add(1, "-Djna.library.path=" + DOUBLE);
        Process mount = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            mount.getOutputStream().close();
            assertThat(mount.inputReader(StandardCharsets.UTF_8).readLine())
                    .startsWith("mounted " + archive + " at " + point + " (dokan 2.3.1,");
            Jar.tool("diff", "-r", unpacked.toString(), point.toString());
            mount.toHandle().destroy();
            assertThat(mount.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(mount.exitValue()).isZero();
        } finally {
            mount.destroyForcibly();
        }
        assertThat(point).doesNotExist();
    }
}
