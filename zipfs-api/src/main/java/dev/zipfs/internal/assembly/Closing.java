package dev.zipfs.internal.assembly;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Closes several things whatever happens. */
final class Closing {
    private Closing() {}

    /** Closes all that are there, in order; throws the first failure with the others suppressed. */
    static void all(@Nullable AutoCloseable... parts) throws IOException {
        Throwable first = null;
        for (AutoCloseable part : parts) {
            try {
                if (part != null) {
                    part.close();
                }
            } catch (Exception e) {
                if (first == null) {
                    first = e;
                } else {
                    first.addSuppressed(e);
                }
            }
        }
        if (first instanceof IOException) {
            throw (IOException) first;
        } else if (first instanceof RuntimeException) {
            throw (RuntimeException) first;
        } else if (first != null) {
            throw new IOException(first);
        }
    }

    /** Closes all that are there after a failure, which keeps what goes wrong on the way. */
    static void after(Throwable failure, @Nullable AutoCloseable... parts) {
        try {
            all(parts);
        } catch (IOException | RuntimeException e) {
            failure.addSuppressed(e);
        }
    }
}
