package dev.zipfs.internal.zip;

import java.util.Arrays;

/**
 * Runs of entries whose names begin like that of the first one, so that a search can pass by all of a run at once. Filled by one
 * thread; any may read when it has ended.
 */
final class NameGroups {
    /** A shorter run goes on as one that has to be looked at, so that groups take no memory to speak of. */
    private static final int FEWEST = 8;

    private int[] starts = new int[16];
    private byte[] least = new byte[16];
    private int count;
    private int entries;

    /** How many bytes every name of the last run shares with the first one; 0 where that is not known. */
    private int leastOfLast;

    /** Takes an entry whose name shares bytes with the last one that was kept whole. */
    void shared(int bytes) {
        leastOfLast = Math.min(leastOfLast, bytes);
        entries++;
    }

    /**
     * Takes an entry whose name is kept whole.
     *
     * @param simple whether others may share bytes with it
     */
    void whole(boolean simple) {
        if (count == 0 || simple && entries - starts[count - 1] >= FEWEST) {
            end();
            if (count == starts.length) {
                starts = Arrays.copyOf(starts, count * 2);
                least = Arrays.copyOf(least, count * 2);
            }
            starts[count++] = entries;
            leastOfLast = simple ? EntryRecord.MOST_SHARED : 0;
        } else {
            leastOfLast = 0;
        }
        entries++;
    }

    /** Ends the last run. */
    void end() {
        if (count > 0) {
            least[count - 1] = (byte) leastOfLast;
        }
    }

    /** Ends the last run, and gives back what was reserved for more. */
    NameGroups trimmed() {
        end();
        starts = Arrays.copyOf(starts, count);
        least = Arrays.copyOf(least, count);
        return this;
    }

    int count() {
        return count;
    }

    /** The first entry of a run, whose name is kept whole. */
    int start(int group) {
        return starts[group];
    }

    /** The first entry behind a run. */
    int end(int group) {
        return group + 1 < count ? starts[group + 1] : entries;
    }

    /**
     * A path that differs from the name of a run's first entry before that many bytes differs from all names of the run; 0 where
     * it may not.
     */
    int leastShared(int group) {
        return least[group] & 0xFF;
    }
}
