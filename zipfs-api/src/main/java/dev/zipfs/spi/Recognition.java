package dev.zipfs.spi;

/**
 * A format's answer to "is this yours?".
 *
 * @since 0.1.0
 */
public final class Recognition {
    private static final Recognition YES = new Recognition(true, "");

    private final boolean recognized;
    private final String reason;

    private Recognition(boolean recognized, String reason) {
        this.recognized = recognized;
        this.reason = reason;
    }

    /**
     * The archive is, or once was, of this format; opening tells whether it is sound.
     *
     * @return the answer
     */
    public static Recognition yes() {
        return YES;
    }

    /**
     * The archive is not of this format.
     *
     * @param reason what was looked for and not found, for the error that is shown when no format says yes
     * @return the answer
     */
    public static Recognition no(String reason) {
        return new Recognition(false, reason);
    }

    /**
     * Whether the format takes the archive.
     *
     * @return {@code true} for yes
     */
    public boolean recognized() {
        return recognized;
    }

    /**
     * Why not.
     *
     * @return the reason; empty for yes
     */
    public String reason() {
        return reason;
    }
}
