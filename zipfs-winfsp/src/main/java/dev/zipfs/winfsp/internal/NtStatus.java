package dev.zipfs.winfsp.internal;

import dev.zipfs.MountException.Reason;

/** The results of Windows that {@code FspFileSystemPreflight} gives, and what they mean for who mounts. */
final class NtStatus {
    static final int SUCCESS = 0;
    static final int NO_SUCH_DEVICE = 0xC000000E;
    static final int ACCESS_DENIED = 0xC0000022;
    static final int OBJECT_NAME_INVALID = 0xC0000033;
    static final int OBJECT_NAME_COLLISION = 0xC0000035;
    static final int OBJECT_PATH_NOT_FOUND = 0xC000003A;

    private NtStatus() {}

    static Reason reason(int status) {
        return switch (status) {
            case NO_SUCH_DEVICE -> Reason.NO_DRIVER;
            case ACCESS_DENIED -> Reason.NOT_PERMITTED;
            case OBJECT_NAME_INVALID, OBJECT_PATH_NOT_FOUND -> Reason.MOUNT_POINT_INVALID;
            case OBJECT_NAME_COLLISION -> Reason.MOUNT_POINT_IN_USE;
            default -> Reason.DRIVER_FAILED;
        };
    }

    static String describe(int status) {
        String meaning = switch (status) {
            case NO_SUCH_DEVICE -> "WinFsp's driver does not run; install WinFsp again, or start its service";
            case ACCESS_DENIED -> "access denied";
            case OBJECT_NAME_INVALID -> "WinFsp does not accept this mount point";
            case OBJECT_PATH_NOT_FOUND -> "the folder that it lies in does not exist";
            case OBJECT_NAME_COLLISION -> "it is in use";
            default -> "WinFsp cannot mount";
        };
        return meaning + " (NTSTATUS " + String.format("0x%08X", status) + ")";
    }
}
