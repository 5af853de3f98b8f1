package dev.zipfs.testkit.model;

import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.SplittableRandom;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The encrypting sides of ZipCrypto and WinZip AES. */
final class Ciphers {
    private static final int AES_BLOCK = 16;
    private static final int AES_CODE = 10;
    private static final int AES_ROUNDS = 1000;

    private Ciphers() {}

    /** APPNOTE 6.3.10 §6.1: 12 bytes of header whose last is the check byte, then the data. */
    static byte[] zipCrypto(byte[] password, byte[] plain, int checkByte, long seed) {
        ZipCryptoKeys keys = new ZipCryptoKeys();
        for (byte b : password) {
            keys.update(b);
        }
        byte[] all = new byte[12 + plain.length];
        new SplittableRandom(seed).nextBytes(all);
        all[11] = (byte) checkByte;
        System.arraycopy(plain, 0, all, 12, plain.length);
        for (int i = 0; i < all.length; i++) {
            byte b = all[i];
            all[i] = (byte) (b ^ keys.next());
            keys.update(b);
        }
        return all;
    }

    private static final class ZipCryptoKeys {
        private int key0 = 0x12345678;
        private int key1 = 0x23456789;
        private int key2 = 0x34567890;

        void update(byte b) {
            key0 = crcStep(key0, b);
            key1 = (key1 + (key0 & 0xFF)) * 134_775_813 + 1;
            key2 = crcStep(key2, key1 >>> 24);
        }

        int next() {
            int t = (key2 | 2) & 0xFFFF;
            return t * (t ^ 1) >>> 8 & 0xFF;
        }

        /** One step of CRC-32 bit by bit: slow and plainly right. */
        private static int crcStep(int crc, int b) {
            int c = (crc ^ b) & 0xFF;
            for (int k = 0; k < 8; k++) {
                c = (c & 1) == 1 ? c >>> 1 ^ 0xEDB88320 : c >>> 1;
            }
            return crc >>> 8 ^ c;
        }
    }

    /** WinZip's AE specification: salt, two bytes to verify the password, data, ten bytes of HMAC-SHA1 over the data. */
    static byte[] winZipAes(byte[] password, int keyBytes, byte[] plain, long seed) {
        try {
            byte[] salt = new byte[keyBytes / 2];
            new SplittableRandom(seed).nextBytes(salt);
            byte[] derived = pbkdf2(password, salt, 2 * keyBytes + 2);
            byte[] data = counterMode(Arrays.copyOf(derived, keyBytes), plain);
            Mac mac = Mac.getInstance("HmacSHA1");
            mac.init(new SecretKeySpec(derived, keyBytes, keyBytes, "HmacSHA1"));
            return new LittleEndianBuffer()
                    .put(salt)
                    .put(Arrays.copyOfRange(derived, 2 * keyBytes, 2 * keyBytes + 2))
                    .put(data)
                    .put(Arrays.copyOf(mac.doFinal(data), AES_CODE))
                    .toBytes();
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every Java platform has AES and HMAC-SHA1", impossible);
        }
    }

    /** RFC 8018 §5.2 over HMAC-SHA1, by hand because the JDK's own takes characters, not bytes. */
    private static byte[] pbkdf2(byte[] password, byte[] salt, int length) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA1");
        // A key of no bytes is refused by the JDK; HMAC pads keys with zeros, so one zero is the same key.
        mac.init(new SecretKeySpec(password.length == 0 ? new byte[1] : password, "HmacSHA1"));
        byte[] out = new byte[length];
        for (int block = 1, done = 0; done < length; block++) {
            mac.update(salt);
            byte[] u = mac.doFinal(new byte[] {0, 0, (byte) (block >>> 8), (byte) block});
            byte[] sum = u.clone();
            for (int round = 1; round < AES_ROUNDS; round++) {
                u = mac.doFinal(u);
                for (int i = 0; i < sum.length; i++) {
                    sum[i] ^= u[i];
                }
            }
            int count = Math.min(sum.length, length - done);
            System.arraycopy(sum, 0, out, done, count);
            done += count;
        }
        return out;
    }

    /** Counter mode whose counter begins at 1 and is little-endian, unlike the JDK's. */
    private static byte[] counterMode(byte[] key, byte[] plain) throws GeneralSecurityException {
        Cipher aes = Cipher.getInstance("AES/ECB/NoPadding");
        aes.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"));
        byte[] out = new byte[plain.length];
        byte[] counter = new byte[AES_BLOCK];
        for (int at = 0; at < plain.length; at += AES_BLOCK) {
            for (int i = 0; i < AES_BLOCK && ++counter[i] == 0; i++) {
                // The carry goes on to the next byte.
            }
            byte[] stream = aes.doFinal(counter);
            for (int i = 0; i < Math.min(AES_BLOCK, plain.length - at); i++) {
                out[at + i] = (byte) (plain[at + i] ^ stream[i]);
            }
        }
        return out;
    }
}
