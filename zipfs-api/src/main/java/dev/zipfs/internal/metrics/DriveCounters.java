package dev.zipfs.internal.metrics;

import dev.zipfs.DriveStatistics;
import dev.zipfs.DriveStatistics.Metric;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongBinaryOperator;

/** The live numbers behind {@link DriveStatistics}. Thread-safe; adding never blocks and allocates nothing in steady state. */
public final class DriveCounters {
    private final LongAdder[] adders = new LongAdder[Metric.values().length];
    private final LongAccumulator peakMemory = new LongAccumulator(new Larger(), 0);

    public DriveCounters() {
        for (int i = 0; i < adders.length; i++) {
            adders[i] = new LongAdder();
        }
    }

    /** Adds to a counter, or moves a gauge by a difference. {@link Metric#PEAK_MEMORY_BYTES} follows by itself. */
    public void add(Metric metric, long amount) {
        LongAdder adder = adders[metric.ordinal()];
        adder.add(amount);
        if (metric == Metric.MEMORY_BYTES && amount > 0) {
            peakMemory.accumulate(adder.sum());
        }
    }

    /** The value of one metric now. */
    public long get(Metric metric) {
        return metric == Metric.PEAK_MEMORY_BYTES ? peakMemory.get() : adders[metric.ordinal()].sum();
    }

    /** All values now. */
    public DriveStatistics snapshot() {
        Map<Metric, Long> values = new EnumMap<>(Metric.class);
        for (Metric metric : Metric.values()) {
            values.put(metric, get(metric));
        }
        return DriveStatistics.of(values);
    }

    /** A class where a lambda would do: every drive starts here, and a fresh JVM's first lambda is slow. */
    private static final class Larger implements LongBinaryOperator {
        @Override
        public long applyAsLong(long a, long b) {
            return Math.max(a, b);
        }
    }
}
