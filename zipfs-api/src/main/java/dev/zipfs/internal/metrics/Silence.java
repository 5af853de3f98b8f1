package dev.zipfs.internal.metrics;

import dev.zipfs.DriveListener;

/** The listener of those who have none. Whoever has it need not be told at a certain time, or at all. */
public final class Silence implements DriveListener {
    /** The only one. */
    public static final DriveListener LISTENER = new Silence();

    private Silence() {}
}
