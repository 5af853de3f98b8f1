package dev.zipfs.internal.zip;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Random;
import org.junit.jupiter.api.Test;

class EntryTimesTest {
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
    private static final long TIME = 1_720_000_001L;

    private final CollectingRequest request = new CollectingRequest();

    private Instant modified(int date, int time, byte[]... extras) throws IOException {
        TinyZip.Out extra = new TinyZip.Out();
        for (byte[] block : extras) {
            extra.bytes(block);
        }
        TinyZip zip = new TinyZip();
        zip.add("x", "").dosTime(date, time).extra(extra.toBytes());
        Opened opened = Opened.of(zip.build(), request);
        return Instant.ofEpochSecond(opened.index.modifiedSeconds(0), opened.index.modifiedNanos(0));
    }

    private static int date(int year, int month, int day) {
        return year - 1980 << 9 | month << 5 | day;
    }

    private static int time(int hour, int minute, int second) {
        return hour << 11 | minute << 5 | second / 2;
    }

    private static byte[] extended(long seconds) {
        return TinyZip.extra(
                0x5455, new TinyZip.Out().bytes((byte) 3).u32(seconds).toBytes());
    }

    private static byte[] infoZip(long seconds) {
        return TinyZip.extra(0x5855, new TinyZip.Out().u32(1).u32(seconds).toBytes());
    }

    private static byte[] ntfs(Instant instant) {
        long ticks = (instant.getEpochSecond() + 11_644_473_600L) * 10_000_000 + instant.getNano() / 100;
        return TinyZip.extra(
                0x000A,
                new TinyZip.Out().u32(0).u16(1).u16(24).u64(ticks).u64(0).u64(0).toBytes());
    }

    @Test
    void dosTimeIsLocalTimeOfTheZone() throws IOException {
        request.zone = BERLIN;
        assertThat(modified(date(2024, 7, 1), time(12, 0, 0))).isEqualTo("2024-07-01T10:00:00Z");
        assertThat(modified(date(2024, 1, 1), time(12, 0, 0))).isEqualTo("2024-01-01T11:00:00Z");
        request.zone = ZoneOffset.UTC;
        assertThat(modified(date(2024, 7, 1), time(23, 59, 58))).isEqualTo("2024-07-01T23:59:58Z");
    }

    @Test
    void timeInTheGapMovesForward() throws IOException {
        request.zone = BERLIN;
        Instant gap = modified(date(2024, 3, 31), time(2, 30, 0));
        assertThat(LocalDateTime.ofInstant(gap, BERLIN)).isEqualTo("2024-03-31T03:30");
    }

    @Test
    void dateOfZeroIsTheFirstOf1980() throws IOException {
        request.zone = BERLIN;
        Instant zero = modified(0, 0);
        assertThat(LocalDateTime.ofInstant(zero, BERLIN)).isEqualTo("1980-01-01T00:00");
    }

    @Test
    void fieldsThatCannotBeMoveToTheNearest() throws IOException {
        assertThat(modified(0xFFFF, 0xFFFF)).isEqualTo("2107-12-31T23:59:59Z");
        assertThat(modified(date(2023, 2, 31), 0)).isEqualTo("2023-02-28T00:00:00Z");
        assertThat(modified(date(2023, 15, 0), 0)).isEqualTo("2023-12-01T00:00:00Z");
    }

    @Test
    void extendedTimestampWinsOverTheRestAndMayBeBefore1970() throws IOException {
        assertThat(modified(0, 0, extended(TIME), infoZip(5))).isEqualTo(Instant.ofEpochSecond(TIME));
        assertThat(modified(0, 0, extended(-86_400))).isEqualTo("1969-12-31T00:00:00Z");
    }

    @Test
    void ntfsGivesTheFractionWhereItAgreesToTheSecond() throws IOException {
        Instant exact = Instant.ofEpochSecond(TIME, 123_456_700);
        assertThat(modified(0, 0, extended(TIME), ntfs(exact))).isEqualTo(exact);
        assertThat(modified(0, 0, ntfs(exact), extended(TIME))).isEqualTo(exact);
        // An hour off: local time written as UTC.
        assertThat(modified(0, 0, extended(TIME), ntfs(exact.plusSeconds(3600))))
                .isEqualTo(Instant.ofEpochSecond(TIME));
        assertThat(modified(0, 0, ntfs(exact))).isEqualTo(exact);
        Instant old = Instant.parse("1601-01-01T00:00:00.000000100Z");
        assertThat(modified(0, 0, ntfs(old))).isEqualTo(old);
    }

    @Test
    void infoZipsOldFieldIsBetterThanDosTime() throws IOException {
        assertThat(modified(date(2000, 1, 1), 0, infoZip(TIME))).isEqualTo(Instant.ofEpochSecond(TIME));
    }

    @Test
    void fieldsThatAreTooShortOrSayNothingAreSkipped() throws IOException {
        Instant dos = Instant.parse("2000-01-01T00:00:00Z");
        int day = date(2000, 1, 1);
        assertThat(modified(day, 0, TinyZip.extra(0x5455, new byte[] {1, 2, 3, 4})))
                .isEqualTo(dos);
        assertThat(modified(day, 0, TinyZip.extra(0x5455, new byte[] {2, 2, 3, 4, 5})))
                .isEqualTo(dos);
        assertThat(modified(day, 0, TinyZip.extra(0x5855, new byte[7]))).isEqualTo(dos);
        assertThat(modified(day, 0, TinyZip.extra(0x000A, new byte[32]))).isEqualTo(dos);
        assertThat(modified(day, 0, TinyZip.extra(0x000A, new byte[] {0, 0, 0, 0, 1, 0, (byte) 0xFF, 0})))
                .isEqualTo(dos);
        assertThat(modified(day, 0, TinyZip.extra(0x000A, new byte[3]))).isEqualTo(dos);
    }

    @Test
    void everyDosTimeIsTheJdksWhereThatExists() {
        Random random = new Random(20261130);
        for (int i = 0; i < 20_000; i++) {
            LocalDateTime wall =
                    LocalDateTime.of(1980, 1, 1, 0, 0).plusSeconds(random.nextInt(Integer.MAX_VALUE) * 1L / 2 * 2);
            int date = date(wall.getYear(), wall.getMonthValue(), wall.getDayOfMonth());
            int time = time(wall.getHour(), wall.getMinute(), wall.getSecond());
            assertThat(DosTime.epochSecond(date, time, BERLIN))
                    .as("%s", wall)
                    .isEqualTo(wall.atZone(BERLIN).toEpochSecond());
        }
    }
}
