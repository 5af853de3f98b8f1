package dev.zipfs.internal.zip;

import java.time.LocalDateTime;
import java.time.YearMonth;
import java.time.ZoneId;

/**
 * The date and time of MS-DOS (APPNOTE 6.3.10 §4.4.6): local time, two-second steps, 1980 to 2107. Fields that cannot
 * be are moved to the nearest ones that can; a date of zero is 1980-01-01.
 */
final class DosTime {
    private static final int FIRST_YEAR = 1980;

    private DosTime() {}

    /**
     * Seconds since 1970 in UTC. In a gap of the zone's clock the time moves forward, in an overlap it is the earlier
     * one.
     */
    static long epochSecond(int date, int time, ZoneId zone) {
        return local(date, time).atZone(zone).toEpochSecond();
    }

    static LocalDateTime local(int date, int time) {
        int year = FIRST_YEAR + (date >> 9 & 0x7F);
        int month = Math.max(1, Math.min(12, date >> 5 & 0xF));
        int day = Math.max(1, Math.min(YearMonth.of(year, month).lengthOfMonth(), date & 0x1F));
        int hour = Math.min(23, time >> 11 & 0x1F);
        int minute = Math.min(59, time >> 5 & 0x3F);
        int second = Math.min(59, (time & 0x1F) * 2);
        return LocalDateTime.of(year, month, day, hour, minute, second);
    }
}
