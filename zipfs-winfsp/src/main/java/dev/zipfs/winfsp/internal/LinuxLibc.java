package dev.zipfs.winfsp.internal;

import jnr.ffi.annotations.In;
import jnr.ffi.annotations.Out;
import jnr.ffi.types.intptr_t;
import jnr.ffi.types.size_t;
import jnr.ffi.types.ssize_t;

/**
 * The functions of the C library that we call on Linux only. Paths are bytes that end with a zero.
 *
 * <p>Public because the class that jnr generates must see it.
 */
public interface LinuxLibc {
    int umount2(@In byte[] path, int flags);

    int socketpair(int domain, int type, int protocol, @Out int[] pair);

    int pipe2(@Out int[] ends, int flags);

    @ssize_t
    long read(int fd, @Out byte[] buffer, @size_t long size);

    @ssize_t
    long recvmsg(int fd, @intptr_t long message, int flags);

    int shutdown(int fd, int how);

    int poll(@intptr_t long descriptors, @intptr_t long count, int milliseconds);

    int close(int fd);

    /** Gives an error number rather than setting one, as the following do. */
    int posix_spawn(
            @Out int[] pid,
            @In byte[] path,
            @intptr_t long actions,
            @intptr_t long attributes,
            @intptr_t long arguments,
            @intptr_t long environment);

    int posix_spawn_file_actions_init(@intptr_t long actions);

    int posix_spawn_file_actions_addopen(@intptr_t long actions, int fd, @intptr_t long path, int flags, int mode);

    int posix_spawn_file_actions_adddup2(@intptr_t long actions, int from, int to);

    int posix_spawn_file_actions_addclose(@intptr_t long actions, int fd);

    int posix_spawn_file_actions_destroy(@intptr_t long actions);

    int waitpid(int pid, @Out int[] status, int flags);

    int kill(int pid, int signal);
}
