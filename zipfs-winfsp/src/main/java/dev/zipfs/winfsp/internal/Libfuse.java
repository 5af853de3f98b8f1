package dev.zipfs.winfsp.internal;

import jnr.ffi.annotations.IgnoreError;
import jnr.ffi.types.intptr_t;
import jnr.ffi.types.size_t;

/**
 * The functions of libfuse 2.9 that we call, from its {@code fuse.h}, {@code fuse_common.h} and {@code fuse_lowlevel.h} at
 * {@code FUSE_USE_VERSION 26}. Addresses are plain numbers.
 *
 * <p>Public because the class that jnr generates must see it.
 */
public interface Libfuse {
    /** Major times ten plus minor: 29 for every 2.9. */
    int fuse_version();

    /** Mounts, and takes the options that concern mounting out of the arguments. Gives the channel, 0 if it failed. */
    @intptr_t
    long fuse_mount(@intptr_t long mountPoint, @intptr_t long args);

    /**
     * Makes the file system, which owns the channel from then on. Gives 0 if it failed. Call it through
     * {@link LibfuseLibrary#newFileSystem}.
     */
    @intptr_t
    long fuse_new(
            @intptr_t long channel,
            @intptr_t long args,
            @intptr_t long operations,
            @size_t long operationsSize,
            @intptr_t long userData);

    /** Makes a channel over an open descriptor of the device. Gives 0 if there is no memory. */
    @intptr_t
    long fuse_kern_chan_new(int fd);

    /** Closes a channel that no file system owns. */
    void fuse_chan_destroy(@intptr_t long channel);

    /** Unmounts and frees a channel that no file system owns. */
    void fuse_unmount(@intptr_t long mountPoint, @intptr_t long channel);

    /** Closes the channel and frees everything. No thread may be inside. */
    @IgnoreError
    void fuse_destroy(@intptr_t long fuse);

    @IgnoreError
    @intptr_t
    long fuse_get_session(@intptr_t long fuse);

    @IgnoreError
    @size_t
    long fuse_chan_bufsize(@intptr_t long channel);

    @IgnoreError
    int fuse_chan_fd(@intptr_t long channel);

    /** Answers a request by way of the callbacks. */
    @IgnoreError
    void fuse_session_process(
            @intptr_t long session, @intptr_t long buffer, @size_t long length, @intptr_t long channel);

    void fuse_opt_free_args(@intptr_t long args);
}
