package dev.zipfs.dokan.nativeapi;

/** {@code FILETIME} of minwinbase.h: hundreds of nanoseconds since 1601-01-01T00:00Z, low half first, aligned to 4 bytes. */
public final class FILETIME {
    public static final int SIZE = 8;
    public static final int DW_LOW_DATE_TIME = 0;
    public static final int DW_HIGH_DATE_TIME = 4;

    /** Seconds from 1601-01-01 to 1970-01-01. */
    private static final long EPOCH = 11_644_473_600L;

    private static final long PER_SECOND = 10_000_000L;

    private FILETIME() {}

    public static void put(long time, long ticks) {
        NativeMemory.putInt(time + DW_LOW_DATE_TIME, (int) ticks);
        NativeMemory.putInt(time + DW_HIGH_DATE_TIME, (int) (ticks >>> 32));
    }

    /**
     * A time in this form.
     *
     * @param seconds since 1970-01-01T00:00Z
     * @param nanos 0 to 999,999,999
     * @return ticks; times before 1601 are given as 0, those after the year 30828 as the last one Windows takes
     */
    public static long of(long seconds, int nanos) {
        if (seconds < -EPOCH) {
            return 0;
        }
        if (seconds >= Long.MAX_VALUE / PER_SECOND - EPOCH) {
            return Long.MAX_VALUE;
        }
        return (seconds + EPOCH) * PER_SECOND + nanos / 100;
    }
}
