package dev.zipfs;

import org.jspecify.annotations.Nullable;

/**
 * Gives the password of an encrypted archive when it is first needed. Called from any thread, never by two at once for
 * one archive, and up to three times where the password is wrong; what worked is remembered until the archive is closed.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface PasswordProvider {
    /**
     * Asks for the password.
     *
     * @param entry the path of the entry that is being opened
     * @param attempt 1 for the first try, 2 and 3 after a wrong one
     * @return a fresh array that the caller wipes after use, or {@code null} where there is none
     */
    char @Nullable [] password(String entry, int attempt);

    /**
     * A provider that knows one password.
     *
     * @param password the password; it is copied
     * @return a provider that gives it once and then gives up
     */
    static PasswordProvider of(char[] password) {
        char[] kept = password.clone();
        return (entry, attempt) -> attempt == 1 ? kept.clone() : null;
    }

    /**
     * A provider that knows none: encrypted entries answer with {@link PasswordException}.
     *
     * @return the provider
     */
    static PasswordProvider none() {
        // No lambda: the first one of a fresh JVM costs more than opening a small archive, and every drive starts here.
        return new PasswordProvider() {
            @Override
            public char @Nullable [] password(String entry, int attempt) {
                return null;
            }
        };
    }
}
