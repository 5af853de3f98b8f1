package dev.zipfs.internal.metrics;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A logger that is asked for with the first message: a fresh JVM takes longer to find out who logs than to open and read most archives.
 * Thread-safe.
 */
public final class LateLogger {
    private final Class<?> owner;
    private volatile @Nullable Logger logger;

    /**
     * Looks for nothing yet.
     *
     * @param owner under whose name messages appear
     */
    public LateLogger(Class<?> owner) {
        this.owner = owner;
    }

    /** The logger. */
    public Logger get() {
        Logger found = logger;
        if (found == null) {
            found = LoggerFactory.getLogger(owner);
            logger = found;
        }
        return found;
    }
}
