package dev.zipfs.internal.deflate64;

import dev.zipfs.internal.codec.CompressedBytes;
import dev.zipfs.internal.codec.CompressedStream;
import dev.zipfs.internal.codec.EntryData;
import java.io.IOException;

/** Compressed bytes as bits, the lowest bit of a byte first (RFC 1951 §3.1.1). */
final class BitSource {
    static final String SECTION = "APPNOTE 6.3.10 §4.4.5";

    private final CompressedStream bytes;
    private final EntryData data;

    /** The lowest {@link #count} bits come next; those above are 0. */
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
        int value = peek(n);
        take(n);
        return value;
    }

    /** The next bits without taking them, 32 at most; zeros follow the last one. */
    int peek(int n) throws IOException {
        while (count < n) {
            int b = bytes.read();
            if (b < 0) {
                break;
            }
            bits |= (long) b << count;
            count += 8;
        }
        return (int) (bits & (1L << n) - 1);
    }

    void take(int n) throws IOException {
        if (n > count) {
            throw damaged("ends early");
        }
        bits >>>= n;
        count -= n;
    }

    /** Goes to the next byte that was not begun. */
    void align() throws IOException {
        take(count & 7);
    }

    IOException damaged(String problem) {
        return data.damaged("the deflate64 data " + problem, position() >>> 3, SECTION, null);
    }
}
