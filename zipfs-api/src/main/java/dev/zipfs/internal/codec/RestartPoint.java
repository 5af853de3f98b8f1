package dev.zipfs.internal.codec;

/** A place in an entry where decoding can start. What else it takes to start there is the method's own. */
public abstract class RestartPoint {
    private final long position;

    /**
     * Names a place.
     *
     * @param position how many plain bytes lie before it
     */
    protected RestartPoint(long position) {
        this.position = position;
    }

    /** How many plain bytes lie before it. */
    public final long position() {
        return position;
    }

    /** How much memory it takes, in bytes, about. */
    public int memory() {
        return 48;
    }
}
