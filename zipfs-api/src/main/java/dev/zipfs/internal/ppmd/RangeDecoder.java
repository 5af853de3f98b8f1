package dev.zipfs.internal.ppmd;

import dev.zipfs.internal.codec.CompressedStream;
import dev.zipfs.internal.codec.EntryData;
import java.io.IOException;

/** Dmitry Subbotin's carryless range coder, the side that decodes. All numbers have 32 bits without sign. */
final class RangeDecoder {
    private static final long MASK = 0xFFFF_FFFFL;
    private static final long TOP = 1 << 24;
    private static final long BOTTOM = 1 << 15;

    private final CompressedStream bytes;
    private final EntryData data;
    private long low;
    private long code;
    private long range = MASK;

    RangeDecoder(CompressedStream bytes, EntryData data) throws IOException {
        this.bytes = bytes;
        this.data = data;
        for (int i = 0; i < 4; i++) {
            code = code << 8 | next();
        }
        if (code == MASK) {
            throw damaged("does not start as such data does");
        }
    }

    /** Divides the range into so many parts and tells in which one the code lies; damaged data may lie past the last. */
    int part(int total) {
        range /= total;
        // A range of 0 comes of damaged data only.
        return range == 0 ? Integer.MAX_VALUE : (int) Math.min(Integer.MAX_VALUE, code / range);
    }

    /** Takes some of the parts. */
    void take(int from, int size) throws IOException {
        long skipped = from * range & MASK;
        low = low + skipped & MASK;
        code = code - skipped & MASK;
        range = range * size & MASK;
        while (true) {
            if ((low ^ low + range & MASK) >= TOP) {
                if (range >= BOTTOM) {
                    return;
                }
                range = -low & BOTTOM - 1;
            }
            code = (code << 8 | next()) & MASK;
            range = range << 8 & MASK;
            low = low << 8 & MASK;
        }
    }

    private int next() throws IOException {
        int b = bytes.read();
        if (b < 0) {
            throw damaged("ends early");
        }
        return b;
    }

    IOException damaged(String problem) {
        return data.damaged("the ppmd data " + problem, bytes.consumed(), PpmdDecoder.SECTION, null);
    }
}
