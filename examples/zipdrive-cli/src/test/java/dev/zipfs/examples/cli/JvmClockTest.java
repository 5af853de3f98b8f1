package dev.zipfs.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

class JvmClockTest {
    @Test
    void countsFromTheStartOfTheProcess() {
        long jvm = System.currentTimeMillis()
                - ManagementFactory.getRuntimeMXBean().getStartTime();
        // A process is older than its JVM, by little.
        assertThat(JvmClock.millisSinceStart()).isBetween(jvm - 100, jvm + 5_000);
    }

    @Test
    void findsTheStartBehindACommandNameOfAnyForm() {
        String stat = "7 (a) b (c) S 1 7 7 0 -1 4194304 1 0 0 0 0 0 0 0 20 0 30 0 12345 1 1";
        assertThat(JvmClock.millisSinceStart(stat, "124.95 200.00\n")).isEqualTo(1_500);
    }
}
