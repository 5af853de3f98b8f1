package dev.zipfs.internal.bzip2;

import dev.zipfs.internal.codec.CompressedBytes;
import dev.zipfs.internal.codec.CompressedStream;
import dev.zipfs.internal.codec.EntryData;
import java.io.IOException;

/** Compressed bytes as bits, the highest bit of a byte first. */
final class BitSource {
    static final String SECTION = "APPNOTE 6.3.10 §4.4.5";

    private final CompressedStream bytes;
    private final EntryData data;

    /** The lowest {@link #count} bits come next. */
    private long bits;

    private int count;

    BitSource(CompressedBytes bytes, EntryData data, long bitOffset) throws IOException {
        this.bytes = new CompressedStream(bytes, bitOffset >>> 3);
        this.data = data;
        int skipped = (int) bitOffset & 7;
        if (skipped > 0) {
            read(skipped);
        }
    }

    /** Which bit comes next. */
    long position() {
        return bytes.consumed() * 8 - count;
    }

    /** The next bits, 32 at most. */
    int read(int n) throws IOException {
        while (count < n) {
            int b = bytes.read();
            if (b < 0) {
                throw damaged("ends early");
            }
            bits = bits << 8 | b;
            count += 8;
        }
        count -= n;
        return (int) (bits >>> count & (1L << n) - 1);
    }

    /** The next bits without taking them, 24 at most; zeros follow the last one. */
    int peek(int n) throws IOException {
        while (count < n) {
            int b = bytes.read();
            if (b < 0) {
                return (int) (bits << n - count & (1L << n) - 1);
            }
            bits = bits << 8 | b;
            count += 8;
        }
        return (int) (bits >>> count - n & (1L << n) - 1);
    }

    /** Takes bits that were peeked at. */
    void take(int n) throws IOException {
        if (n > count) {
            throw damaged("ends early");
        }
        count -= n;
    }

    /** Goes to the next byte that was not begun; gives it, or -1 at the end. */
    int nextByte() throws IOException {
        count -= count & 7;
        return count > 0 ? read(8) : bytes.read();
    }

    IOException damaged(String problem) {
        return data.damaged("the bzip2 data " + problem, position() >>> 3, SECTION, null);
    }
}
