package dev.zipfs.examples.filebench;

import java.util.Arrays;

/** How long one test took, run by run. Immutable. */
public final class Samples {
    private final long bytes;
    private final long[] nanos;
    private final long[] sorted;

    private Samples(long bytes, long[] nanos) {
        this.bytes = bytes;
        this.nanos = nanos;
        this.sorted = nanos.clone();
        Arrays.sort(sorted);
    }

    /**
     * Times of equal pieces of work.
     *
     * @param bytes how much each of them moved
     * @param nanos how long each of them took; not empty
     * @return the samples
     */
    public static Samples of(long bytes, long... nanos) {
        if (nanos.length == 0) {
            throw new IllegalArgumentException("no samples");
        }
        return new Samples(bytes, nanos.clone());
    }

    /** These and further ones of the same work. */
    Samples and(Samples further) {
        long[] all = Arrays.copyOf(nanos, nanos.length + further.nanos.length);
        System.arraycopy(further.nanos, 0, all, nanos.length, further.nanos.length);
        return new Samples(bytes, all);
    }

    /** Every time, in the order of measuring. */
    public long[] nanos() {
        return nanos.clone();
    }

    /** How many there are. */
    public int count() {
        return nanos.length;
    }

    /**
     * The time that a share of them did not exceed (nearest rank).
     *
     * @param share from 0 to 1
     * @return nanoseconds
     */
    public long percentile(double share) {
        int rank = (int) Math.ceil(share * sorted.length);
        return sorted[Math.min(sorted.length, Math.max(1, rank)) - 1];
    }

    /** The median time; of an even number the mean of the two in the middle. */
    public double medianNanos() {
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2.0;
    }

    /** The longest time. */
    public long maxNanos() {
        return sorted[sorted.length - 1];
    }

    /** Bytes moved in the median time, in MB (10⁶ bytes) a second. */
    public double megabytesPerSecond() {
        return bytes * 1e3 / Math.max(1, medianNanos());
    }
}
