package dev.zipfs.internal.zip;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zipfs.ArchiveFormatException;
import dev.zipfs.PasswordException;
import dev.zipfs.PasswordException.Reason;
import dev.zipfs.PasswordProvider;
import dev.zipfs.UnsupportedFeatureException;
import dev.zipfs.ZipDriveException;
import dev.zipfs.internal.io.LittleEndian;
import dev.zipfs.spi.AccessCost;
import dev.zipfs.spi.EntryReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class EncryptionTest {
    private final CollectingRequest request = new CollectingRequest();

    private static PasswordProvider pw() {
        return PasswordProvider.of("pw".toCharArray());
    }

    private Opened open(byte[] archive) throws IOException {
        return Opened.of(archive, request);
    }

    @Test
    void encryptedEntriesAreReadWithTheirPassword() throws IOException {
        request.passwords = pw();
        for (byte[] archive : List.of(Samples.ZIP_CRYPTO_STORED, Samples.AES_128_STORED)) {
            Opened opened = open(archive);
            assertThat(opened.index.encrypted(0)).isTrue();
            assertThat(opened.index.method(0)).isEqualTo("stored");
            assertThat(opened.content(0)).isEqualTo(Samples.SECRET);
        }
        for (byte[] archive : List.of(Samples.ZIP_CRYPTO_DESCRIPTOR, Samples.AES_256_DEFLATED)) {
            Opened opened = open(archive);
            assertThat(opened.index.method(0)).isEqualTo("deflated");
            assertThat(opened.content(0)).isEqualTo(Samples.TEXT);
        }
    }

    @Test
    void withoutAPasswordEverythingElseStaysReadable() throws IOException {
        for (byte[] archive : List.of(Samples.ZIP_CRYPTO_STORED, Samples.AES_128_STORED)) {
            Opened opened = open(archive);
            assertThat(opened.index.size(0)).isEqualTo(Samples.SECRET.length);
            assertThatThrownBy(() -> opened.index.open(0))
                    .isInstanceOfSatisfying(
                            PasswordException.class, e -> assertThat(e.reason()).isEqualTo(Reason.MISSING))
                    .hasMessageContaining("'secret.txt'");
        }
    }

    @Test
    void wrongPasswordIsToldWhenOpenedAfterThreeTries() throws IOException {
        List<Integer> attempts = new ArrayList<>();
        request.passwords = (entry, attempt) -> {
            attempts.add(attempt);
            return ("wrong" + attempt).toCharArray();
        };
        for (byte[] archive : List.of(Samples.ZIP_CRYPTO_STORED, Samples.AES_128_STORED)) {
            attempts.clear();
            Opened opened = open(archive);
            assertThatThrownBy(() -> opened.index.open(0))
                    .isInstanceOfSatisfying(
                            PasswordException.class, e -> assertThat(e.reason()).isEqualTo(Reason.WRONG));
            assertThat(attempts).containsExactly(1, 2, 3);
        }
    }

    @Test
    void passwordThatWorkedIsRememberedAndTheProvidersArrayWiped() throws IOException {
        List<char[]> given = new ArrayList<>();
        request.passwords = (entry, attempt) -> {
            char[] password = (attempt == 1 ? "wrong" : "pw").toCharArray();
            given.add(password);
            return password;
        };
        Opened opened = open(Samples.AES_128_STORED);
        opened.content(0);
        opened.content(0);
        assertThat(given).hasSize(2).allSatisfy(p -> assertThat(p).containsOnly('\0'));
        opened.index.close();
        opened.content(0);
        assertThat(given).as("closing forgets").hasSize(4);
    }

    @Test
    void providerThatFailsIsNamed() throws IOException {
        request.passwords = (entry, attempt) -> {
            throw new IllegalStateException("no window");
        };
        Opened opened = open(Samples.AES_128_STORED);
        assertThatThrownBy(() -> opened.index.open(0))
                .isInstanceOf(ZipDriveException.class)
                .hasMessageContaining("PasswordProvider")
                .hasMessageContaining("no window");
    }

    @Test
    void aesOfTheFirstKindHasACrcAndOneOfTheSecondNone() throws IOException {
        request.passwords = pw();
        assertThat(open(Samples.AES_128_STORED).index.crc32(0)).isEmpty();
        byte[] first = firstKind(TinyZip.crc(Samples.SECRET));
        assertThat(open(first).index.crc32(0)).hasValue(TinyZip.crc(Samples.SECRET));
        assertThat(open(first).content(0)).isEqualTo(Samples.SECRET);
        byte[] wrong = firstKind(5);
        assertThatThrownBy(() -> open(wrong).content(0))
                .isInstanceOf(ArchiveFormatException.class)
                .hasMessageContaining("CRC-32");
    }

    /** The encryption is the same; only what the headers say of the CRC differs. */
    private static byte[] firstKind(long crc) {
        byte[] archive = Samples.AES_128_STORED.clone();
        int central = find(archive, 0x02014B50);
        for (int i = 0; i < 4; i++) {
            archive[central + 16 + i] = (byte) (crc >>> 8 * i);
        }
        for (int i = central; i < archive.length - 1; i++) {
            if ((archive[i] & 0xFF) == 0x01 && (archive[i + 1] & 0xFF) == 0x99) {
                archive[i + 4] = 1;
            }
        }
        return archive;
    }

    private static int find(byte[] archive, int signature) {
        for (int i = 0; ; i++) {
            if (LittleEndian.i32(archive, i) == signature) {
                return i;
            }
        }
    }

    @Test
    void changedDataIsToldByItsAuthenticationCode() throws IOException {
        request.passwords = pw();
        int data = 30 + "secret.txt".length() + 11 + 8 + 2;
        for (int at : new int[] {data, data + Samples.SECRET.length - 1, data + Samples.SECRET.length}) {
            byte[] changed = Samples.AES_128_STORED.clone();
            changed[at] ^= 1;
            try (EntryReader reader = open(changed).index.open(0)) {
                for (int i = 0; i < 2; i++) {
                    assertThatThrownBy(() -> reader.read(0, ByteBuffer.allocate(100)))
                            .isInstanceOf(ArchiveFormatException.class)
                            .hasMessageContaining("authentication code")
                            .hasMessageContaining("'secret.txt'");
                }
            }
        }
    }

    @Test
    void encryptedStoredEntriesAreReadFromAnywhere() throws IOException {
        request.passwords = pw();
        for (byte[] archive : List.of(Samples.ZIP_CRYPTO_STORED, Samples.AES_128_STORED)) {
            try (EntryReader reader = open(archive).index.open(0)) {
                assertThat(reader.accessCost())
                        .isEqualTo(archive == Samples.AES_128_STORED ? AccessCost.DIRECT : AccessCost.RESTARTABLE);
                for (int from = Samples.SECRET.length - 1; from >= 0; from--) {
                    ByteBuffer rest = ByteBuffer.allocateDirect(100);
                    assertThat(reader.read(from, rest)).isEqualTo(Samples.SECRET.length - from);
                    byte[] got = new byte[rest.flip().remaining()];
                    rest.get(got);
                    assertThat(got).isEqualTo(Arrays.copyOfRange(Samples.SECRET, from, Samples.SECRET.length));
                }
            }
        }
    }

    @Test
    void zipCryptoReachesAnyPositionFromAStateNotFarBefore() throws IOException {
        byte[] plain = new byte[1_000_000];
        new Random(4).nextBytes(plain);
        TinyZip zip = new TinyZip();
        zip.add("x".getBytes(UTF_8), plain).flags(1).raw(0, PlainCipher.encrypt(plain, "pw".getBytes(UTF_8)));
        request.passwords = pw();
        Opened opened = open(zip.build());
        assertThat(opened.content(0)).isEqualTo(plain);
        try (EntryReader reader = opened.index.open(0)) {
            assertThat(reader.restartPoint(900_000)).isZero();
            ByteBuffer all = ByteBuffer.allocate(plain.length);
            reader.read(0, all);
            assertThat(reader.restartPoint(900_000)).isBetween(900_000L - 65_536, 900_000L);
            Random random = new Random(5);
            for (int i = 0; i < 200; i++) {
                int from = random.nextInt(plain.length);
                ByteBuffer dst = ByteBuffer.allocate(random.nextInt(100_000));
                int n = reader.read(from, dst);
                assertThat(Arrays.copyOf(dst.array(), n)).isEqualTo(Arrays.copyOfRange(plain, from, from + n));
            }
        }
    }

    @Test
    void strongEncryptionAndMissingRoomAreNamed() throws IOException {
        request.passwords = pw();
        TinyZip zip = new TinyZip();
        zip.add("strong", "0123456789abcdef").flags(0x41);
        zip.add("short", "abc").flags(1);
        zip.add("aes", "0123456789").flags(1).method = 99;
        Opened opened = open(zip.build());
        assertThatThrownBy(() -> opened.index.open(0))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining("strong encryption");
        assertThatThrownBy(() -> opened.index.open(1))
                .isInstanceOf(ArchiveFormatException.class)
                .hasMessageContaining("encryption header");
        assertThatThrownBy(() -> opened.index.open(2))
                .isInstanceOf(ArchiveFormatException.class)
                .hasMessageContaining("AES");
    }
}
