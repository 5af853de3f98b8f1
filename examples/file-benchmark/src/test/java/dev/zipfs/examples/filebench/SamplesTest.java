package dev.zipfs.examples.filebench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SamplesTest {
    @Test
    void percentilesAreTimesThatWereMeasured() {
        Samples hundred =
                Samples.of(1, LongStream.rangeClosed(1, 100).map(i -> 101 - i).toArray());
        assertThat(hundred.percentile(0)).isEqualTo(1);
        assertThat(hundred.percentile(0.5)).isEqualTo(50);
        assertThat(hundred.percentile(0.99)).isEqualTo(99);
        assertThat(hundred.percentile(0.991)).isEqualTo(100);
        assertThat(hundred.percentile(1)).isEqualTo(100);
        assertThat(hundred.maxNanos()).isEqualTo(100);
    }

    @Test
    void theMedianOfAnEvenNumberLiesBetweenTheTwoInTheMiddle() {
        assertThat(Samples.of(1, 9, 1, 4).medianNanos()).isEqualTo(4);
        assertThat(Samples.of(1, 9, 1, 4, 6).medianNanos()).isEqualTo(5);
    }

    @Test
    void throughputIsMegabytesASecond() {
        assertThat(Samples.of(5_000_000, 1_000_000_000).megabytesPerSecond()).isEqualTo(5);
        assertThat(Samples.of(5_000_000, 0).megabytesPerSecond()).isFinite();
    }

    @Test
    void runsAreJoinedInTheirOrder() {
        assertThat(Samples.of(1, 3, 2).and(Samples.of(1, 1)).nanos()).containsExactly(3, 2, 1);
    }

    @Test
    void noSamplesAreNoResult() {
        assertThatThrownBy(() -> Samples.of(1)).isInstanceOf(IllegalArgumentException.class);
    }
}
