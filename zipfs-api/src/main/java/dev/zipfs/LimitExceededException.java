package dev.zipfs;

/**
 * The archive needs more than an option allows. The message names the limit and the option that raises it.
 *
 * @since 0.1.0
 */
public final class LimitExceededException extends ZipDriveException {
    private static final long serialVersionUID = 1L;

    private final String option;
    private final long limit;

    /**
     * Makes an exception.
     *
     * @param what what there is too much of, for example {@code "entries"}
     * @param limit the limit in force, in the option's unit
     * @param option the name of the option in {@link ArchiveLimits} that raises it
     */
    public LimitExceededException(String what, long limit, String option) {
        super("the archive has too many " + what + ": the limit is " + limit + "; raise ArchiveLimits." + option
                + " if the archive is trusted");
        this.option = option;
        this.limit = limit;
    }

    /**
     * Which option raises the limit.
     *
     * @return the name of a method of {@link ArchiveLimits.Builder}
     */
    public String option() {
        return option;
    }

    /**
     * The limit in force.
     *
     * @return the limit, in the option's unit
     */
    public long limit() {
        return limit;
    }
}
