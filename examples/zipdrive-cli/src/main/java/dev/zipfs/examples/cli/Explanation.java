package dev.zipfs.examples.cli;

import dev.zipfs.LimitExceededException;
import dev.zipfs.PasswordException;
import dev.zipfs.examples.console.ExitCode;
import java.io.IOException;

/** Says in the terms of the command line what went wrong: which option to use, where the API would name a method. */
final class Explanation {
    private Explanation() {}

    /**
     * Explains a failure.
     *
     * @param failure what was thrown
     * @return one line that says what to do, as far as that is known
     */
    static String of(IOException failure) {
        if (failure instanceof PasswordException) {
            PasswordException password = (PasswordException) failure;
            return "entry '" + password.entry() + "': "
                    + (password.reason() == PasswordException.Reason.MISSING
                            ? "it is encrypted; give its password with --password-stdin"
                            : "the password is wrong");
        }
        if (failure instanceof LimitExceededException) {
            LimitExceededException limit = (LimitExceededException) failure;
            return "more than the " + limit.limit() + " that " + limit.option()
                    + " allows; if you trust the archive, raise it with --limit " + limit.option() + "=N";
        }
        return failure.getMessage() == null ? failure.toString() : failure.getMessage();
    }

    /**
     * Says how a command ends that failed over an entry.
     *
     * @param failure what was thrown
     * @return the exit code
     */
    static int exitCode(IOException failure) {
        return failure instanceof PasswordException ? ExitCode.PASSWORD : ExitCode.ENTRY_FAILED;
    }

    /**
     * Explains a failure to open an archive.
     *
     * @param archive what the user typed
     * @param failure what was thrown
     * @return one line that begins with the archive's name
     */
    static String ofOpening(String archive, IOException failure) {
        String reason = of(failure);
        return reason.startsWith(archive) ? reason : archive + ": " + reason;
    }
}
