package dev.zipfs.internal.reduce;

import dev.zipfs.internal.codec.CompressedBytes;
import dev.zipfs.internal.codec.CompressedStream;
import dev.zipfs.internal.codec.Decoder;
import dev.zipfs.internal.codec.EntryData;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Expands "reduced" data (APPNOTE 6.3.10 §5.2): for each byte a set of up to 32 bytes that are likely to follow it, which makes
 * codes of fewer bits, and over that repetitions of up to 4 KiB back. PKZIP 0.9 wrote it in 1989.
 *
 * <p>Nothing marks the end, so as many bytes come out as the archive says.
 */
public final class ReduceDecoder implements Decoder {
    private static final String SECTION = "APPNOTE 6.3.10 §5.2";

    private static final int MARK = 144;
    private static final int WINDOW = 4096;
    private static final int MOST_FOLLOWERS = 32;

    private final CompressedStream bytes;
    private final EntryData data;

    /** How many bits of what follows a mark are the length; the others belong to the distance. */
    private final int lengthBits;

    private final byte[][] followers = new byte[256][];

    /** The last bytes; there are zeros before the first. */
    private final byte[] window = new byte[WINDOW];

    private int bits;
    private int count;
    private int last;
    private long position;
    private int matchLeft;
    private int matchDistance;

    /**
     * Starts.
     *
     * @param factor 1 to 4: the method's number less one
     * @throws IOException if the sets are damaged or cannot be read
     */
    public ReduceDecoder(int factor, CompressedBytes bytes, EntryData data) throws IOException {
        this.bytes = new CompressedStream(bytes);
        this.data = data;
        this.lengthBits = 8 - factor;
        for (int i = 255; i >= 0; i--) {
            int size = read(6);
            if (size > MOST_FOLLOWERS) {
                throw damaged("has a set of " + size + " bytes");
            }
            followers[i] = new byte[size];
            for (int j = 0; j < size; j++) {
                followers[i][j] = (byte) read(8);
            }
        }
    }

    @Override
    public int decode(ByteBuffer dst) throws IOException {
        int start = dst.position();
        while (dst.hasRemaining() && position < data.size()) {
            if (matchLeft > 0) {
                matchLeft--;
                put(dst, window[(int) (position - matchDistance) & WINDOW - 1]);
            } else {
                int next = nextByte();
                if (next != MARK) {
                    put(dst, (byte) next);
                } else {
                    next = nextByte();
                    if (next == 0) {
                        put(dst, (byte) MARK);
                    } else {
                        readMatch(next);
                    }
                }
            }
        }
        int n = dst.position() - start;
        return n == 0 ? -1 : n;
    }

    private void put(ByteBuffer dst, byte value) {
        dst.put(value);
        window[(int) position & WINDOW - 1] = value;
        position++;
    }

    private void readMatch(int value) throws IOException {
        int most = (1 << lengthBits) - 1;
        int length = value & most;
        if (length == most) {
            length += nextByte();
        }
        matchDistance = (value >>> lengthBits << 8) + nextByte() + 1;
        matchLeft = length + 3;
    }

    private int nextByte() throws IOException {
        byte[] set = followers[last];
        if (set.length == 0 || read(1) != 0) {
            last = read(8);
        } else {
            int index = read(Math.max(1, Integer.SIZE - Integer.numberOfLeadingZeros(set.length - 1)));
            if (index >= set.length) {
                throw damaged("names a byte that its set does not have");
            }
            last = set[index] & 0xFF;
        }
        return last;
    }

    /** The next bits, lowest first, 8 at most. */
    private int read(int n) throws IOException {
        while (count < n) {
            int next = bytes.read();
            if (next < 0) {
                throw damaged("ends early, after " + position + " of " + data.size() + " bytes");
            }
            bits |= next << count;
            count += 8;
        }
        int value = bits & (1 << n) - 1;
        bits >>>= n;
        count -= n;
        return value;
    }

    private IOException damaged(String problem) {
        return data.damaged("the reduced data " + problem, bytes.consumed(), SECTION, null);
    }

    @Override
    public String section() {
        return SECTION;
    }

    @Override
    public long consumed() {
        return bytes.consumed();
    }

    @Override
    public void close() {}
}
