package dev.zipfs.testkit.engine;

import static dev.zipfs.testkit.assertion.DriveAssertions.assertThatArchive;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zipfs.Archive;
import dev.zipfs.ArchiveFormatException;
import dev.zipfs.NameRules;
import dev.zipfs.PasswordException;
import dev.zipfs.PasswordProvider;
import dev.zipfs.ZipDrive;
import dev.zipfs.testkit.generate.Read;
import dev.zipfs.testkit.generate.ReadConsistency;
import dev.zipfs.testkit.model.ArchiveModel;
import dev.zipfs.testkit.model.Content;
import dev.zipfs.testkit.model.Descriptor;
import dev.zipfs.testkit.model.Encryption;
import dev.zipfs.testkit.model.Encryption.AesVersion;
import dev.zipfs.testkit.model.Encryption.KeyLength;
import dev.zipfs.testkit.model.EntryBuilder;
import dev.zipfs.testkit.model.EntryModel;
import dev.zipfs.testkit.model.InMemoryArchive;
import java.nio.channels.SeekableByteChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Encrypted entries: denied at opening without the right password, whole with it. */
class EncryptionTest {
    private static final String PASSWORD = "pässwörd";
    private static final Content CONTENT = Content.noise(300_000, 5);

    static Stream<Encryption> encryptions() {
        List<Encryption> all = new ArrayList<>(List.of(Encryption.zipCrypto(PASSWORD)));
        for (KeyLength length : KeyLength.values()) {
            for (AesVersion version : AesVersion.values()) {
                all.add(Encryption.aes(PASSWORD, length, version));
            }
        }
        return all.stream();
    }

    private static ArchiveModel archive(Encryption encryption) {
        return Opening.model(
                EntryModel.file("stored", CONTENT).encrypted(encryption),
                EntryModel.file("deflated", CONTENT).deflated().encrypted(encryption),
                EntryModel.file("later", CONTENT)
                        .deflated()
                        .descriptor(Descriptor.SIGNED)
                        .encrypted(encryption),
                EntryModel.file("empty", "").encrypted(encryption),
                EntryModel.file("ok.txt", "ok\n"));
    }

    private static Archive open(Encryption encryption, String password) throws Exception {
        return Opening.builder(archive(encryption), NameRules.POSIX)
                .password(PasswordProvider.of(password.toCharArray()))
                .open();
    }

    @ParameterizedTest
    @MethodSource("encryptions")
    void rightPasswordOpensAll(Encryption encryption) throws Exception {
        try (Archive archive = open(encryption, PASSWORD)) {
            assertThat(archive.entry("stored").encrypted()).isTrue();
            assertThatArchive(archive)
                    .hasFile("stored", CONTENT)
                    .hasFile("deflated", CONTENT)
                    .hasFile("later", CONTENT)
                    .hasFile("empty", "")
                    .hasFile("ok.txt", "ok\n");
        }
    }

    @ParameterizedTest
    @MethodSource("encryptions")
    void anyPositionIsRead(Encryption encryption) throws Exception {
        try (Archive archive = open(encryption, PASSWORD)) {
            for (String path : List.of("stored", "deflated")) {
                try (SeekableByteChannel channel = archive.entry(path).openChannel()) {
                    ReadConsistency.check(
                            (position, dst) -> channel.position(position).read(dst),
                            CONTENT,
                            List.of(
                                    new Read(299_990, 100, false),
                                    new Read(0, 10, false),
                                    new Read(123_457, 70_000, true),
                                    new Read(15, 18, false)));
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("encryptions")
    void withoutAPasswordOpeningIsDeniedAndTheRestReads(Encryption encryption) throws Exception {
        try (Archive archive = Opening.open(archive(encryption))) {
            for (String path : List.of("stored", "deflated", "later")) {
                assertThatThrownBy(() -> archive.entry(path).openChannel())
                        .isInstanceOfSatisfying(PasswordException.class, denied -> {
                            assertThat(denied.reason()).isEqualTo(PasswordException.Reason.MISSING);
                            assertThat(denied.entry()).isEqualTo(path);
                        });
            }
            assertThatArchive(archive).hasFile("ok.txt", "ok\n");
        }
    }

    @ParameterizedTest
    @MethodSource("encryptions")
    void wrongPasswordIsDenied(Encryption encryption) throws Exception {
        try (Archive archive = open(encryption, "wrong")) {
            // ZipCrypto compares one byte at opening: with this password it differs, another may slip through and fail
            // later.
            assertThatThrownBy(() -> archive.entry("stored").openChannel())
                    .isInstanceOfSatisfying(
                            PasswordException.class,
                            denied -> assertThat(denied.reason()).isEqualTo(PasswordException.Reason.WRONG));
            assertThatArchive(archive).hasFile("ok.txt", "ok\n");
        }
    }

    @Test
    void passwordIsAskedForUpToThreeTimesAndThenRemembered() throws Exception {
        List<Integer> attempts = new ArrayList<>();
        PasswordProvider third = (entry, attempt) -> {
            attempts.add(attempt);
            return (attempt == 3 ? PASSWORD : "wrong" + attempt).toCharArray();
        };
        Encryption aes = Encryption.aes(PASSWORD, KeyLength.AES_256, AesVersion.AE_2);
        try (Archive archive =
                Opening.builder(archive(aes), NameRules.POSIX).password(third).open()) {
            assertThatArchive(archive).hasFile("stored", CONTENT).hasFile("deflated", CONTENT);
            assertThat(attempts).containsExactly(1, 2, 3);
        }
    }

    @Test
    void damagedAesDataIsNotServedWhole() throws Exception {
        EntryBuilder entry =
                EntryModel.file("x", CONTENT).encrypted(Encryption.aes(PASSWORD, KeyLength.AES_256, AesVersion.AE_2));
        byte[] bytes = Opening.model(entry).toBytes();
        bytes[100_000] ^= 1;
        try (Archive archive = ZipDrive.builder(InMemoryArchive.of(bytes))
                .password(PasswordProvider.of(PASSWORD.toCharArray()))
                .open()) {
            assertThatThrownBy(() -> archive.entry("x").openStream().readAllBytes())
                    .isInstanceOf(ArchiveFormatException.class);
        }
    }
}
