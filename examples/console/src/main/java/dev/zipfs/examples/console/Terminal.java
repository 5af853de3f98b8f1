package dev.zipfs.examples.console;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Knows whether somebody looks on. */
public final class Terminal {
    /** Takes back the line that the cursor is in. */
    public static final String ERASE = "\r\u001b[K";

    private Terminal() {}

    /**
     * Whether standard error is a terminal. Java knows only of a console as a whole; Linux knows of each stream.
     *
     * @return {@code true} if what is drawn there will be seen
     */
    public static boolean onStandardError() {
        try {
            String target = Files.readSymbolicLink(Path.of("/proc/self/fd/2")).toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
        } catch (IOException notLinux) {
            return System.console() != null
                    && !System.getProperty("os.name", "").startsWith("Linux");
        }
    }
}
