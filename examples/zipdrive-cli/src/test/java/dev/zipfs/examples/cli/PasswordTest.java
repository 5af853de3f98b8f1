package dev.zipfs.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zipfs.examples.console.ExitCode;
import dev.zipfs.testkit.model.ArchiveModel;
import dev.zipfs.testkit.model.Encryption;
import dev.zipfs.testkit.model.EntryModel;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PasswordTest {
    @TempDir
    Path dir;

    private Path archive;

    @BeforeEach
    void writeArchive() throws IOException {
        archive = dir.resolve("x.zip");
        ArchiveModel.of(
                        EntryModel.file("old", "top secret\n")
                                .encrypted(Encryption.zipCrypto("pässword"))
                                .build(),
                        EntryModel.file("new", "top secret\n")
                                .encrypted(Encryption.aes(
                                        "pässword", Encryption.KeyLength.AES_256, Encryption.AesVersion.AE_2))
                                .build(),
                        EntryModel.file("plain", "plain\n").build())
                .write(archive);
    }

    @ParameterizedTest
    @ValueSource(strings = {"old", "new"})
    void thePasswordIsTheFirstLineOfStandardInput(String entry) {
        for (String end : new String[] {"", "\n", "\r\n", "\nnot the password"}) {
            Run run = Run.withInput("pässword" + end, "cat", "--password-stdin", archive, entry);
            assertThat(run.toString()).isEqualTo("exit 0\ntop secret\n");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"old", "new"})
    void aMissingOrWrongPasswordIsExitCodeFour(String entry) {
        Run missing = Run.of("cat", archive, entry);
        assertThat(missing.toString())
                .isEqualTo("exit 4\nzipdrive: entry '" + entry
                        + "': it is encrypted; give its password with --password-stdin\n");
        Run wrong = Run.withInput("guess\n", "cat", "--password-stdin", archive, entry);
        assertThat(wrong.toString()).isEqualTo("exit 4\nzipdrive: entry '" + entry + "': the password is wrong\n");
        Run empty = Run.withInput("\n", "cat", "--password-stdin", archive, entry);
        assertThat(empty.exitCode).isEqualTo(ExitCode.PASSWORD);
    }

    @Test
    void listingNeedsNoPassword() {
        assertThat(Run.of("ls", archive).lines()).containsExactlyInAnyOrder("new", "old", "plain");
    }

    @Test
    void verifyingSaysThatOnlyThePasswordIsMissing() {
        Run locked = Run.of("verify", archive);
        assertThat(locked.exitCode).isEqualTo(ExitCode.PASSWORD);
        assertThat(locked.err).isEqualTo("zipdrive: 2 of 3 entries failed; give the password with --password-stdin\n");
        Run open = Run.withInput("pässword\n", "verify", "--password-stdin", archive);
        assertThat(open.exitCode).as("%s", open).isZero();
    }
}
