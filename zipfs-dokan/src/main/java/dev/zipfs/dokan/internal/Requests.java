package dev.zipfs.dokan.internal;

import java.time.Duration;
import java.util.Iterator;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.LongPredicate;

/**
 * The requests of one mount that are being answered. The driver gives each a time limit, 15 seconds unless told otherwise, and
 * fails it then; a first read far into a large entry may take longer, as everything before it is decoded. Only whoever is
 * inside a callback may move its limit, and the callback itself is busy, so {@link #extend} does it for it: a request cannot
 * end while its limit is being moved. Thread-safe; beginning and ending a request makes no garbage.
 */
final class Requests {
    /** How long a request may run at most: then something hangs, and the driver may fail it. */
    private static final long LONGEST_NANOS = Duration.ofMinutes(30).toNanos();

    /** One thread's place. Its monitor is held while it is looked at, so that it cannot end meanwhile. */
    static final class Request {
        private final Thread thread = Thread.currentThread();
        private long info;
        private long began;
        private long extended;
        private boolean interrupted;
    }

    private final Queue<Request> all = new ConcurrentLinkedQueue<>();
    private final ThreadLocal<Request> mine = ThreadLocal.withInitial(this::join);
    private final long patienceNanos;

    /**
     * Prepares.
     *
     * @param patience how long a request runs before its limit is moved, and from then on between two moves
     */
    Requests(Duration patience) {
        this.patienceNanos = patience.toNanos();
    }

    private Request join() {
        Request request = new Request();
        all.add(request);
        return request;
    }

    /** A request begins on this thread. */
    Request begin(long info) {
        Request request = mine.get();
        synchronized (request) {
            request.info = info;
            request.began = request.extended = System.nanoTime();
            return request;
        }
    }

    /** It ends. */
    void end(Request request) {
        boolean wasInterrupted;
        synchronized (request) {
            request.info = 0;
            wasInterrupted = request.interrupted;
            request.interrupted = false;
        }
        if (wasInterrupted) {
            // The thread is the driver's: what was meant for this request must not hit the next one.
            Thread.interrupted();
        }
    }

    /** Whether this thread is inside a request of this mount. */
    boolean isCurrentThread() {
        for (Request request : all) {
            if (request.thread == Thread.currentThread()) {
                synchronized (request) {
                    return request.info != 0;
                }
            }
        }
        return false;
    }

    /** Interrupts whatever is being answered. */
    void interrupt() {
        for (Request request : all) {
            synchronized (request) {
                if (request.info != 0) {
                    request.interrupted = true;
                    request.thread.interrupt();
                }
            }
        }
    }

    /**
     * Moves the limits of requests that have run for a while.
     *
     * @param mover takes a request's DOKAN_FILE_INFO; gives whether that went well
     */
    void extend(LongPredicate mover) {
        long now = System.nanoTime();
        for (Iterator<Request> i = all.iterator(); i.hasNext(); ) {
            Request request = i.next();
            if (!request.thread.isAlive()) {
                i.remove();
                continue;
            }
            synchronized (request) {
                if (request.info != 0
                        && now - request.extended >= patienceNanos
                        && now - request.began < LONGEST_NANOS
                        && mover.test(request.info)) {
                    request.extended = now;
                }
            }
        }
    }
}
