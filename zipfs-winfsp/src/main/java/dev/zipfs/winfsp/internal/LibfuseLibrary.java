package dev.zipfs.winfsp.internal;

import com.kenai.jffi.CallContext;
import com.kenai.jffi.CallContextCache;
import com.kenai.jffi.CallingConvention;
import com.kenai.jffi.Invoker;
import com.kenai.jffi.Type;
import java.nio.charset.StandardCharsets;
import java.util.List;
import jnr.ffi.LibraryLoader;
import jnr.ffi.Runtime;
import org.jspecify.annotations.Nullable;

/** The loaded native libraries of Linux and macOS, or why there are none. Loading takes up to a second, once per JVM. */
public final class LibfuseLibrary {
    private static final List<String> LINUX_NAMES = List.of("libfuse.so.2");
    /** {@code struct fuse *fuse_new(struct fuse_chan *, struct fuse_args *, const struct fuse_operations *, size_t, void *)}. */
    private static final CallContext FUSE_NEW = CallContextCache.getInstance()
            .getCallContext(
                    Type.POINTER,
                    new Type[] {Type.POINTER, Type.POINTER, Type.POINTER, Type.POINTER, Type.POINTER},
                    CallingConvention.DEFAULT,
                    true);

    private static final int RTLD_NOW = 2;

    private static final List<String> MACOS_NAMES =
            List.of("/usr/local/lib/libfuse.2.dylib", "/usr/local/lib/libosxfuse.2.dylib");

    private final @Nullable Libfuse fuse;
    private final @Nullable Libc libc;
    private final @Nullable LinuxLibc linux;
    private final String problem;
    /** Where the function is, or 0 where the library has only one of that name. */
    private final long fuseNew;

    /** Loads on first use, not when somebody merely looks at a backend. */
    private static final class Holder {
        static final LibfuseLibrary INSTANCE = load();
    }

    private LibfuseLibrary(
            @Nullable Libfuse fuse, @Nullable Libc libc, @Nullable LinuxLibc linux, long fuseNew, String problem) {
        this.fuse = fuse;
        this.libc = libc;
        this.linux = linux;
        this.fuseNew = fuseNew;
        this.problem = problem;
    }

    /** The libraries of this platform. Never throws; blocks while they are loaded the first time. */
    public static LibfuseLibrary get() {
        return Holder.INSTANCE;
    }

    private static LibfuseLibrary load() {
        boolean mac = Platforms.isMac();
        List<String> names = mac ? MACOS_NAMES : LINUX_NAMES;
        StringBuilder problems = new StringBuilder();
        for (String name : names) {
            try {
                Libfuse fuse =
                        LibraryLoader.create(Libfuse.class).failImmediately().load(name);
                fuse.fuse_version();
                Libc libc = LibraryLoader.create(Libc.class).failImmediately().load(mac ? "c" : "libc.so.6");
                if (mac) {
                    return new LibfuseLibrary(fuse, libc, null, 0, "");
                }
                LinuxLibc linux =
                        LibraryLoader.create(LinuxLibc.class).failImmediately().load("libc.so.6");
                return new LibfuseLibrary(fuse, libc, linux, newestFuseNew(name), "");
            } catch (Throwable failure) {
                // UnsatisfiedLinkError, or whatever else the binding library meets on a platform that it does not know.
                problems.append(problems.isEmpty() ? "" : "; ")
                        .append(name)
                        .append(": ")
                        .append(reason(failure));
            }
        }
        return new LibfuseLibrary(null, null, null, 0, problems.toString());
    }

    /**
     * Finds {@code fuse_new} of version {@code FUSE_2.6}. libfuse 2.9 exports four functions of that name, and the plain
     * look-up gives the oldest, which takes other arguments.
     */
    private static long newestFuseNew(String library) {
        for (String linkerName : List.of("libc.so.6", "libdl.so.2")) {
            try {
                DynamicLinker linker = LibraryLoader.create(DynamicLinker.class)
                        .failImmediately()
                        .load(linkerName);
                long handle = linker.dlopen(ascii(library), RTLD_NOW);
                long found = handle == 0 ? 0 : linker.dlvsym(handle, ascii("fuse_new"), ascii("FUSE_2.6"));
                if (found != 0) {
                    return found;
                }
            } catch (UnsatisfiedLinkError notThere) {
                // Before glibc 2.34 it is in the second; other C libraries know no versions, and the plain one is
                // right.
                continue;
            }
        }
        return 0;
    }

    private static byte[] ascii(String text) {
        return NativeText.terminated(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static String reason(Throwable failure) {
        String message = failure.getMessage();
        return message == null
                ? failure.getClass().getSimpleName()
                : message.lines().findFirst().orElse(message);
    }

    public boolean isLoaded() {
        return fuse != null;
    }

    /** Which names were tried, and what each gave; empty if it is loaded. */
    public String problem() {
        return problem;
    }

    public Libfuse fuse() {
        return required(fuse);
    }

    public Libc libc() {
        return required(libc);
    }

    LinuxLibc linux() {
        return required(linux);
    }

    public Runtime runtime() {
        return Runtime.getRuntime(fuse());
    }

    /** Calls {@code fuse_new}. */
    long newFileSystem(long channel, long args, long operations, long operationsSize) {
        if (fuseNew == 0) {
            return fuse().fuse_new(channel, args, operations, operationsSize, 0);
        }
        return Invoker.getInstance().invokeN5(FUSE_NEW, fuseNew, channel, args, operations, operationsSize, 0);
    }

    /** For example {@code "2.9"}: the library tells no more. */
    public String version() {
        int version = fuse().fuse_version();
        return version / 10 + "." + version % 10;
    }

    private <T> T required(@Nullable T library) {
        if (library == null) {
            throw new IllegalStateException("libfuse is not loaded: " + problem);
        }
        return library;
    }
}
