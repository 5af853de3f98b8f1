package dev.zipfs.winfsp.internal;

import jnr.ffi.annotations.In;
import jnr.ffi.annotations.Out;

/**
 * The functions of the C library that we call on Linux and macOS. Paths are bytes that end with a zero.
 *
 * <p>Public because the class that jnr generates must see it.
 */
public interface Libc {
    int getuid();

    int getgid();

    int statvfs(@In byte[] path, @Out byte[] result);

    int open(@In byte[] path, int flags);

    int dup2(int from, int to);

    int close(int fd);
}
