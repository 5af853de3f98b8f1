package dev.zipfs.winfsp.internal;

import jnr.ffi.annotations.In;
import jnr.ffi.annotations.Out;
import jnr.ffi.types.intptr_t;
import jnr.ffi.types.size_t;

/**
 * The functions of WinFsp's DLL that we call: those of its FUSE layer that are exported for foreign function interfaces
 * ({@code fuse.h} of WinFsp 2, which take no environment), and two of its own ({@code winfsp.h}). Addresses are plain numbers.
 *
 * <p>Public because the class that jnr generates must see it. Tests put a class of their own in its place.
 */
public interface WinFsp {
    /**
     * Notes a mount point; nothing is mounted yet.
     *
     * @param mountPoint {@code X:}, {@code \\.\X:} or a directory that does not exist, in UTF-8
     */
    @intptr_t
    long fuse_mount(@intptr_t long mountPoint, @intptr_t long args);

    /** Makes the file system. Gives 0 if the options or the mount point are refused. */
    @intptr_t
    long fuse_new(
            @intptr_t long channel,
            @intptr_t long args,
            @intptr_t long operations,
            @size_t long operationsSize,
            @intptr_t long userData);

    /** Mounts, serves on threads of its own, and returns when {@link #fuse_exit} is called; not 0 if it cannot mount. */
    int fuse_loop_mt(@intptr_t long fuse);

    /** Ends the loop. */
    void fuse_exit(@intptr_t long fuse);

    void fuse_destroy(@intptr_t long fuse);

    /** Frees what {@link #fuse_mount} has made. */
    void fuse_unmount(@intptr_t long mountPoint, @intptr_t long channel);

    /** Gives an NTSTATUS, and the version: major in the upper, minor in the lower half. */
    int FspVersion(@Out int[] version);

    /**
     * Whether a file system could be mounted.
     *
     * @param device the driver's device, UTF-16 with a terminating zero, as is the mount point
     * @return an NTSTATUS
     */
    int FspFileSystemPreflight(@In byte[] device, @In byte[] mountPoint);
}
