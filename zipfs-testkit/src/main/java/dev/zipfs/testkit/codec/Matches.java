package dev.zipfs.testkit.codec;

import java.util.Arrays;

/** Finds repetitions: the longest among the last places where the same three bytes stood. Each position is asked for, or passed, in order. */
final class Matches {
    private static final int TRIES = 16;
    private static final int HASH_BITS = 13;

    private final byte[] bytes;
    private final int window;
    private final int longest;
    private final int[] newest = new int[1 << HASH_BITS];
    private final int[] older;
    private int distance;

    Matches(byte[] bytes, int window, int longest) {
        this.bytes = bytes;
        this.window = window;
        this.longest = longest;
        this.older = new int[bytes.length];
        Arrays.fill(newest, -1);
    }

    /** How many bytes from here on stood before; 0 for fewer than three. {@link #distance} says where. */
    int find(int at) {
        int best = 0;
        if (at + 3 > bytes.length) {
            return best;
        }
        int tries = TRIES;
        for (int from = newest[hash(at)]; from >= 0 && at - from <= window && tries > 0; from = older[from], tries--) {
            int end = Math.min(bytes.length, at + longest);
            int mismatch = Arrays.mismatch(bytes, at, end, bytes, from, from + end - at);
            int length = mismatch < 0 ? end - at : mismatch;
            if (length >= 3 && length > best) {
                best = length;
                distance = at - from;
            }
        }
        return best;
    }

    /** How far back the match found last begins: from 1 on. */
    int distance() {
        return distance;
    }

    /** Goes on, so that what is passed can be found. */
    void pass(int at, int length) {
        for (int i = at; i < Math.min(at + length, bytes.length - 2); i++) {
            int hash = hash(i);
            older[i] = newest[hash];
            newest[hash] = i;
        }
    }

    private int hash(int at) {
        int three = (bytes[at] & 0xFF) << 16 | (bytes[at + 1] & 0xFF) << 8 | bytes[at + 2] & 0xFF;
        return three * 0x9E3779B1 >>> Integer.SIZE - HASH_BITS;
    }
}
