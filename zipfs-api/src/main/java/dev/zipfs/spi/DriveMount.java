package dev.zipfs.spi;

import dev.zipfs.MountException;
import dev.zipfs.MountPoint;
import java.nio.file.Path;
import java.util.concurrent.CompletionStage;

/**
 * A view that a driver serves. Made by a {@link DriveBackend}, used by the library alone. Thread-safe.
 *
 * @since 0.1.0
 */
public interface DriveMount {
    /**
     * Where programs find the top folder.
     *
     * @return an absolute path
     */
    Path root();

    /**
     * The letter or directory in use.
     *
     * @return never auto
     */
    MountPoint mountPoint();

    /**
     * Which version of the driver serves it.
     *
     * @return the version; {@code "unknown"} where the driver does not say
     */
    String version();

    /**
     * Asks the driver to end the drive if nobody uses it, and waits until it has. Does nothing where it is gone already.
     *
     * @throws MountException with {@link MountException.Reason#BUSY} if it is in use (it then stays mounted and may be asked
     *     again), or another reason if the driver refuses
     */
    void unmount() throws MountException;

    /**
     * Ends the drive whoever uses it, and waits until no callback runs any more. Does nothing where it is gone already.
     * Requests still open end in an error.
     */
    void unmountForcibly();

    /**
     * Completes when the drive is gone and the driver's last callback has returned, however that came about; the mount
     * point is then as it was before.
     *
     * @return a stage that completes normally, with {@code null}
     */
    CompletionStage<Void> ended();
}
