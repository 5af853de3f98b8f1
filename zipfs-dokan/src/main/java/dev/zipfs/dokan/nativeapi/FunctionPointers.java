package dev.zipfs.dokan.nativeapi;

import com.sun.jna.Callback;
import com.sun.jna.CallbackThreadInitializer;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Platform;

/** Turns Java callbacks into function pointers, and calls function pointers. */
public final class FunctionPointers {
    /**
     * Without it JNA attaches and detaches the driver's thread around each call, for 36 to 73 microseconds, and keeps the JVM
     * from ending. With it a thread stays attached, as a daemon, until it ends.
     */
    private static final CallbackThreadInitializer STAY_ATTACHED =
            new CallbackThreadInitializer(true, false, "zipfs-dokan-callback");

    private FunctionPointers() {}

    /**
     * The address of a callback. The callback must stay strongly reachable for as long as native code may call it.
     *
     * <p>JNA has two kinds of callback stubs. The usual one boxes all arguments and goes through reflection; the direct one
     * calls the method through JNI. Direct stubs are only made for arguments of direct-mapped functions, so the callback is
     * passed through one that gives back its argument: {@code memset} of no bytes.
     */
    public static synchronized long of(Callback callback) {
        // Must come first: the stub is made with or without it once and for all.
        Native.setCallbackThreadInitializer(callback, STAY_ATTACHED);
        return CRuntime.functions().memset(callback, 0, 0);
    }

    /** The C runtime, bound on first use. */
    private static final class CRuntime {
        private static boolean bound;

        static CRuntime functions() {
            if (!bound) {
                Native.register(CRuntime.class, NativeLibrary.getInstance(Platform.C_LIBRARY_NAME));
                bound = true;
            }
            return new CRuntime();
        }

        native long memset(Callback memory, int value, long count);
    }
}
