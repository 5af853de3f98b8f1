package dev.zipfs.winfsp.internal;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;

/**
 * Logs why requests failed: once per cause as a warning, without the names that messages hold; each time in full at debug
 * level. Thread-safe.
 */
final class FailureLog {
    /** No archive can make us remember more causes than this. */
    private static final int MOST_CAUSES = 100;

    private final Logger log;
    private final Set<String> seen = ConcurrentHashMap.newKeySet();

    FailureLog(Logger log) {
        this.log = log;
    }

    void log(String operation, int errno, Throwable failure) {
        log.debug("{} answered with errno {}", operation, errno, failure);
        String cause = operation + " " + failure.getClass().getName();
        if (seen.size() >= MOST_CAUSES || !seen.add(cause)) {
            return;
        }
        if (failure instanceof IOException) {
            log.warn(
                    "{} answered with errno {} because of {}; further ones and the details at debug level",
                    operation,
                    errno,
                    failure.getClass().getName());
        } else {
            // Nobody planned for this one: the place matters, and its message holds no name of ours.
            log.warn("{} answered with errno {}; further ones at debug level", operation, errno, failure);
        }
    }
}
