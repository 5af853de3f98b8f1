package dev.zipfs.winfsp.internal;

import dev.zipfs.MountException;
import dev.zipfs.MountException.Reason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import jnr.ffi.Runtime;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection to the kernel: the native file system, its channel, and the process that watches over it where there is one.
 * The kernel's side exists once {@link #open} has returned. Thread-safe.
 */
final class FuseConnection {
    private static final Logger LOG = LoggerFactory.getLogger(FuseConnection.class);
    private static final int O_RDWR = 2;
    private static final int EPERM = 1;

    private final LibfuseLibrary library;
    private final long fuse;
    private final long channel;
    private final @Nullable Fusermount watcher;
    private boolean destroyed;

    private FuseConnection(LibfuseLibrary library, long fuse, long channel, @Nullable Fusermount watcher) {
        this.library = library;
        this.fuse = fuse;
        this.channel = channel;
        this.watcher = watcher;
    }

    long fuse() {
        return fuse;
    }

    long channel() {
        return channel;
    }

    /** Mounts: by {@code fusermount} where there is one, for it cleans up if we are killed; else directly. */
    static FuseConnection open(LibfuseLibrary library, FuseOptions options, Path mountPoint, FuseAdapter adapter)
            throws MountException {
        Path program = Platforms.isLinux() ? Unmounter.fusermount() : null;
        if (program != null) {
            try {
                return byProgram(library, program, options, mountPoint, adapter);
            } catch (IOException failure) {
                if (library.libc().getuid() != 0) {
                    throw refused(mountPoint, String.valueOf(failure.getMessage()), failure);
                }
                // Root needs no program, and is not bound by what confines the program.
                LOG.debug("{} cannot mount on {}; mounting directly", program, mountPoint, failure);
            }
        }
        return directly(library, options, mountPoint, adapter);
    }

    private static FuseConnection byProgram(
            LibfuseLibrary library, Path program, FuseOptions options, Path mountPoint, FuseAdapter adapter)
            throws IOException, MountException {
        Fusermount watcher = Fusermount.mount(library.linux(), program, options.mount() + ",auto_unmount", mountPoint);
        Libfuse fuse = library.fuse();
        try (NativeText text = new NativeText()) {
            long channel = fuse.fuse_kern_chan_new(watcher.device());
            if (channel == 0) {
                library.libc().close(watcher.device());
                throw notAccepted(library, options);
            }
            long args = text.addArguments("zipfs", "-o", options.library());
            long system = library.newFileSystem(channel, args, adapter.table(), adapter.tableSize());
            fuse.fuse_opt_free_args(args);
            if (system == 0) {
                fuse.fuse_chan_destroy(channel);
                throw notAccepted(library, options);
            }
            return new FuseConnection(library, system, channel, watcher);
        } catch (MountException failure) {
            // The device is closed, so the mount is dead, and the watcher takes it away.
            watcher.close();
            throw failure;
        }
    }

    private static FuseConnection directly(
            LibfuseLibrary library, FuseOptions options, Path mountPoint, FuseAdapter adapter) throws MountException {
        Libfuse fuse = library.fuse();
        try (NativeText text = new NativeText()) {
            long args = text.addArguments("zipfs", "-o", options.mount() + "," + options.library());
            long path = text.add(NativeText.bytes(mountPoint));
            long channel = fuse.fuse_mount(path, args);
            if (channel == 0) {
                int errno = Runtime.getSystemRuntime().getLastError();
                boolean denied = errno == EPERM || errno == Errnos.EACCES;
                throw new MountException(
                        denied ? Reason.NOT_PERMITTED : Reason.DRIVER_FAILED,
                        "libfuse cannot mount on " + mountPoint + " (errno " + errno
                                + "; it says why on standard error)"
                                + (denied ? "; a container needs --device /dev/fuse --cap-add SYS_ADMIN" : ""));
            }
            long system = library.newFileSystem(channel, args, adapter.table(), adapter.tableSize());
            fuse.fuse_opt_free_args(args);
            if (system == 0) {
                fuse.fuse_unmount(path, channel);
                throw notAccepted(library, options);
            }
            return new FuseConnection(library, system, channel, null);
        }
    }

    private static MountException notAccepted(LibfuseLibrary library, FuseOptions options) {
        return new MountException(
                Reason.DRIVER_FAILED,
                "libfuse " + library.version() + " did not accept the options " + options.library());
    }

    /** Sorts what {@code fusermount} says. It says it in English. */
    static MountException refused(Path mountPoint, String said, @Nullable Throwable cause) {
        String text = said.toLowerCase(Locale.ROOT);
        Reason reason = Reason.DRIVER_FAILED;
        if (text.contains("device not found")) {
            reason = Reason.NO_DRIVER;
        } else if (text.contains("permission denied")
                || text.contains("not permitted")
                || text.contains("no write access")
                || text.contains("only allowed if")
                || text.contains("not owned")) {
            reason = Reason.NOT_PERMITTED;
        } else if (text.contains("bad mount point") || text.contains("not a directory")) {
            reason = Reason.MOUNT_POINT_INVALID;
        }
        return new MountException(reason, "mount point " + mountPoint + ": " + said, cause);
    }

    /**
     * Takes the connection away from a thread that does not come back from a callback. The descriptor stays valid, so that
     * its late answer goes to {@code /dev/null} and not to whatever file would have got that number next.
     */
    synchronized void cutOff() {
        if (destroyed) {
            return;
        }
        Libc libc = library.libc();
        int nowhere = libc.open(NativeText.terminated("/dev/null".getBytes(StandardCharsets.US_ASCII)), O_RDWR);
        if (nowhere >= 0) {
            libc.dup2(nowhere, library.fuse().fuse_chan_fd(channel));
            libc.close(nowhere);
        }
    }

    /** Frees everything native. Whoever still waits for an answer gets an error. Only after the last callback. */
    synchronized void destroy() {
        if (!destroyed) {
            destroyed = true;
            library.fuse().fuse_destroy(fuse);
        }
    }

    /** Lets the watcher go. Once nothing is mounted any more. */
    void release() {
        if (watcher != null) {
            watcher.close();
        }
    }
}
