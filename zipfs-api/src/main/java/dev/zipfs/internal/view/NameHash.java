package dev.zipfs.internal.view;

import java.util.SplittableRandom;

/**
 * Hashes a folder's number and a name. The keys are drawn anew for each view: an archive cannot hold names that collide by
 * design, and so cannot make look-ups scan. Each word is mixed in by multiplying its halves with each other, both hidden by
 * the keys: a difference in the highest bits, which a multiplication by a constant would pass on unchanged whatever the
 * constant, then has an effect that nobody can foresee and cancel out with the next word.
 */
final class NameHash {
    private static final long LOW = 0xFFFFFFFFL;

    /** 2^64 divided by the golden ratio, odd: spreads what is left over the high half, which is what is used. */
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private static final long SLASHES = 0x2F2F2F2F2F2F2F2FL;

    /** With {@link #HIGHS}, tells whether a word has a byte that is zero. */
    private static final long ONES = 0x0101010101010101L;

    private static final long HIGHS = ONES << 7;

    private final long seed;
    private final long key;

    NameHash() {
        SplittableRandom random = new SplittableRandom();
        this.seed = random.nextLong();
        this.key = random.nextLong();
    }

    long start(int parent) {
        return mix(seed ^ parent * SPREAD);
    }

    long step(long hash, long word) {
        return mix(hash ^ word);
    }

    int end(long hash, long word, int filled) {
        return (int) (mix(mix(hash ^ word) ^ filled) * SPREAD >>> 32);
    }

    int hash(int parent, byte[] b, int from, int length) {
        return (int) hashAndLook(parent, b, from, length);
    }

    /**
     * Hashes a name and looks for a slash or a {@code NUL} in it, since a fresh JVM spends most of its time on looking at bytes.
     *
     * @return the hash in the low half; the high half is 0 if there is neither
     */
    long hashAndLook(int parent, byte[] b, int from, int length) {
        long h = mix(seed ^ parent * SPREAD);
        long odd = 0;
        int i = from;
        int end = from + length;
        for (; end - i >= 8; i += 8) {
            long word = (b[i] & 0xFFL) << 56
                    | (b[i + 1] & 0xFFL) << 48
                    | (b[i + 2] & 0xFFL) << 40
                    | (b[i + 3] & 0xFFL) << 32
                    | (b[i + 4] & 0xFFL) << 24
                    | (b[i + 5] & 0xFF) << 16
                    | (b[i + 6] & 0xFF) << 8
                    | b[i + 7] & 0xFF;
            long slashes = word ^ SLASHES;
            odd |= slashes - ONES & ~slashes | word - ONES & ~word;
            h = mix(h ^ word);
        }
        long word = 0;
        int left = end - i;
        for (; i < end; i++) {
            word = word << 8 | b[i] & 0xFF;
        }
        // The bytes in front of those that are left must be neither.
        long filled = word | -1L << (left << 3);
        long slashes = filled ^ SLASHES;
        odd |= slashes - ONES & ~slashes | filled - ONES & ~filled;
        return ((odd & HIGHS) == 0 ? 0 : 1L << 32) | end(h, word, left) & LOW;
    }

    private long mix(long word) {
        long hidden = word ^ key;
        return (hidden & LOW) * (hidden >>> 32) ^ Long.rotateLeft(hidden, 29);
    }
}
