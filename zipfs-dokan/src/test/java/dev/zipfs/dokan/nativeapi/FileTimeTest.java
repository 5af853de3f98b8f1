package dev.zipfs.dokan.nativeapi;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FileTimeTest {
    /** The second column was computed from the definition with another language's calendar. */
    @ParameterizedTest
    @CsvSource({
        "1601-01-01T00:00:00Z, 0",
        "1970-01-01T00:00:00Z, 116444736000000000",
        "1980-01-01T00:00:00Z, 119600064000000000",
        "2021-03-04T05:06:07.08Z, 132593079670800000",
        "1601-01-01T00:00:00.0000001Z, 1",
        "1600-12-31T23:59:59Z, 0",
        "-292275055-01-01T00:00:00Z, 0",
        "+31000-01-01T00:00:00Z, 9223372036854775807"
    })
    void timesAreCountedFrom1601(Instant time, long ticks) {
        assertThat(FILETIME.of(time.getEpochSecond(), time.getNano())).isEqualTo(ticks);
    }
}
