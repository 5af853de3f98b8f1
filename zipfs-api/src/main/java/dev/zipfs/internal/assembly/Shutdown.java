package dev.zipfs.internal.assembly;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Ends the drives that are still mounted when the JVM does. There is one hook for all drives, and none while there are no
 * drives.
 */
final class Shutdown {
    private static final Set<Runnable> LIVE = new LinkedHashSet<>();
    private static @Nullable Thread hook;

    private Shutdown() {}

    /**
     * Adds what must run at the JVM's end.
     *
     * @throws IllegalStateException if the JVM is ending already
     */
    static synchronized void add(Runnable end) {
        if (hook == null) {
            Thread thread = new Thread(Shutdown::endAll, "zipfs-shutdown");
            Runtime.getRuntime().addShutdownHook(thread);
            hook = thread;
        }
        LIVE.add(end);
    }

    /** Takes back what {@link #add} added. */
    static synchronized void remove(Runnable end) {
        LIVE.remove(end);
        if (LIVE.isEmpty() && hook != null) {
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (IllegalStateException e) {
                return; // the JVM is ending: the hook runs, and finds nothing
            }
            hook = null;
        }
    }

    /** What the hook does. */
    static void endAll() {
        List<Runnable> all;
        synchronized (Shutdown.class) {
            all = new ArrayList<>(LIVE);
        }
        all.forEach(Runnable::run);
    }
}
