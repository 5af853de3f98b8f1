package dev.zipfs.internal.zip;

import static dev.zipfs.internal.io.LittleEndian.putI32;
import static dev.zipfs.internal.io.LittleEndian.u16;
import static dev.zipfs.internal.io.LittleEndian.u8;

import dev.zipfs.ArchiveFormatException;
import dev.zipfs.ZipDriveException;
import dev.zipfs.internal.codec.CompressedBytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.ReentrantLock;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.ShortBufferException;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * AES encryption as WinZip defined it (AE-1 and AE-2, "AES Encryption Information", 2009), taken off while reading. It
 * runs in counter mode, so every position is reached at once and readers need not wait for each other.
 *
 * <p>The authentication code behind the data is checked where the data is read in order from its start, and by {@link
 * #verify}.
 */
final class WinZipAes implements CompressedBytes {
    /**
     * What the extra field 0x9901 says.
     *
     * @param hasCrc whether the entry's CRC-32 counts (AE-1); AE-2 leaves it out because it gives content away
     * @param keyLength bytes of key
     * @param method how the data is compressed before it is encrypted
     */
    record Parameters(boolean hasCrc, int keyLength, int method) {
        private static final int LENGTH = 7;

        /** The field of a header, or {@code null} if there is none that makes sense. */
        static @Nullable Parameters of(byte[] b, int at) {
            int field = ExtraFields.find(
                    b, EntryRecord.extraAt(b, at), EntryRecord.extraLength(b, at), ExtraFields.WINZIP_AES);
            if (field < 0 || ExtraFields.length(b, field) < LENGTH) {
                return null;
            }
            int version = u16(b, field);
            int strength = u8(b, field + 4);
            return version < 1 || version > 2 || strength < 1 || strength > 3
                    ? null
                    : new Parameters(version == 1, 8 + 8 * strength, u16(b, field + 5));
        }

        int saltLength() {
            return keyLength / 2;
        }

        /** How much longer the encrypted data is. */
        int overhead() {
            return saltLength() + VERIFIER + CODE;
        }
    }

    /** One entry under AES. Two bytes are compared, and the authentication code at the end is good for all the rest. */
    record Lock(CompressedBytes encrypted, String entry, Parameters parameters) implements Passwords.Lock<WinZipAes> {
        @Override
        public @Nullable WinZipAes open(byte[] password) throws IOException {
            return WinZipAes.open(encrypted, entry, parameters, password);
        }

        @Override
        public Passwords.Evidence check(WinZipAes opened, boolean proven) {
            return Passwords.Evidence.RIGHT;
        }
    }

    private static final int VERIFIER = 2;
    private static final int CODE = 10;
    private static final int ITERATIONS = 1000;
    private static final int BLOCK = 16;

    /** How much key stream is made at a time. */
    private static final int BATCH = 4096;

    private final CompressedBytes encrypted;
    private final String entry;
    private final long start;
    private final long size;
    private final SecretKeySpec key;

    /** Ciphers are not thread-safe; there are as many as ever read at once. */
    private final ConcurrentLinkedQueue<Stream> streams = new ConcurrentLinkedQueue<>();

    private final ReentrantLock checking = new ReentrantLock();
    private final Mac mac;
    private volatile long checkedTo;
    private boolean verified;

    private WinZipAes(CompressedBytes encrypted, String entry, Parameters parameters, SecretKeySpec key, Mac mac) {
        this.encrypted = encrypted;
        this.entry = entry;
        this.start = (long) parameters.saltLength() + VERIFIER;
        this.size = encrypted.size() - parameters.overhead();
        this.key = key;
        this.mac = mac;
    }

    /**
     * Tries a password.
     *
     * @param encrypted at least {@link Parameters#overhead} bytes
     * @return the decrypted bytes, or {@code null} if the password is wrong; one wrong password in 65,536 is not
     *     noticed here but by the authentication code
     */
    static @Nullable WinZipAes open(CompressedBytes encrypted, String entry, Parameters parameters, byte[] password)
            throws IOException {
        byte[] head = new byte[parameters.saltLength() + VERIFIER];
        if (encrypted.read(0, head, 0, head.length) != head.length) {
            throw new ZipDriveException("the encryption header cannot be read");
        }
        int keyLength = parameters.keyLength();
        try {
            byte[] salt = Arrays.copyOf(head, parameters.saltLength());
            byte[] derived = derive(password, salt, 2 * keyLength + VERIFIER);
            if (derived[2 * keyLength] != head[salt.length] || derived[2 * keyLength + 1] != head[salt.length + 1]) {
                return null;
            }
            Mac mac = Mac.getInstance("HmacSHA1");
            mac.init(new SecretKeySpec(derived, keyLength, keyLength, "HmacSHA1"));
            return new WinZipAes(encrypted, entry, parameters, new SecretKeySpec(derived, 0, keyLength, "AES"), mac);
        } catch (GeneralSecurityException e) {
            throw unavailable(e);
        }
    }

    /** PBKDF2 over bytes (RFC 8018 §5.2): the JDK's own takes characters and would encode them again. */
    private static byte[] derive(byte[] password, byte[] salt, int length) throws GeneralSecurityException {
        Mac prf = Mac.getInstance("HmacSHA1");
        // A key may not be empty, but a password may; HMAC pads with zeros, so one zero byte is the same key.
        prf.init(new SecretKeySpec(password.length == 0 ? new byte[1] : password, "HmacSHA1"));
        byte[] derived = new byte[length];
        byte[] number = new byte[4];
        for (int block = 1, at = 0; at < length; block++) {
            number[3] = (byte) block;
            prf.update(salt);
            byte[] u = prf.doFinal(number);
            byte[] sum = u.clone();
            for (int i = 1; i < ITERATIONS; i++) {
                u = prf.doFinal(u);
                for (int k = 0; k < sum.length; k++) {
                    sum[k] ^= u[k];
                }
            }
            int n = Math.min(sum.length, length - at);
            System.arraycopy(sum, 0, derived, at, n);
            at += n;
        }
        return derived;
    }

    @Override
    public long size() {
        return size;
    }

    @Override
    public int read(long position, ByteBuffer dst) throws IOException {
        if (position < 0) {
            throw new IllegalArgumentException("position must not be negative: " + position);
        }
        if (position >= size) {
            return -1;
        }
        int from = dst.position();
        int limit = dst.limit();
        dst.limit(from + (int) Math.min(dst.remaining(), size - position));
        int n;
        try {
            n = encrypted.read(start + position, dst);
        } finally {
            dst.limit(limit);
        }
        authenticate(position, dst, from, n);
        Stream stream = streams.poll();
        if (stream == null) {
            stream = new Stream(key);
        }
        stream.decrypt(position, dst, from, n);
        streams.add(stream);
        return n;
    }

    private void authenticate(long position, ByteBuffer dst, int from, int n) {
        if (position != checkedTo || !checking.tryLock()) {
            return;
        }
        try {
            if (position == checkedTo) {
                int limit = dst.limit();
                int end = dst.position();
                dst.limit(from + n).position(from);
                mac.update(dst);
                dst.limit(limit).position(end);
                checkedTo = position + n;
            }
        } finally {
            checking.unlock();
        }
    }

    /** Reads on from where reading in order has come, so that nothing escapes the check. */
    @Override
    public void verify() throws IOException {
        checking.lock();
        try {
            if (verified) {
                return;
            }
            ByteBuffer rest = ByteBuffer.allocate((int) Math.min(BATCH, size - checkedTo));
            while (checkedTo < size) {
                rest.clear().limit((int) Math.min(rest.capacity(), size - checkedTo));
                int n = encrypted.read(start + checkedTo, rest);
                mac.update(rest.array(), 0, n);
                checkedTo += n;
            }
            byte[] code = new byte[CODE];
            encrypted.read(start + size, code, 0, CODE);
            byte[] found = Arrays.copyOf(mac.doFinal(), CODE);
            if (!MessageDigest.isEqual(code, found)) {
                // The code is used up; the next reading in order starts it again.
                checkedTo = 0;
                throw ArchiveFormatException.of(
                                "its authentication code does not match: it was changed, or the password is wrong")
                        .entry(entry)
                        .record("encrypted data")
                        .build();
            }
            verified = true;
        } finally {
            checking.unlock();
        }
    }

    private static ZipDriveException unavailable(GeneralSecurityException e) {
        return new ZipDriveException("this Java runtime has no AES or HMAC-SHA1: " + e.getMessage(), e);
    }

    /** The key stream: AES over a counter that starts with 1 at position 0, lowest byte first. */
    private static final class Stream {
        private final Cipher cipher;
        private final byte[] counters = new byte[BATCH];
        private final byte[] keys = new byte[BATCH];

        Stream(SecretKeySpec key) throws ZipDriveException {
            try {
                cipher = Cipher.getInstance("AES/ECB/NoPadding");
                cipher.init(Cipher.ENCRYPT_MODE, key);
            } catch (GeneralSecurityException e) {
                throw unavailable(e);
            }
        }

        void decrypt(long position, ByteBuffer bytes, int from, int length) {
            int done = 0;
            while (done < length) {
                long at = position + done;
                int inBlock = (int) (at % BLOCK);
                int n = Math.min(length - done, BATCH - inBlock);
                fill(at / BLOCK + 1, inBlock + n);
                for (int i = 0; i < n; i++) {
                    int to = from + done + i;
                    bytes.put(to, (byte) (bytes.get(to) ^ keys[inBlock + i]));
                }
                done += n;
            }
        }

        private void fill(long firstCounter, int needed) {
            int length = (needed + BLOCK - 1) / BLOCK * BLOCK;
            long counter = firstCounter;
            for (int at = 0; at < length; at += BLOCK, counter++) {
                putI32(counters, at, (int) counter);
                putI32(counters, at + 4, (int) (counter >>> 32));
            }
            try {
                cipher.update(counters, 0, length, keys, 0);
            } catch (ShortBufferException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
