package dev.zipfs;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The root of what zipfs reports about archives and drives. The message says what is wrong, where, and what to do.
 *
 * @since 0.1.0
 */
public class ZipDriveException extends IOException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception.
     *
     * @param message says what is wrong, where, and what to do
     */
    public ZipDriveException(String message) {
        super(message);
    }

    /**
     * Makes an exception with a cause.
     *
     * @param message says what is wrong, where, and what to do
     * @param cause what led to it, or {@code null}
     */
    public ZipDriveException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
