package dev.zipfs.internal.view;

import java.util.SplittableRandom;

/**
 * Hashes a folder's number and a name. The keys are drawn anew for each view: an archive cannot hold names that collide by
 * design, and so cannot make look-ups scan. Folding the full 128-bit product keeps a difference in the highest bits, which
 * a plain multiplication would pass on unchanged whatever the key, from cancelling out.
 */
final class NameHash {
    private final long seed;
    private final long stepKey;
    private final long endKey;

    NameHash() {
        SplittableRandom random = new SplittableRandom();
        this.seed = random.nextLong();
        this.stepKey = random.nextLong() | 1;
        this.endKey = random.nextLong() | 1;
    }

    long start(int parent) {
        return fold(seed ^ parent, endKey);
    }

    long step(long hash, long word) {
        return fold(hash ^ word, stepKey);
    }

    int end(long hash, long word, int filled) {
        return (int) fold(fold(hash ^ word, stepKey) ^ filled, endKey);
    }

    int hash(int parent, byte[] b, int from, int length) {
        long h = start(parent);
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
            h = step(h, word);
        }
        long word = 0;
        for (int k = i; k < end; k++) {
            word = word << 8 | b[k] & 0xFF;
        }
        return end(h, word, end - i);
    }

    private static long fold(long a, long key) {
        return a * key ^ Math.multiplyHigh(a, key);
    }
}
