package dev.zipfs.examples.cli;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/** Knows for how long this process has been running, the start of the JVM included. */
final class JvmClock {
    /** What Linux counts in the files below, whatever the kernel ticks at inside: {@code sysconf(_SC_CLK_TCK)}. */
    private static final int TICKS_PER_SECOND = 100;

    /** {@code starttime}, field 22 of {@code proc(5)}'s stat, counted behind the command's closing parenthesis. */
    private static final int START_TIME = 22 - 3;

    private JvmClock() {}

    /**
     * Milliseconds since the process began. On Linux this comes from two small files, to 10 ms: the JVM's own answer loads
     * classes for 25 ms before it comes.
     */
    static long millisSinceStart() {
        try {
            String stat = Files.readString(Path.of("/proc/self/stat"));
            String uptime = Files.readString(Path.of("/proc/uptime"));
            long millis = millisSinceStart(stat, uptime);
            if (millis >= 0) {
                return millis;
            }
        } catch (IOException | IllegalArgumentException | IndexOutOfBoundsException notLinux) {
            // The JVM answers as well.
        }
        return System.currentTimeMillis() - ManagementFactory.getRuntimeMXBean().getStartTime();
    }

    static long millisSinceStart(String stat, String uptime) {
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        long start = Long.parseLong(fields[START_TIME]) * 1000 / TICKS_PER_SECOND;
        long now = (long) (Double.parseDouble(uptime.substring(0, uptime.indexOf(' '))) * 1000);
        return now - start;
    }
}
