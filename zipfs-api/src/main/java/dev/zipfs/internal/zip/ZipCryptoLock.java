package dev.zipfs.internal.zip;

import dev.zipfs.ArchiveFormatException;
import dev.zipfs.UnsupportedFeatureException;
import dev.zipfs.internal.codec.CompressedBytes;
import dev.zipfs.internal.zip.Passwords.Evidence;
import dev.zipfs.spi.EntryReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * One entry under ZipCrypto. Wrong passwords that pass the check of one byte are found out by decoding the entry's start:
 * what a wrong key gives is no deflated data, and of small entries the checksum tells.
 *
 * @param encrypted the entry's data with the encryption header
 * @param check what that header ends with
 * @param otherCheck what it may end with as well
 * @param stored whether the plain bytes have no form that could be wrong
 * @param size how many plain bytes there are
 * @param readers puts a decoder over decrypted bytes
 */
record ZipCryptoLock(CompressedBytes encrypted, int check, int otherCheck, boolean stored, long size, Readers readers)
        implements Passwords.Lock<ZipCrypto> {
    /** What is decoded to find a wrong password out. */
    private static final int PROBE = 64 << 10;

    /** The same where the password has been right before: then one entry in 256 that has another is caught. */
    private static final int SHORT_PROBE = 4 << 10;

    /** Up to this size stored entries are read whole; it takes a few milliseconds. */
    private static final int STORED_PROBE = 1 << 20;

    private static final int BUFFER = 16 << 10;

    /** Decodes. */
    @FunctionalInterface
    interface Readers {
        /** A reader that checks length and CRC-32 at the end. */
        EntryReader over(CompressedBytes plain) throws IOException;
    }

    @Override
    public @Nullable ZipCrypto open(byte[] password) throws IOException {
        return ZipCrypto.open(encrypted, password, check, otherCheck);
    }

    @Override
    public Evidence check(ZipCrypto opened, boolean proven) throws IOException {
        long most = proven ? SHORT_PROBE : stored ? STORED_PROBE : PROBE;
        if (size == 0 || stored && size > most) {
            return Evidence.UNKNOWN;
        }
        ByteBuffer buffer = ByteBuffer.allocate((int) Math.min(BUFFER, size));
        try (EntryReader probe = readers.over(opened.fromStart())) {
            for (long at = 0; at < Math.min(size, most); at += buffer.position()) {
                buffer.clear();
                probe.read(at, buffer);
            }
            return Evidence.RIGHT;
        } catch (ArchiveFormatException e) {
            return Evidence.WRONG;
        } catch (UnsupportedFeatureException e) {
            return Evidence.UNKNOWN;
        }
    }
}
