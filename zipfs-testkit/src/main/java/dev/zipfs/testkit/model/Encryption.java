package dev.zipfs.testkit.model;

import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How an entry is encrypted. The salt comes from a fixed seed, so that equal models give equal bytes: never use it for
 * anything but tests. Immutable.
 *
 * @since 0.1.0
 */
public final class Encryption {
    /** The length of a WinZip AES key. */
    public enum KeyLength {
        /** 128 bits. */
        AES_128(1, 16),
        /** 192 bits. */
        AES_192(2, 24),
        /** 256 bits. */
        AES_256(3, 32);

        final int code;
        final int keyBytes;

        KeyLength(int code, int keyBytes) {
            this.code = code;
            this.keyBytes = keyBytes;
        }
    }

    /** The version of WinZip AES. */
    public enum AesVersion {
        /** AE-1: the CRC stands in the headers. */
        AE_1(1),
        /** AE-2: the CRC in the headers is 0. */
        AE_2(2);

        final int code;

        AesVersion(int code) {
            this.code = code;
        }
    }

    final byte[] password;
    /** Null for ZipCrypto. */
    final @Nullable KeyLength keyLength;

    final AesVersion version;

    private Encryption(byte[] password, @Nullable KeyLength keyLength, AesVersion version) {
        this.password = password;
        this.keyLength = keyLength;
        this.version = version;
    }

    /**
     * Traditional PKWARE encryption (APPNOTE 6.3.10 §6.1).
     *
     * @param password the password, used as UTF-8
     * @return the encryption
     */
    public static Encryption zipCrypto(String password) {
        return new Encryption(password.getBytes(StandardCharsets.UTF_8), null, AesVersion.AE_1);
    }

    /**
     * WinZip AES, method 99 with extra field 0x9901.
     *
     * @param password the password, used as UTF-8
     * @param keyLength the length of the key
     * @param version AE-1 or AE-2
     * @return the encryption
     */
    public static Encryption aes(String password, KeyLength keyLength, AesVersion version) {
        return new Encryption(password.getBytes(StandardCharsets.UTF_8), keyLength, version);
    }

    boolean isAes() {
        return keyLength != null;
    }

    /** Extra field 0x9901 for an entry whose data, once decrypted, has the given method. */
    byte[] aesExtra(int method) {
        KeyLength length = Objects.requireNonNull(keyLength);
        byte[] data = new LittleEndianBuffer()
                .u16(version.code)
                .u8('A')
                .u8('E')
                .u8(length.code)
                .u16(method)
                .toBytes();
        return ExtraField.of(0x9901, data).toBytes();
    }

    /** The bytes as they stand in the archive. The check byte is the one ZipCrypto compares. */
    byte[] encrypt(byte[] plain, int checkByte, long seed) {
        return keyLength == null
                ? Ciphers.zipCrypto(password, plain, checkByte, seed)
                : Ciphers.winZipAes(password, keyLength.keyBytes, plain, seed);
    }
}
