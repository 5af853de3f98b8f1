package dev.zipfs.spi;

import dev.zipfs.MountException;

/**
 * Shows a {@link DriveView} through one kind of driver. Found through {@link java.util.ServiceLoader}; needs a public
 * constructor without parameters that loads nothing native. Stateless and thread-safe.
 *
 * @since 0.1.0
 */
public interface DriveBackend {
    /**
     * What to call it.
     *
     * @return a short lower-case name that never changes, for example {@code "winfsp"}
     */
    String id();

    /**
     * Which backend is tried first where several are available.
     *
     * @return higher is earlier; 0 by default
     */
    default int priority() {
        return 0;
    }

    /**
     * Whether the driver can be used here and now. Cheap enough to be asked at every mount; never throws.
     *
     * @return the answer
     */
    Availability availability();

    /**
     * Starts loading whatever takes long, on a thread of its own, so that it overlaps with opening the archive. Called
     * before the archive is opened where a mount is to follow. Does nothing by default; never throws, never blocks.
     */
    default void warmUp() {}

    /**
     * Mounts a view. Returns when a probe has come back through the kernel: the drive then answers every program.
     *
     * <p>A directory mount point that is missing is made and removed afterwards, an empty one is used, anything else is
     * refused; see {@code MountDirectory}. A stale mount that a dead process left there is cleared, a live one never
     * touched.
     *
     * @param view what to show; stays usable until {@link DriveMount#ended()} completes
     * @param request where and how
     * @return the mount
     * @throws MountException if it fails; nothing is left mounted, made or running then
     */
    DriveMount mount(DriveView view, MountRequest request) throws MountException;
}
