package dev.zipfs.dokan.nativeapi;

import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;

/** The exports of {@code dokan2.dll} that a drive needs. All are there since 2.0.0. {@link #bind} comes first. */
public final class Dokan2 {
    public static final int DOKAN_SUCCESS = 0;
    public static final int DOKAN_ERROR = -1;
    public static final int DOKAN_DRIVE_LETTER_ERROR = -2;
    public static final int DOKAN_DRIVER_INSTALL_ERROR = -3;
    public static final int DOKAN_START_ERROR = -4;
    public static final int DOKAN_MOUNT_ERROR = -5;
    public static final int DOKAN_MOUNT_POINT_ERROR = -6;
    public static final int DOKAN_VERSION_ERROR = -7;

    public static final int WAIT_TIMEOUT = 258;

    private Dokan2() {}

    /**
     * Binds the functions below.
     *
     * @param library the loaded library
     * @throws UnsatisfiedLinkError if it lacks one of them
     */
    public static void bind(NativeLibrary library) {
        Native.register(Dokan2.class, library);
    }

    /** Counts up; comes before all else. */
    public static native void DokanInit();

    /** Counts down; once too often ends the process. */
    public static native void DokanShutdown();

    /** Mounts, and returns when that is done or has failed. Callbacks arrive before it returns. */
    public static native int DokanCreateFileSystem(long options, long operations, long instance);

    /** {@link #WAIT_TIMEOUT} while the volume lives. */
    public static native int DokanWaitForFileSystemClosed(long instance, int milliseconds);

    /** Unmounts and waits until every callback has returned. Once an instance, never inside a callback. */
    public static native void DokanCloseHandle(long instance);

    /** Three digits: 231 is 2.3.1. */
    public static native int DokanVersion();

    /** The driver's protocol, 0x190 for all of 2.x; 0 if the driver cannot be reached. */
    public static native int DokanDriverVersion();

    /** Moves the time limit of a request to so many milliseconds from now, five minutes at most. Inside its callback only. */
    public static native int DokanResetTimeout(int milliseconds, long info);
}
