package dev.zipfs.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zipfs.spi.Availability;
import dev.zipfs.testkit.RequiredDrivers;
import dev.zipfs.testkit.model.ArchiveModel;
import dev.zipfs.testkit.model.Content;
import dev.zipfs.testkit.model.EntryBuilder;
import dev.zipfs.testkit.model.EntryModel;
import java.io.IOException;
import java.io.OutputStream;
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

    private static final int CHUNK = 1 << 20;

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
        Path unpacked = Files.createDirectory(dir.resolve("unpacked"));
        Path archive = dir.resolve("x.zip");
        ArchiveModel.Builder model = ArchiveModel.builder();
        add(model, unpacked, "a/noise.bin", Content.noise(3_000_001, 1), true);
        add(model, unpacked, "a/Gr\u00fc\u00dfe.txt", Content.text("hallo\n"), false);
        model.build().write(archive);

        assertMountedEquals(unpacked, archive);
    }

    /** Large files that are read in place, among many small ones that are decoded. */
    @Test
    void anArchiveOfTwoHundredMegabytesEqualsWhatWasPacked() throws Exception {
        Path unpacked = Files.createDirectory(dir.resolve("unpacked"));
        Path archive = dir.resolve("large.zip");
        ArchiveModel.Builder model = ArchiveModel.builder();
        for (int i = 0; i < 4; i++) {
            add(model, unpacked, "films/film" + i + ".bin", Content.random(52_000_000, i), false);
        }
        for (int i = 0; i < 200; i++) {
            add(model, unpacked, "levels/" + i % 10 + "/level" + i + ".txt", Content.noise(200L * i, i), true);
        }
        model.build().write(archive);
        assertThat(Files.size(archive)).isGreaterThan(200_000_000);

        assertMountedEquals(unpacked, archive);
    }

    private static void add(ArchiveModel.Builder model, Path unpacked, String path, Content content, boolean deflated)
            throws IOException {
        EntryBuilder entry = EntryModel.file(path, content);
        model.add(deflated ? entry.deflated().build() : entry.build());
        Path file = unpacked.resolve(path);
        Files.createDirectories(file.getParent());
        try (OutputStream out = Files.newOutputStream(file)) {
            for (long at = 0; at < content.size(); at += CHUNK) {
                out.write(content.slice(at, (int) Math.min(CHUNK, content.size() - at)));
            }
        }
    }

    private void assertMountedEquals(Path unpacked, Path archive) throws Exception {
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
