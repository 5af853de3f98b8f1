package dev.zipfs.internal.inflate;

/**
 * Makes HotSpot compile the decoder before it is needed. Interpreted, it takes ten times as long to its first bytes as
 * {@link java.util.zip.Inflater}, which is C; so {@link InflateStreams} lets that one serve until {@link WarmupThread} has seen
 * our own decoder overtake it.
 *
 * <p>One daemon thread per process, once: it ends as soon as the decoder is warm, after a second and a half at the latest, and
 * whatever goes wrong on it is of no consequence. This class does nothing itself, so that to ask it costs a fresh process
 * as little as can be.
 */
public final class InflateWarmup {
    private static boolean started;
    private static volatile boolean warm;

    private InflateWarmup() {}

    /** Starts it unless it was started before. Returns at once. Any thread may call it, any number of times. */
    public static void start() {
        if (!warm) {
            startOnce();
        }
    }

    private static synchronized void startOnce() {
        if (!started) {
            started = true;
            new WarmupThread().start();
        }
    }

    /** Whether our decoder should be used now. */
    static boolean warm() {
        return warm;
    }

    /** From now on it should. */
    static void done() {
        warm = true;
    }
}
