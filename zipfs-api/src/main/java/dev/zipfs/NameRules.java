package dev.zipfs;

import java.util.Locale;

/**
 * Which names a drive may show, and whether look-ups ignore case.
 *
 * @since 0.1.0
 */
public enum NameRules {
    /** Every name but {@code NUL} and {@code /}; look-ups are case-sensitive; components are at most 255 bytes of UTF-8. */
    POSIX,
    /**
     * Names Windows can hold: no {@code <>:"|?*\}, no control characters, no trailing dots and spaces, no device names;
     * look-ups ignore case as NTFS does; components are at most 255 UTF-16 units; symbolic links are resolved by the drive.
     */
    WINDOWS;

    /**
     * The rules of the platform this JVM runs on.
     *
     * @return {@link #WINDOWS} on Windows, else {@link #POSIX}
     */
    public static NameRules ofThisPlatform() {
        String os = System.getProperty("os.name", "");
        return os.toLowerCase(Locale.ROOT).startsWith("windows") ? WINDOWS : POSIX;
    }
}
