package dev.zipfs;

import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A snapshot of what a drive or archive has done since it was opened. Counters never go down; gauges say how things
 * stand. Values are read one by one while work goes on, so they may differ by the work of a moment.
 *
 * @since 0.1.0
 */
public final class DriveStatistics {
    /** What is counted. New ones may be added in later versions. */
    public enum Metric {
        /** Counter: files opened. */
        OPENS,
        /** Gauge: file handles open now. */
        OPEN_HANDLES,
        /** Counter: reads answered. */
        READS,
        /** Counter: plain bytes handed to readers. */
        BYTES_SERVED,
        /** Counter: plain bytes decoded, those decoded again included. */
        BYTES_DECODED,
        /** Counter: blocks found in memory. */
        MEMORY_HITS,
        /** Counter: blocks found on disk. */
        DISK_HITS,
        /** Counter: blocks that had to be decoded. */
        MISSES,
        /** Counter: blocks dropped to stay within a budget. */
        EVICTIONS,
        /** Gauge: bytes of blocks in memory. */
        MEMORY_BYTES,
        /** Gauge: the most bytes of blocks that were in memory at once. */
        PEAK_MEMORY_BYTES,
        /** Gauge: bytes of blocks on disk. */
        DISK_BYTES,
        /** Counter: bytes decoded ahead of any reader. */
        READ_AHEAD_BYTES,
        /** Counter: bytes decoded ahead that were dropped before anybody asked for them. */
        READ_AHEAD_WASTED_BYTES,
        /** Gauge: places kept from which decoding can start again. */
        CHECKPOINTS,
        /** Gauge: bytes of memory those places take. */
        CHECKPOINT_BYTES,
        /** Counter: opens and reads that failed. */
        FAILURES
    }

    private final long[] values;

    private DriveStatistics(long[] values) {
        this.values = values;
    }

    /**
     * Makes a snapshot.
     *
     * @param values by metric; those not given are 0
     * @return the snapshot
     */
    public static DriveStatistics of(Map<Metric, Long> values) {
        long[] copy = new long[Metric.values().length];
        values.forEach((metric, value) -> copy[metric.ordinal()] = value);
        return new DriveStatistics(copy);
    }

    /**
     * One value.
     *
     * @param metric which
     * @return its value, in bytes for metrics whose name says so, else a count
     */
    public long get(Metric metric) {
        return values[metric.ordinal()];
    }

    /**
     * All values.
     *
     * @return an immutable map in the order of {@link Metric}
     */
    public Map<Metric, Long> asMap() {
        Map<Metric, Long> map = new LinkedHashMap<>();
        for (Metric metric : Metric.values()) {
            map.put(metric, get(metric));
        }
        return Collections.unmodifiableMap(map);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof DriveStatistics && Arrays.equals(values, ((DriveStatistics) other).values);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(values);
    }

    @Override
    public String toString() {
        return asMap().toString();
    }
}
