package dev.zipfs.winfsp.internal;

import jnr.ffi.annotations.Delegate;
import jnr.ffi.types.int64_t;
import jnr.ffi.types.intptr_t;
import jnr.ffi.types.size_t;

/**
 * The shapes of the C functions in {@code struct fuse_operations} (FUSE API 2.6 to 2.9). Addresses are plain numbers: jnr's
 * own shapes take text, which it decodes by the JVM's default charset, and make an object for each pointer.
 *
 * <p>Public because the classes that jnr generates must see them.
 */
public final class FuseCallbacks {
    private FuseCallbacks() {}

    /** Path and one structure: {@code getattr}, {@code statfs}, {@code open}, {@code release}. */
    @FunctionalInterface
    public interface OnPath {
        @Delegate
        int call(@intptr_t long path, @intptr_t long structure);
    }

    /** {@code read}. */
    @FunctionalInterface
    public interface Read {
        @Delegate
        int call(
                @intptr_t long path,
                @intptr_t long buffer,
                @size_t long size,
                @int64_t long position,
                @intptr_t long fileInfo);
    }

    /** {@code readlink}. */
    @FunctionalInterface
    public interface ReadLink {
        @Delegate
        int call(@intptr_t long path, @intptr_t long buffer, @size_t long size);
    }

    /** {@code readdir}. */
    @FunctionalInterface
    public interface ReadDirectory {
        @Delegate
        int call(
                @intptr_t long path,
                @intptr_t long buffer,
                @intptr_t long filler,
                @int64_t long offset,
                @intptr_t long fileInfo);
    }

    /** {@code init}. */
    @FunctionalInterface
    public interface Init {
        @Delegate
        @intptr_t
        long call(@intptr_t long connection);
    }

    /**
     * Whatever would change something. C lets a function be called with more arguments than it looks at (cdecl, System V,
     * Microsoft x64 and AAPCS64 alike: the caller cleans up), so that one shape serves them all.
     */
    @FunctionalInterface
    public interface Refuse {
        @Delegate
        int call();
    }
}
