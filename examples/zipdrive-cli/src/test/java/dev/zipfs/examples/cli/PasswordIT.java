package dev.zipfs.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zipfs.testkit.model.ArchiveModel;
import dev.zipfs.testkit.model.Encryption;
import dev.zipfs.testkit.model.EntryModel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class PasswordIT {
    @TempDir
    Path dir;

    @BeforeAll
    static void requireLibfuse() {
        Jar.requireLibfuse();
    }

    @Test
    void encryptedEntriesAnswerWithAccessDeniedUntilThePasswordIsGiven() throws Exception {
        Path encrypted = dir.resolve("encrypted.zip");
        ArchiveModel.of(
                        EntryModel.file("secret", "top secret\n")
                                .encrypted(Encryption.zipCrypto("pw"))
                                .build(),
                        EntryModel.file("plain", "plain\n").build())
                .write(encrypted);
        Path mountPoint = Files.createDirectory(dir.resolve("drive"));
        try (MountProcess mount = MountProcess.start(encrypted, mountPoint)) {
            assertThat(mountPoint.resolve("plain")).hasContent("plain\n");
            assertThatThrownBy(() -> Files.readString(mountPoint.resolve("secret")))
                    .isInstanceOf(AccessDeniedException.class);
            mount.terminate();
            mount.awaitEnd();
        }
        try (MountProcess mount = MountProcess.startWithInput("pw\n", "--password-stdin", encrypted, mountPoint)) {
            assertThat(mount.root.resolve("secret")).hasContent("top secret\n");
        }
    }
}
