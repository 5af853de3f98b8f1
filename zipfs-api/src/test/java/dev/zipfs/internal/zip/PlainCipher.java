package dev.zipfs.internal.zip;

import java.io.ByteArrayOutputStream;
import java.util.zip.CRC32;

/**
 * Traditional PKWARE encryption as APPNOTE 6.3.10 §6.1 words it, bit by bit, for long entries that no tool has to make.
 */
final class PlainCipher {
    private long key0 = 0x12345678L;
    private long key1 = 0x23456789L;
    private long key2 = 0x34567890L;

    private PlainCipher() {}

    /** Eleven bytes of padding, the check byte, and the data. */
    static byte[] encrypt(byte[] plain, byte[] password) {
        CRC32 crc = new CRC32();
        crc.update(plain);
        return encrypt(plain, password, (int) (crc.getValue() >>> 24));
    }

    /** The same with another check byte, for data that is compressed. */
    static byte[] encrypt(byte[] plain, byte[] password, int check) {
        PlainCipher cipher = new PlainCipher();
        for (byte b : password) {
            cipher.update(b);
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int i = 0; i < 11; i++) {
            out.write(cipher.encrypt((byte) i));
        }
        out.write(cipher.encrypt((byte) check));
        for (byte b : plain) {
            out.write(cipher.encrypt(b));
        }
        return out.toByteArray();
    }

    private byte encrypt(byte b) {
        long temp = (key2 | 2) & 0xFFFF;
        byte encrypted = (byte) (b ^ temp * (temp ^ 1) >>> 8);
        update(b);
        return encrypted;
    }

    private void update(byte b) {
        key0 = crc(key0, b);
        key1 = (key1 + (key0 & 0xFF)) * 134775813L + 1 & 0xFFFFFFFFL;
        key2 = crc(key2, (byte) (key1 >>> 24));
    }

    private static long crc(long crc, byte b) {
        long next = crc ^ b & 0xFF;
        for (int bit = 0; bit < 8; bit++) {
            next = (next & 1) == 0 ? next >>> 1 : next >>> 1 ^ 0xEDB88320L;
        }
        return next;
    }
}
