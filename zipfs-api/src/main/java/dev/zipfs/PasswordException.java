package dev.zipfs;

/**
 * An encrypted entry cannot be read because no password, or a wrong one, was given. Drives answer it with "access denied".
 *
 * @since 0.1.0
 */
public final class PasswordException extends ZipDriveException {
    private static final long serialVersionUID = 1L;

    /** Why the entry stays closed. */
    public enum Reason {
        /** No password was given. */
        MISSING,
        /** The password that was given does not open the entry. */
        WRONG
    }

    private final Reason reason;
    private final String entry;

    /**
     * Makes an exception.
     *
     * @param reason why the entry stays closed
     * @param entry the entry's path inside the archive
     */
    public PasswordException(Reason reason, String entry) {
        super(message(reason, entry));
        this.reason = reason;
        this.entry = entry;
    }

    /**
     * Makes an exception that says more.
     *
     * @param reason why the entry stays closed
     * @param entry the entry's path inside the archive
     * @param detail what else it may be, as the end of a sentence
     */
    public PasswordException(Reason reason, String entry, String detail) {
        super(message(reason, entry) + ", " + detail);
        this.reason = reason;
        this.entry = entry;
    }

    private static String message(Reason reason, String entry) {
        return "entry '" + entry + "': "
                + (reason == Reason.MISSING
                        ? "it is encrypted and no password was given; give one through a PasswordProvider"
                        : "the password is wrong");
    }

    /**
     * Why the entry stays closed.
     *
     * @return the reason
     */
    public Reason reason() {
        return reason;
    }

    /**
     * Which entry is encrypted.
     *
     * @return its path inside the archive
     */
    public String entry() {
        return entry;
    }
}
