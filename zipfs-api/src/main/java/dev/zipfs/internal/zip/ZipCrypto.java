package dev.zipfs.internal.zip;

import dev.zipfs.ZipDriveException;
import dev.zipfs.internal.codec.CompressedBytes;
import dev.zipfs.spi.AccessCost;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Traditional PKWARE encryption (APPNOTE 6.3.10 §6.1), taken off while reading. The cipher's state is twelve bytes that
 * depend on all that came before, so the state is kept every {@value #SPACING} bytes (further apart in huge entries):
 * any position that was passed once is at most so far from one.
 *
 * <p>Weak by today's measure, but what most encrypted archives use.
 */
final class ZipCrypto implements CompressedBytes {
    /** How much longer the encrypted data is. */
    static final int HEADER = 12;

    private static final int SPACING = 64 << 10;
    private static final int MOST_STATES = 1 << 16;
    private static final int SKIP_BUFFER = 16 << 10;
    private static final int[] CRC_TABLE = crcTable();

    private final CompressedBytes encrypted;
    private final long spacing;

    /** Three keys for each multiple of the spacing that was reached. */
    private int[] states;

    private int stateCount;

    /** The state at {@link #position}. */
    private int key0;

    private int key1;
    private int key2;
    private long position;

    private ZipCrypto(CompressedBytes encrypted, int key0, int key1, int key2) {
        this.encrypted = encrypted;
        this.spacing = Math.max(SPACING, encrypted.size() / MOST_STATES);
        this.key0 = key0;
        this.key1 = key1;
        this.key2 = key2;
        this.states = new int[] {key0, key1, key2};
        this.stateCount = 1;
    }

    /**
     * Tries a password.
     *
     * @param check what the last byte of the encryption header must be
     * @param otherCheck what it may be as well
     * @return the decrypted bytes, or {@code null} if the password is wrong; one wrong password in 256 is not noticed
     *     here but by the content's checksum
     */
    static @Nullable ZipCrypto open(CompressedBytes encrypted, byte[] password, int check, int otherCheck)
            throws IOException {
        byte[] header = new byte[HEADER];
        if (encrypted.read(0, header, 0, HEADER) != HEADER) {
            throw new ZipDriveException("the encryption header cannot be read");
        }
        ZipCrypto keys = new ZipCrypto(encrypted, 0x12345678, 0x23456789, 0x34567890);
        for (byte b : password) {
            keys.update(b);
        }
        int last = 0;
        for (byte b : header) {
            last = keys.decrypt(b) & 0xFF;
        }
        return last == check || last == otherCheck ? new ZipCrypto(encrypted, keys.key0, keys.key1, keys.key2) : null;
    }

    /** The same bytes for another reader, which starts from nothing. */
    synchronized ZipCrypto fromStart() {
        return new ZipCrypto(encrypted, states[0], states[1], states[2]);
    }

    @Override
    public long size() {
        return encrypted.size() - HEADER;
    }

    @Override
    public AccessCost accessCost() {
        return AccessCost.RESTARTABLE;
    }

    @Override
    public synchronized long restartPoint(long from) {
        return nearest(from) * spacing;
    }

    @Override
    public synchronized int read(long from, ByteBuffer dst) throws IOException {
        if (from < 0) {
            throw new IllegalArgumentException("position must not be negative: " + from);
        }
        if (from >= size()) {
            return -1;
        }
        skipTo(from);
        int start = dst.position();
        int n = encrypted.read(HEADER + from, dst);
        decrypt(dst, start, n);
        return n;
    }

    private int nearest(long from) {
        return (int) Math.min(from / spacing, stateCount - 1);
    }

    private void skipTo(long from) throws IOException {
        int state = nearest(from);
        if (position > from || state * spacing > position) {
            key0 = states[state * 3];
            key1 = states[state * 3 + 1];
            key2 = states[state * 3 + 2];
            position = state * spacing;
        }
        if (position == from) {
            return;
        }
        ByteBuffer skipped = ByteBuffer.allocate((int) Math.min(SKIP_BUFFER, from - position));
        while (position < from) {
            skipped.clear().limit((int) Math.min(skipped.capacity(), from - position));
            int n = encrypted.read(HEADER + position, skipped);
            decrypt(skipped, 0, n);
        }
    }

    private void decrypt(ByteBuffer bytes, int start, int length) {
        int at = start;
        int end = start + length;
        while (at < end) {
            // In stretches that end where a state is due, so that the inner loop has nothing else to look at.
            int stretch = (int) Math.min(end - at, spacing - position % spacing);
            for (int stop = at + stretch; at < stop; at++) {
                bytes.put(at, decrypt(bytes.get(at)));
            }
            position += stretch;
            if (position == stateCount * spacing) {
                keepState();
            }
        }
    }

    private void keepState() {
        if (states.length < (stateCount + 1) * 3) {
            states = Arrays.copyOf(states, states.length * 2 + 9);
        }
        states[stateCount * 3] = key0;
        states[stateCount * 3 + 1] = key1;
        states[stateCount * 3 + 2] = key2;
        stateCount++;
    }

    private byte decrypt(byte b) {
        int temp = key2 & 0xFFFF | 2;
        byte plain = (byte) (b ^ (temp * (temp ^ 1)) >>> 8);
        update(plain);
        return plain;
    }

    private void update(byte plain) {
        key0 = key0 >>> 8 ^ CRC_TABLE[(key0 ^ plain) & 0xFF];
        key1 = (key1 + (key0 & 0xFF)) * 134775813 + 1;
        key2 = key2 >>> 8 ^ CRC_TABLE[(key2 ^ key1 >>> 24) & 0xFF];
    }

    private static int[] crcTable() {
        int[] table = new int[256];
        for (int i = 0; i < table.length; i++) {
            int crc = i;
            for (int bit = 0; bit < 8; bit++) {
                crc = (crc & 1) == 0 ? crc >>> 1 : crc >>> 1 ^ 0xEDB88320;
            }
            table[i] = crc;
        }
        return table;
    }
}
