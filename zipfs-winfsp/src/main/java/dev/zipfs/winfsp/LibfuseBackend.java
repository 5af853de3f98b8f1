package dev.zipfs.winfsp;

import dev.zipfs.MountException;
import dev.zipfs.spi.Availability;
import dev.zipfs.spi.DriveBackend;
import dev.zipfs.spi.DriveMount;
import dev.zipfs.spi.DriveView;
import dev.zipfs.spi.MountRequest;
import dev.zipfs.winfsp.internal.LibfuseDriver;

/**
 * Mounts drives through libfuse 2 on Linux, and through macFUSE on macOS, where it has not been run. Needs {@code libfuse2}
 * and {@code fusermount} (package {@code fuse3} or {@code fuse}); root needs no {@code fusermount}.
 *
 * <p>Making one loads nothing native; {@link #warmUp}, {@link #availability} and {@link #mount} do. Stateless and
 * thread-safe.
 *
 * @since 0.1.0
 */
public final class LibfuseBackend implements DriveBackend {
    /** Makes a backend; loads nothing native. */
    public LibfuseBackend() {}

    @Override
    public String id() {
        return "libfuse";
    }

    @Override
    public Availability availability() {
        return LibfuseDriver.availability();
    }

    @Override
    public void warmUp() {
        LibfuseDriver.warmUp();
    }

    @Override
    public DriveMount mount(DriveView view, MountRequest request) throws MountException {
        return LibfuseDriver.mount(view, request);
    }
}
