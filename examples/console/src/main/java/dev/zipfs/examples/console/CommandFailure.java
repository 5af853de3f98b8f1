package dev.zipfs.examples.console;

/** Ends a command with an exit code and one line on standard error. */
public final class CommandFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int exitCode;

    /**
     * A failure with its cause.
     *
     * @param exitCode one of {@link ExitCode}
     * @param message what is wrong and what to do
     * @param cause what was thrown, or {@code null}
     */
    public CommandFailure(int exitCode, String message, Throwable cause) {
        super(message, cause);
        this.exitCode = exitCode;
    }

    /**
     * A failure without a cause.
     *
     * @param exitCode one of {@link ExitCode}
     * @param message what is wrong and what to do
     */
    public CommandFailure(int exitCode, String message) {
        this(exitCode, message, null);
    }

    /** How the process ends. */
    public int exitCode() {
        return exitCode;
    }
}
