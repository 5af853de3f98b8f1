package dev.zipfs.spi;

import dev.zipfs.ArchiveLimits;
import dev.zipfs.ArchiveWarning;
import dev.zipfs.PasswordProvider;
import java.nio.charset.Charset;
import java.time.ZoneId;
import java.util.Optional;

/**
 * What a format needs to know to open an archive. Made by the library, thread-safe, usable for the archive's life.
 *
 * @since 0.1.0
 */
public interface OpenRequest {
    /**
     * The encoding of names that carry no mark of theirs.
     *
     * @return what the user asked for, or empty to detect it
     */
    Optional<Charset> charset();

    /**
     * The zone of times that carry none.
     *
     * @return the zone
     */
    ZoneId zone();

    /**
     * Gives passwords.
     *
     * @return the provider
     */
    PasswordProvider passwords();

    /**
     * How much the archive may make us hold.
     *
     * @return the limits
     */
    ArchiveLimits limits();

    /**
     * Where restart points of entries may be kept between mounts.
     *
     * @return the store; by default, and where the user has named no place, one that keeps nothing
     */
    default RestartStore restarts() {
        return RestartStore.none();
    }

    /**
     * Takes a warning for the user. Keeps the first 10,000, tells the listener of all.
     *
     * @param warning the warning
     */
    void warn(ArchiveWarning warning);
}
