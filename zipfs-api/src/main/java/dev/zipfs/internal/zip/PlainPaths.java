package dev.zipfs.internal.zip;

import static dev.zipfs.internal.io.LittleEndian.i64;

import dev.zipfs.ArchiveLimits;

/**
 * Finds out whether all paths of a directory are plain: shown on a POSIX drive as they stand, whatever the other paths are,
 * unless two are the same. Then a path can be looked for among the entries, without a tree. Used by one thread.
 */
final class PlainPaths {
    static final int NOT_ASCII = 1;
    static final int BACKSLASH = 2;
    static final int SLASH = 4;
    private static final int NUL = 8;
    private static final int LAST_IS_DOT = 16;

    /** What a path may have beyond its beginning that was looked at already, and still be like that one. */
    private static final int HARMLESS = NOT_ASCII | BACKSLASH;

    /** The longest name of a file or folder that every file system has. */
    private static final int LONGEST_PART = 255;

    /** In each byte the same: what is looked for, and what stands for no byte. */
    private static final long SLASHES = 0x2F2F2F2F2F2F2F2FL;

    private static final long BACKSLASHES = 0x5C5C5C5C5C5C5C5CL;
    private static final long NOTHING = 0x6161616161616161L;

    /** With {@link #HIGHS}, tells whether a word has a byte that is zero. */
    private static final long ONES = 0x0101010101010101L;

    private static final long HIGHS = ONES << 7;

    /** By how much a name grows at most that another entry has, too. */
    private static final int LONGEST_MARK = 16;

    private final ArchiveLimits limits;
    private boolean all = true;
    private long slashes;

    PlainPaths(ArchiveLimits limits) {
        this.limits = limits;
    }

    /**
     * The bits of some bytes, or-ed. Eight at a time, from the last: how many there are is different from name to name, and a loop
     * that ends at another time than before costs more than what it does.
     *
     * @param b has at least seven bytes before those
     */
    static int look(byte[] b, int from, int length) {
        long high = 0;
        long slash = 0;
        long backslash = 0;
        long nul = 0;
        int last = from + length - 1;
        for (int i = last - 7; i > from - Long.BYTES; i -= Long.BYTES) {
            long word = i64(b, i);
            if (i < from) {
                int others = from - i << 3;
                word = word >>> others | NOTHING << -others;
            }
            high |= word;
            slash |= (word ^ SLASHES) - ONES & ~(word ^ SLASHES);
            backslash |= (word ^ BACKSLASHES) - ONES & ~(word ^ BACKSLASHES);
            nul |= word - ONES & ~word;
        }
        int seen = length > 0 && b[last] == '.' ? LAST_IS_DOT : 0;
        if (((high | slash | backslash | nul) & HIGHS) != 0) {
            seen |= bit(high, NOT_ASCII) | bit(slash, SLASH) | bit(backslash, BACKSLASH) | bit(nul, NUL);
        }
        return seen;
    }

    private static int bit(long highs, int bit) {
        return (highs & HIGHS) == 0 ? 0 : bit;
    }

    /** Whether bytes mean the same in every encoding and on every host. */
    static boolean isSimple(int seen) {
        return (seen & (NOT_ASCII | BACKSLASH)) == 0;
    }

    /**
     * Whether a path has to be taken. Where not, it is plain since the path that it begins like is.
     *
     * @param shared how many of its bytes belong to a path that was taken before, fewer than it has, or 0
     * @param seen the bits of the other bytes
     */
    static boolean counts(int length, int shared, int seen) {
        return (seen & ~HARMLESS) != 0 || shared == 0 || length > LONGEST_PART;
    }

    /** Takes a path. */
    void add(byte[] b, int from, int length, int shared) {
        all = all && isPlain(b, from, length, shared);
    }

    /** Says that there is a path that is shown as something else. */
    void addOdd() {
        all = false;
    }

    /**
     * Says that there are no more paths.
     *
     * @param count how many there are
     * @param bytes how many they have together
     */
    void end(int count, long bytes) {
        // No more folders than slashes; and of entries of one path all but one get longer names.
        boolean fit = count + slashes <= limits.maxEntries()
                && 2 * bytes + (long) LONGEST_MARK * count <= limits.maxNameBytes();
        all = all && fit;
    }

    /** Whether all paths so far are plain, and at the end whether a tree of them is within the limits. */
    boolean all() {
        return all;
    }

    private boolean isPlain(byte[] b, int from, int length, int shared) {
        int end = from + length;
        if (length > 1 && b[from + 1] == ':' && (length == 2 || b[from + 2] == '/')) {
            return false;
        }
        int part = from;
        int depth = 1;
        for (int i = from; i < end; i++) {
            if (b[i] == '/') {
                if (!isPlainPart(b, part, i)) {
                    return false;
                }
                if (i >= from + shared) {
                    slashes++;
                }
                part = i + 1;
                depth++;
            } else if (b[i] == 0) {
                return false;
            }
        }
        return depth <= limits.maxDepth() && (part == end && length > 0 || isPlainPart(b, part, end));
    }

    private static boolean isPlainPart(byte[] b, int from, int to) {
        int length = to - from;
        return length > 2 ? length <= LONGEST_PART : length > 0 && (b[from] != '.' || b[to - 1] != '.');
    }
}
