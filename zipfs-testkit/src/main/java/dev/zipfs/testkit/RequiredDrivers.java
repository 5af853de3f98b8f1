package dev.zipfs.testkit;

import dev.zipfs.spi.Availability;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;

/**
 * Whether tests that need a driver run. Where it is missing they are skipped with the reason, unless the system property
 * {@value #PROPERTY} demands it: then they fail, so that a build meant to test a driver cannot pass without it. The property
 * lists names, separated by commas, for example {@code libfuse,dokan-double}.
 *
 * @since 0.1.0
 */
public final class RequiredDrivers {
    /** The system property that lists what must be there. */
    public static final String PROPERTY = "zipfs.it.require";

    private RequiredDrivers() {}

    /**
     * Whether a driver must be there.
     *
     * @param name what the property calls it: a backend's id, or a name of the test's own
     * @return {@code true} if the property lists it
     */
    public static boolean isRequired(String name) {
        String listed = System.getProperty(PROPERTY, "");
        return Arrays.stream(listed.split(",")).map(String::strip).anyMatch(name::equals);
    }

    /**
     * Lets a test go on where a driver is there.
     *
     * @param name what the property calls it
     * @param availability whether it is there; {@code null} if nothing could say so, as for a backend that is not installed
     * @throws AssertionError if it is missing and required
     * @throws org.opentest4j.TestAbortedException if it is missing, so that the test is skipped
     */
    public static void assume(String name, @Nullable Availability availability) {
        if (availability != null && availability.available()) {
            return;
        }
        String reason = availability == null ? "it is not installed" : availability.reason();
        if (isRequired(name)) {
            Assertions.fail(name + " is required by -D" + PROPERTY + " and missing: " + reason);
        }
        Assumptions.abort(name + " is missing: " + reason);
    }
}
