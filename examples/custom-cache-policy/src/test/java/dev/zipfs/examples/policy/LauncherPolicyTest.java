package dev.zipfs.examples.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zipfs.cache.CachePolicies;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LauncherPolicyTest {
    @Test
    void programStaysWhileTheFilmIsRead(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("game.zip");
        Main.writeArchive(file);

        assertThat(Main.decodedAgain(file, new LauncherPolicy())).isZero();
        assertThat(Main.decodedAgain(file, CachePolicies.lru())).isPositive();
    }
}
