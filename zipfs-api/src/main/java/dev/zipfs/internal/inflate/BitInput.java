package dev.zipfs.internal.inflate;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * A deflate stream as bits, least significant first (RFC 1951 §3.1.1): a piece of the compressed bytes and up to 63 bits taken
 * from it.
 *
 * <p>{@link SymbolLoop} copies the fields to locals, works on these, and copies them back. What holds in between:
 * {@code bits} has {@code count} bits that are not used up yet, {@code next} is the byte after them, and the bits of {@code bits}
 * above {@code count} are either 0 or equal to the stream's. So a refill may OR eight bytes in and count only those that fit.
 * Past the stream's last byte lie {@link #PADDING} zero bytes, which a refill may fetch as if they were data; that is cheap
 * because {@link #checkNotOverrun} finds out afterwards whether a bit of them was used.
 */
final class BitInput {
    /** A step starts while {@code next < limit + 8}, refills three times at most, by up to 7 bytes, and looks at 8 at a time. */
    static final int PADDING = 40;

    /** What must lie before {@code limit} while more is to come, so that no step looks past it. */
    private static final int STEP = 24;

    /** From this many bytes on a copy goes past the buffer. */
    private static final int DIRECT_COPY = 1 << 14;

    /** Eight bytes of an array, at any index. */
    static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final CompressedInput source;
    private final long size;
    private final int start;
    private final int capacity;

    /** The {@link DecodeBuffer}'s array; ours from {@code start} on. */
    final byte[] bytes;

    /** Position in the stream of index 0 of {@code bytes}; negative at first. */
    private long base;

    int next;

    /** Index after the last byte that is here. */
    private int limit;

    long bits;
    int count;

    /** For {@link DecodeBuffer} alone, which has set its layout by then. */
    BitInput(CompressedInput source, long size, DecodeBuffer buffer) {
        this.source = source;
        this.size = size;
        this.bytes = buffer.bytes;
        this.start = buffer.inputStart;
        this.capacity = buffer.inputCapacity;
        this.base = -start;
        this.next = start;
        this.limit = start;
    }

    /** The position of the next unused bit, counted from the stream's first. */
    long bitOffset() {
        return (base + next) * 8 - count;
    }

    /** Where in the archive the next unused bit lies. */
    long archiveOffset() {
        return source.origin() + Math.min(bitOffset() >>> 3, size);
    }

    private boolean atEnd() {
        return base + limit >= size;
    }

    /** Up to where a step may start: {@code next} must be below. */
    int stepLimit() {
        return atEnd() ? limit + 8 : limit - STEP;
    }

    /** How many whole bytes follow the bits that were used. */
    long unusedBytes() {
        return Math.max(0, size - ((bitOffset() + 7) >>> 3));
    }

    /** Makes sure that a step can start. */
    void prepareStep() throws IOException {
        if (next >= stepLimit()) {
            if (atEnd()) {
                throw cutShort();
            }
            fill();
        }
    }

    /** Fails if a bit past the end was used. */
    void checkNotOverrun() throws IOException {
        if (next > limit && (next - limit) * 8 > count && atEnd()) {
            throw cutShort();
        }
    }

    /** Makes at least {@code n} bits available, {@code n} at most 56; near the end they may be padding. */
    void require(int n) throws IOException {
        if (count < n) {
            prepareStep();
            bits |= (long) LONGS.get(bytes, next) << count;
            next += (63 - count) >>> 3;
            count |= 56;
        }
    }

    /** The next {@code n} bits, which {@link #require} has made available, without using them up. */
    int peek(int n) {
        return (int) (bits & ((1L << n) - 1));
    }

    /** Uses {@code n} bits up. */
    void drop(int n) {
        bits >>>= n;
        count -= n;
    }

    /** Uses the next {@code n} bits up, at most 32. */
    int take(int n) throws IOException {
        require(n);
        int value = peek(n);
        drop(n);
        return value;
    }

    /** Skips to the next byte boundary and puts whole bytes that were taken too early back, so that {@code count} is 0. */
    void alignToByte() {
        next -= count >>> 3;
        bits = 0;
        count = 0;
    }

    /** Copies whole bytes after {@link #alignToByte}; returns how many, at least 1 where {@code length} is. */
    int copy(byte[] dst, int offset, int length) throws IOException {
        if (next >= limit) {
            if (atEnd()) {
                throw cutShort();
            }
            if (length >= DIRECT_COPY) {
                return copyFromSource(dst, offset, length);
            }
            fill();
        }
        int n = Math.min(length, limit - next);
        System.arraycopy(bytes, next, dst, offset, n);
        next += n;
        return n;
    }

    /** Goes to a bit of the stream; one past the end is found out when something is read there. */
    void seek(long bitOffset) throws IOException {
        long position = bitOffset >>> 3;
        bits = 0;
        count = 0;
        if (position >= base + start && position <= base + limit) {
            next = (int) (position - base);
        } else {
            restartAt(Math.min(position, size));
        }
        int within = (int) (bitOffset & 7);
        if (within != 0) {
            take(within);
        }
    }

    private void restartAt(long position) {
        base = position - start;
        next = start;
        limit = start;
        clearPadding();
    }

    /** The buffer is empty and a large copy is wanted: it need not pass through. */
    private int copyFromSource(byte[] dst, int offset, int length) throws IOException {
        long position = base + next;
        int want = (int) Math.min(length, size - position);
        int got = Math.min(source.read(position, dst, offset, want), want);
        if (got < 1) {
            throw cutShort();
        }
        restartAt(position + got);
        return got;
    }

    /** Keeps what is unused and reads as much after it as fits. */
    private void fill() throws IOException {
        next -= count >>> 3;
        count &= 7;
        bits &= (1L << count) - 1;
        int kept = limit - next;
        System.arraycopy(bytes, next, bytes, start, kept);
        base += next - start;
        next = start;
        limit = start + kept;
        while (limit < start + capacity && !atEnd()) {
            long position = base + limit;
            int want = (int) Math.min(start + capacity - limit, size - position);
            int got = Math.min(source.read(position, bytes, limit, want), want);
            if (got < 1) {
                throw cutShort();
            }
            limit += got;
        }
        clearPadding();
    }

    private void clearPadding() {
        for (int i = 0; i < PADDING; i += Long.BYTES) {
            LONGS.set(bytes, limit + i, 0L);
        }
    }

    private IOException cutShort() {
        return DeflateFaults.at(this, "compressed data ends before the deflate stream does", "RFC 1951 §3.2.3");
    }
}
