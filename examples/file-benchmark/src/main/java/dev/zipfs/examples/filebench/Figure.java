package dev.zipfs.examples.filebench;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/** The numbers of the table, each a row. */
public enum Figure {
    /** Throughput of {@link Work#RAW}. */
    RAW(Work.RAW, "MB/s", Samples::megabytesPerSecond),
    /** Throughput of {@link Work#HASH}. */
    HASH(Work.HASH, "MB/s", Samples::megabytesPerSecond),
    /** Time that {@link Work#HASH} took. */
    HASH_TIME(Work.HASH, "s", samples -> samples.medianNanos() / 1e9),
    /** Throughput of {@link Work#AGAIN}. */
    AGAIN(Work.AGAIN, "MB/s", Samples::megabytesPerSecond),
    /** Throughput of {@link Work#CONCURRENT}, all readers together. */
    CONCURRENT(Work.CONCURRENT, "MB/s", Samples::megabytesPerSecond),
    /** Median of {@link Work#FIRST_BYTE}. */
    FIRST_BYTE(Work.FIRST_BYTE, "µs", samples -> samples.medianNanos() / 1e3),
    /** Half of {@link Work#REOPEN} took no longer. */
    REOPEN_P50(Work.REOPEN, "p50, µs", samples -> samples.percentile(0.5) / 1e3),
    /** 99 of 100 of {@link Work#REOPEN} took no longer. */
    REOPEN_P99(Work.REOPEN, "p99, µs", samples -> samples.percentile(0.99) / 1e3),
    /** Half of {@link Work#RANDOM} took no longer. */
    RANDOM_P50(Work.RANDOM, "p50, µs", samples -> samples.percentile(0.5) / 1e3),
    /** 99 of 100 of {@link Work#RANDOM} took no longer. */
    RANDOM_P99(Work.RANDOM, "p99, µs", samples -> samples.percentile(0.99) / 1e3),
    /** No {@link Work#RANDOM} took longer. */
    RANDOM_MAX(Work.RANDOM, "max, µs", samples -> samples.maxNanos() / 1e3);

    private final Work work;
    private final String unit;
    private final ToDoubleFunction<Samples> value;

    Figure(Work work, String unit, ToDoubleFunction<Samples> value) {
        this.work = work;
        this.unit = unit;
        this.value = value;
    }

    /** What it is of. */
    public Work work() {
        return work;
    }

    /** What it is and its unit, for people. */
    public String title() {
        return work.title() + ", " + unit;
    }

    /** Whether a larger one is a better one. */
    public boolean moreIsBetter() {
        return unit.equals("MB/s");
    }

    /** Those in which more, or less, is better. */
    static List<Figure> of(boolean moreIsBetter) {
        return Arrays.stream(values())
                .filter(figure -> figure.moreIsBetter() == moreIsBetter)
                .toList();
    }

    /**
     * Its value.
     *
     * @param series what was measured
     * @return the number in its unit, or nothing if it was not measured
     */
    public OptionalDouble of(Series series) {
        return series.samples(work).stream().mapToDouble(value).findFirst();
    }
}
