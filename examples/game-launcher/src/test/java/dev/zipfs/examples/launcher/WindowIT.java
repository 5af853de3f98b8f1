package dev.zipfs.examples.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.zipfs.ZipDrive;
import dev.zipfs.testkit.RequiredDrivers;
import dev.zipfs.testkit.model.ArchiveModel;
import dev.zipfs.testkit.model.Content;
import dev.zipfs.testkit.model.EntryModel;
import java.awt.image.BufferedImage;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The window on an X server without a screen, with a real drive behind it. The picture stays in {@code target/launcher.png}. */
@Timeout(120)
class WindowIT {
    @TempDir
    Path dir;

    private Process screen;
    private String display;

    @BeforeEach
    void startAScreen() throws IOException {
        RequiredDrivers.assume("libfuse", ZipDrive.drivers().get("libfuse"));
        assumeTrue(onPath("Xvfb"), "Xvfb is not installed");
        assumeTrue(
                Files.exists(Path.of(System.getProperty("java.home"), "lib", "libawt_xawt.so")),
                "this JDK has no windows (a package named headless)");
        screen = new ProcessBuilder("Xvfb", "-displayfd", "1", "-screen", "0", "1024x700x24")
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        // It names its display when it can be used.
        display = ":"
                + new BufferedReader(new InputStreamReader(screen.getInputStream(), StandardCharsets.US_ASCII))
                        .readLine();
    }

    @AfterEach
    void stopTheScreen() throws InterruptedException {
        if (screen != null) {
            screen.destroy();
            assertThat(screen.waitFor(20, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void showsADriveAtWork() throws Exception {
        Path game = dir.resolve("Space Race.zip");
        List<EntryModel> entries = new ArrayList<>();
        // It loads one level after the other, at a pace that makes a curve.
        entries.add(EntryModel.file("play.sh", "#!/bin/sh\nfor f in data/*; do cat $f >/dev/null; sleep 0.5; done\n")
                .unixMode(0100755)
                .build());
        for (int i = 1; i <= 9; i++) {
            entries.add(level("data/level" + i + ".pak", i));
        }
        ArchiveModel.of(entries.toArray(new EntryModel[0])).write(game);
        Path other = dir.resolve("Chess.zip");
        ArchiveModel.of(EntryModel.file("chess.exe", "MZ").build()).write(other);

        Path picture = Path.of("target", "launcher.png").toAbsolutePath();
        Files.deleteIfExists(picture);
        photograph(picture, game, other);

        BufferedImage image = ImageIO.read(picture.toFile());
        Map<Integer, Integer> colours = new HashMap<>();
        for (int y = 0; y < image.getHeight(); y++) {
            for (int x = 0; x < image.getWidth(); x++) {
                colours.merge(image.getRGB(x, y) & 0xFFFFFF, 1, Integer::sum);
            }
        }
        assertThat(image.getWidth()).isGreaterThan(600);
        assertThat(colours).as("colours of text with smooth edges").hasSizeGreaterThan(50);
        assertThat(colours).as("the curves: read, decoded, in memory").containsKeys(0x1F6FEB, 0xD9730D, 0x2DA44E);
    }

    private static EntryModel level(String name, int seed) {
        byte[] bytes = new byte[(1 + seed * 5 % 7) << 20];
        Random random = new Random(seed);
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (random.nextInt(9) * 7);
        }
        return EntryModel.file(name, Content.bytes(bytes)).deflated().build();
    }

    private void photograph(Path picture, Path... archives) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("--enable-native-access=ALL-UNNAMED");
        if (Runtime.version().feature() >= 24) {
            command.add("--sun-misc-unsafe-memory-access=allow");
        }
        command.addAll(List.of("-Djava.awt.headless=false", "-cp", System.getProperty("java.class.path")));
        command.addAll(List.of(Photo.class.getName(), picture.toString()));
        for (Path archive : archives) {
            command.add(archive.toString());
        }
        Path out = dir.resolve("out");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out.toFile());
        builder.environment().put("DISPLAY", display);
        Process process = builder.start();
        boolean ended = process.waitFor(60, TimeUnit.SECONDS);
        if (!ended) {
            process.destroy();
            process.waitFor(20, TimeUnit.SECONDS);
        }
        assertThat(ended).as("ends by itself: %s", Files.readString(out)).isTrue();
        assertThat(process.exitValue()).as(Files.readString(out)).isZero();
        assertThat(picture).as(Files.readString(out)).exists();
    }

    private static boolean onPath(String program) {
        for (String folder : System.getenv().getOrDefault("PATH", "").split(":")) {
            if (Files.isExecutable(Path.of(folder, program))) {
                return true;
            }
        }
        return false;
    }
}
