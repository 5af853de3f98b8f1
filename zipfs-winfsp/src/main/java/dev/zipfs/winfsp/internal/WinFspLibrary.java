package dev.zipfs.winfsp.internal;

import dev.zipfs.spi.Availability;
import java.util.Optional;
import jnr.ffi.LibraryLoader;
import jnr.ffi.Runtime;
import jnr.ffi.types.int32_t;
import org.jspecify.annotations.Nullable;

/** WinFsp's loaded DLL, or why there is none. Loading takes up to a second, once per JVM. */
public final class WinFspLibrary {
    private static final String GET_WINFSP = "install WinFsp 2 from https://winfsp.dev/rel/";

    /** 1.11; jnr-fuse is built and tested against it, and it has every export that we call. */
    private static final int OLDEST = 1 << 16 | 11;

    private final @Nullable WinFsp functions;
    private final @Nullable Runtime runtime;
    private final Availability availability;

    /** Loads on first use, not when somebody merely looks at a backend. */
    private static final class Holder {
        static final WinFspLibrary INSTANCE = load();
    }

    /** Whether the process runs as administrator, from {@code shell32.dll}. Public because jnr must see it. */
    public interface Shell {
        @int32_t
        int IsUserAnAdmin();
    }

    private WinFspLibrary(@Nullable WinFsp functions, @Nullable Runtime runtime, Availability availability) {
        this.functions = functions;
        this.runtime = runtime;
        this.availability = availability;
    }

    /** The library of this machine. Never throws; blocks while it is loaded the first time. */
    public static WinFspLibrary get() {
        return Holder.INSTANCE;
    }

    private static WinFspLibrary load() {
        try {
            WinFspLocation location = WinFspLocation.here();
            Optional<String> file = location.find(WinFspLocation::exists);
            if (file.isEmpty()) {
                return none("WinFsp is not installed (looked for " + String.join(", ", location.candidates()) + ")");
            }
            WinFsp functions =
                    LibraryLoader.create(WinFsp.class).failImmediately().load(file.get());
            return of(functions, Runtime.getRuntime(functions));
        } catch (Throwable failure) {
            // UnsatisfiedLinkError, or whatever else the binding library meets on a platform that it does not know.
            return none("WinFsp cannot be loaded: " + failure);
        }
    }

    /** A library whose functions are loaded. */
    static WinFspLibrary of(WinFsp functions, Runtime runtime) {
        int[] version = new int[1];
        int status = functions.FspVersion(version);
        if (status != NtStatus.SUCCESS) {
            return new WinFspLibrary(functions, runtime, Availability.available("unknown"));
        }
        String text = (version[0] >>> 16) + "." + (version[0] & 0xFFFF);
        return version[0] < OLDEST
                ? none("WinFsp " + text + " is too old; 1.11 is the oldest that works")
                : new WinFspLibrary(functions, runtime, Availability.available(text));
    }

    private static WinFspLibrary none(String reason) {
        return new WinFspLibrary(null, null, Availability.unavailable(reason, GET_WINFSP));
    }

    Availability availability() {
        return availability;
    }

    WinFsp functions() {
        return required(functions);
    }

    Runtime runtime() {
        return required(runtime);
    }

    private <T> T required(@Nullable T part) {
        if (part == null) {
            throw new IllegalStateException(availability.reason());
        }
        return part;
    }

    /** Whether this process is elevated; {@code false} where that cannot be told. */
    static boolean isElevated() {
        try {
            return LibraryLoader.create(Shell.class)
                            .failImmediately()
                            .load("shell32")
                            .IsUserAnAdmin()
                    != 0;
        } catch (Throwable unknown) {
            return false;
        }
    }
}
