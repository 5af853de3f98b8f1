package dev.zipfs;

import org.jspecify.annotations.Nullable;

/**
 * A drive could not be mounted or unmounted. {@link #reason()} is for programs, the message for people.
 *
 * @since 0.1.0
 */
public final class MountException extends ZipDriveException {
    private static final long serialVersionUID = 1L;

    /** Why mounting or unmounting failed. New reasons may be added in later versions. */
    public enum Reason {
        /** No driver is installed that this process can use. */
        NO_DRIVER,
        /** The driver is there but too old. */
        DRIVER_TOO_OLD,
        /** The letter or directory is taken by another drive. */
        MOUNT_POINT_IN_USE,
        /** The directory holds something. */
        MOUNT_POINT_NOT_EMPTY,
        /** The mount point is a file, cannot be made, or has a form that the driver does not accept. */
        MOUNT_POINT_INVALID,
        /** The operating system refused: missing rights on the device or the mount point. */
        NOT_PERMITTED,
        /** The driver started and then failed, or never answered the probe. */
        DRIVER_FAILED,
        /** Files of the drive are open, so that it cannot be unmounted now. */
        BUSY
    }

    private final Reason reason;

    /**
     * Makes an exception.
     *
     * @param reason why it failed
     * @param message says what failed, on which mount point, and what to do
     */
    public MountException(Reason reason, String message) {
        this(reason, message, null);
    }

    /**
     * Makes an exception with a cause.
     *
     * @param reason why it failed
     * @param message says what failed, on which mount point, and what to do
     * @param cause what led to it, or {@code null}
     */
    public MountException(Reason reason, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    /**
     * Why it failed.
     *
     * @return the reason
     */
    public Reason reason() {
        return reason;
    }
}
