package dev.zipfs.dokan.internal;

import dev.zipfs.MountException;
import dev.zipfs.MountException.Reason;
import dev.zipfs.MountPoint;
import dev.zipfs.dokan.nativeapi.Dokan2;

/** What the results of {@code DokanCreateFileSystem} mean, by number; their texts differ from version to version. */
final class MountFailures {
    static final String GET_DOKAN = "install Dokany 2: https://github.com/dokan-dev/dokany/releases";

    private MountFailures() {}

    /**
     * Whether the same call may succeed a moment later: the driver still holds the mount point of a drive that has just
     * ended. Everything else fails the same way again.
     */
    static boolean isTransient(int result) {
        return result == Dokan2.DOKAN_START_ERROR || result == Dokan2.DOKAN_MOUNT_ERROR;
    }

    static MountException of(int result, MountPoint point) {
        boolean letter = point instanceof MountPoint.Letter;
        return switch (result) {
            case Dokan2.DOKAN_DRIVER_INSTALL_ERROR ->
                failure(
                        Reason.NO_DRIVER,
                        point,
                        result,
                        "the driver cannot be reached; it is not installed, or stopped (sc query dokan2); "
                                + MountFailures.GET_DOKAN);
            case Dokan2.DOKAN_START_ERROR, Dokan2.DOKAN_MOUNT_ERROR ->
                letter
                        ? failure(
                                Reason.MOUNT_POINT_IN_USE,
                                point,
                                result,
                                "the driver did not get the letter; another drive has it, or has not quite given it up")
                        : failure(
                                Reason.MOUNT_POINT_INVALID,
                                point,
                                result,
                                "the driver cannot mount on this directory; it must be empty and on an NTFS volume");
            case Dokan2.DOKAN_DRIVE_LETTER_ERROR, Dokan2.DOKAN_MOUNT_POINT_ERROR ->
                failure(Reason.MOUNT_POINT_INVALID, point, result, "the driver does not accept this mount point");
            case Dokan2.DOKAN_VERSION_ERROR ->
                failure(
                        Reason.DRIVER_TOO_OLD,
                        point,
                        result,
                        "driver and library are not of one version, or older than 2.0.0; " + MountFailures.GET_DOKAN);
            default -> failure(Reason.DRIVER_FAILED, point, result, "the driver failed to mount the drive");
        };
    }

    private static MountException failure(Reason reason, MountPoint point, int result, String text) {
        return new MountException(
                reason, "mount point " + point + ": " + text + " (DokanCreateFileSystem gave " + result + ")");
    }
}
