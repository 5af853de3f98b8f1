package dev.zipfs.spi;

/**
 * Whether a driver can be used, and if not why and what to do. Immutable.
 *
 * @since 0.1.0
 */
public final class Availability {
    private final boolean available;
    private final String version;
    private final String reason;
    private final String advice;

    private Availability(boolean available, String version, String reason, String advice) {
        this.available = available;
        this.version = version;
        this.reason = reason;
        this.advice = advice;
    }

    /**
     * The driver can be used.
     *
     * @param version its version; {@code "unknown"} where it does not say
     * @return the answer
     */
    public static Availability available(String version) {
        return new Availability(true, version, "", "");
    }

    /**
     * The driver cannot be used.
     *
     * @param reason what is missing, with the places that were searched
     * @param advice how to get it, or an empty string where this platform has no such driver
     * @return the answer
     */
    public static Availability unavailable(String reason, String advice) {
        return new Availability(false, "", reason, advice);
    }

    /**
     * Whether the driver can be used.
     *
     * @return {@code true} if so
     */
    public boolean available() {
        return available;
    }

    /**
     * The driver's version.
     *
     * @return the version; empty where it is not available
     */
    public String version() {
        return version;
    }

    /**
     * Why it cannot be used.
     *
     * @return the reason; empty where it is available
     */
    public String reason() {
        return reason;
    }

    /**
     * What to do about it.
     *
     * @return the advice, or an empty string
     */
    public String advice() {
        return advice;
    }

    @Override
    public String toString() {
        return available ? "available, version " + version : "not available: " + reason;
    }
}
