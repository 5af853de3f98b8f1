package dev.zipfs.dokan.internal;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells why requests failed: each kind of failure once as a warning, without the messages of I/O errors, which may hold names
 * out of an archive; every one in full at debug level. Thread-safe, and never throws: callbacks end here.
 */
final class FailureLog {
    private static final Logger LOG = LoggerFactory.getLogger(FailureLog.class);

    /** However many kinds an archive provokes, no more are remembered. */
    private static final int MOST_KINDS = 100;

    private final Set<String> told = ConcurrentHashMap.newKeySet();

    /** Gives the status that answers for a failure. */
    int failed(String callback, Throwable failure) {
        int status = NtStatus.STATUS_INTERNAL_ERROR;
        try {
            status = NtStatus.of(failure);
            if (!(failure instanceof StatusException)) {
                tell(callback, status, failure);
            }
        } catch (Throwable again) {
            // No memory left, say. An answer must go out all the same; it says that something is wrong.
            return status;
        }
        return status;
    }

    private void tell(String callback, int status, Throwable failure) {
        String answer = "0x" + Integer.toHexString(status);
        LOG.debug("{} answered with {}", callback, answer, failure);
        String kind = failure.getClass().getName();
        if (told.size() >= MOST_KINDS || !told.add(callback + " " + kind)) {
            return;
        }
        if (failure instanceof IOException) {
            LOG.warn("{} answered with NTSTATUS {} because of {}; details at debug level", callback, answer, kind);
        } else {
            // Nobody expected this one: where it happened matters, and no name of an archive is in it.
            LOG.warn("{} answered with NTSTATUS {}; further ones at debug level", callback, answer, failure);
        }
    }
}
