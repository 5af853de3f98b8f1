package dev.zipfs.internal.codec;

import dev.zipfs.internal.inflate.Crc32Combiner;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The places of one entry where decoding can start, in order, with the CRC-32 of what lies between two of them, as far as it has
 * been decoded. They are found by a pass that comes by, or claimed by the data itself. However many there are, no more are
 * kept than memory allows for: then they lie further apart.
 *
 * <p>Not thread-safe, but for {@link #count} and {@link #memory}.
 */
public final class RestartPoints {
    /** Points that lie closer together are not worth a seek. */
    static final long SPACING = 64 << 10;

    private static final int MOST = 1 << 14;
    private static final long MOST_MEMORY = 8 << 20;
    private static final long UNKNOWN = -1;

    private final long size;
    private final boolean claimed;
    private long spacing;

    /** All but the start of the entry. */
    private List<RestartPoint> points = new ArrayList<>();

    /** The CRC-32 of what lies before each point, back to the one before; the last one is that of the end. */
    private List<Long> checksums = new ArrayList<>(List.of(UNKNOWN));

    /** What {@link #memory} has of the last point, which may become smaller until the next one is added. */
    private int lastMemory;

    private volatile int count;
    private volatile long memory;

    private RestartPoints(long size, boolean claimed, long spacing) {
        this.size = size;
        this.claimed = claimed;
        this.spacing = spacing;
    }

    /** For points that a pass will find. */
    static RestartPoints found(long size, long spacing) {
        return new RestartPoints(size, false, spacing);
    }

    /** For points that the data claims. */
    public static RestartPoints claimed(long size) {
        return new RestartPoints(size, true, SPACING);
    }

    boolean isClaimed() {
        return claimed;
    }

    /** How many there are, the start not counted. Thread-safe. */
    public int count() {
        return count;
    }

    /** What they take, in bytes. Thread-safe. */
    long memory() {
        return memory;
    }

    /** Adds a point behind all others, unless it is too close to the last one or to the end. */
    public boolean add(RestartPoint point) {
        if (point.position() < wanted() || point.position() >= size) {
            return false;
        }
        countLast();
        while (points.size() >= MOST || memory > MOST_MEMORY) {
            thinOut();
        }
        if (point.position() < wanted()) {
            return false;
        }
        checksums.set(points.size(), UNKNOWN);
        points.add(point);
        checksums.add(UNKNOWN);
        count = points.size();
        lastMemory = 0;
        countLast();
        return true;
    }

    /** Counts what the last point takes by now. */
    private void countLast() {
        if (!points.isEmpty()) {
            int now = points.get(points.size() - 1).memory();
            memory += now - lastMemory;
            lastMemory = now;
        }
    }

    /** From where on a further point is of use. */
    long wanted() {
        return (points.isEmpty() ? 0 : points.get(points.size() - 1).position()) + spacing;
    }

    /** Every other point goes; never the last, at which a pass may stand. */
    private void thinOut() {
        List<RestartPoint> kept = new ArrayList<>();
        List<Long> keptChecksums = new ArrayList<>();
        long bytes = 0;
        int odd = points.size() & 1;
        for (int i = 0; i < points.size(); i++) {
            if ((i & 1) != odd) {
                kept.add(points.get(i));
                bytes += points.get(i).memory();
                keptChecksums.add(i == 0 ? checksums.get(0) : joined(i - 1, i));
            }
        }
        keptChecksums.add(checksums.get(points.size()));
        points = kept;
        checksums = keptChecksums;
        spacing *= 2;
        count = kept.size();
        memory = bytes;
        lastMemory = kept.get(kept.size() - 1).memory();
    }

    private long joined(int first, int second) {
        long a = checksums.get(first);
        long b = checksums.get(second);
        return a == UNKNOWN || b == UNKNOWN ? UNKNOWN : join(a, b, end(second) - end(first));
    }

    private static long join(long first, long second, long secondLength) {
        return Integer.toUnsignedLong(new Crc32Combiner(secondLength).combine((int) first, (int) second));
    }

    /** Where the section before a point ends. */
    private long end(int i) {
        return i < points.size() ? points.get(i).position() : size;
    }

    /** The last point at or before a position; {@code null} where that is the start. */
    @Nullable
    RestartPoint before(long position) {
        int after = after(position);
        return after == 0 ? null : points.get(after - 1);
    }

    /** Where the section ends that a position lies in. */
    long sectionEnd(long position) {
        return end(after(position));
    }

    private int after(long position) {
        int low = 0;
        int high = points.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (points.get(middle).position() <= position) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /**
     * Takes down the CRC-32 of a section.
     *
     * @param start where it starts: a point's position, or 0
     * @return whether it is what it was when the section was decoded before, if it was
     */
    boolean decoded(long start, long crc) {
        int section = after(start);
        long known = checksums.get(section);
        checksums.set(section, crc);
        return known == UNKNOWN || known == crc;
    }

    /** The CRC-32 of the whole entry, or -1 while there is a section that was not decoded yet. */
    long crc32() {
        if (checksums.contains(UNKNOWN)) {
            return UNKNOWN;
        }
        long whole = checksums.get(0);
        for (int i = 1; i <= points.size(); i++) {
            whole = join(whole, checksums.get(i), end(i) - end(i - 1));
        }
        return whole;
    }

    /** The most that lies between two points. */
    long longestSection() {
        long longest = 0;
        long start = 0;
        for (int i = 0; i <= points.size(); i++) {
            longest = Math.max(longest, end(i) - start);
            start = end(i);
        }
        return longest;
    }
}
