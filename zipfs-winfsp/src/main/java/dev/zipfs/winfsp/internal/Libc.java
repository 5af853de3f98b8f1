package dev.zipfs.winfsp.internal;

import jnr.ffi.annotations.In;
import jnr.ffi.annotations.Out;
import jnr.ffi.types.intptr_t;
import jnr.ffi.types.size_t;
import jnr.ffi.types.ssize_t;

/**
 * The functions of the C library that we call on Linux and macOS. Paths are bytes that end with a zero.
 *
 * <p>Public because the class that jnr generates must see it.
 */
public interface Libc {
    int getuid();

    int getgid();

    @ssize_t
    long read(int fd, @intptr_t long buffer, @size_t long size);

    @ssize_t
    long write(int fd, @intptr_t long buffer, @size_t long size);

    int statvfs(@In byte[] path, @Out byte[] result);

    int open(@In byte[] path, int flags);

    int flock(int fd, int operation);

    int dup2(int from, int to);

    int close(int fd);
}
