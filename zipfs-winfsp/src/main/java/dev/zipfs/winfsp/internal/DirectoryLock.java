package dev.zipfs.winfsp.internal;

import dev.zipfs.MountException;
import dev.zipfs.MountException.Reason;
import java.nio.file.Path;
import jnr.ffi.Runtime;

/**
 * Keeps other processes of this library from mounting on a directory while we do: the system lets root stack mounts, so that
 * two could each find the directory free. A lock on the directory itself ({@code flock}) needs no file, and goes with the
 * process that holds it.
 */
final class DirectoryLock implements AutoCloseable {
    private static final int LOCK_EXCLUSIVE_NOW = 2 | 4;
    private static final int CLOEXEC_LINUX = 02000000;
    private static final int CLOEXEC_MACOS = 0x1000000;

    private final Libc libc;
    private final int fd;

    private DirectoryLock(Libc libc, int fd) {
        this.libc = libc;
        this.fd = fd;
    }

    /**
     * Takes the lock, without waiting for it.
     *
     * @throws MountException with {@link Reason#MOUNT_POINT_IN_USE} if another process has it, or has removed the directory
     */
    static DirectoryLock take(Libc libc, Path directory) throws MountException {
        int flags = Platforms.isMac() ? CLOEXEC_MACOS : CLOEXEC_LINUX;
        int fd = libc.open(NativeText.terminated(NativeText.bytes(directory)), flags);
        if (fd < 0) {
            int errno = Runtime.getSystemRuntime().getLastError();
            throw new MountException(
                    errno == Errnos.ENOENT ? Reason.MOUNT_POINT_IN_USE : Reason.NOT_PERMITTED,
                    "mount point " + directory + ": "
                            + (errno == Errnos.ENOENT
                                    ? "another process has just removed it"
                                    : "this user may not read it (errno " + errno + ")"));
        }
        if (libc.flock(fd, LOCK_EXCLUSIVE_NOW) != 0
                && isWouldBlock(Runtime.getSystemRuntime().getLastError())) {
            libc.close(fd);
            throw new MountException(
                    Reason.MOUNT_POINT_IN_USE, "mount point " + directory + ": another process is mounting there");
        }
        return new DirectoryLock(libc, fd);
    }

    /** Whatever else it says, such as that the file system knows no locks, is no reason not to mount. */
    private static boolean isWouldBlock(int errno) {
        return errno == (Platforms.isMac() ? 35 : 11);
    }

    @Override
    public void close() {
        libc.close(fd);
    }
}
