package dev.zipfs.winfsp.internal;

import java.util.Locale;

/** Which operating system this JVM runs on. */
public final class Platforms {
    private static final String NAME = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);

    private Platforms() {}

    public static boolean isLinux() {
        return NAME.startsWith("linux");
    }

    public static boolean isMac() {
        return NAME.startsWith("mac");
    }

    public static boolean isWindows() {
        return NAME.startsWith("windows");
    }
}
