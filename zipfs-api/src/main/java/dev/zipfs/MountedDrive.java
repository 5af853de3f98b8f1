package dev.zipfs;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * A drive that answers. It lives until it is closed, unmounted from outside, or the JVM ends. Thread-safe; every method
 * may be called from any thread, also from a shutdown hook.
 *
 * @since 0.1.0
 */
public interface MountedDrive extends AutoCloseable {
    /**
     * Where programs find the drive's top folder.
     *
     * @return an absolute path of the default file system
     */
    Path root();

    /**
     * The letter or directory in use; where {@link MountPoint#auto()} was asked for, the one that was chosen.
     *
     * @return a letter or a directory, never auto
     */
    MountPoint mountPoint();

    /**
     * Which backend serves it.
     *
     * @return the backend's id, for example {@code "libfuse"}
     */
    String backend();

    /**
     * Which version of the driver serves it.
     *
     * @return for example {@code "2.9"}; {@code "unknown"} where the driver does not say
     */
    String backendVersion();

    /**
     * How many entries the archive lists, folders that no entry names not counted.
     *
     * @return the count
     */
    long entryCount();

    /**
     * What is worth knowing about the archive.
     *
     * @return as {@link Archive#warnings()}
     */
    List<ArchiveWarning> warnings();

    /**
     * What was served, read and decoded so far.
     *
     * @return a snapshot
     */
    DriveStatistics statistics();

    /**
     * Which files of the drive are open now.
     *
     * @return paths on the drive without a leading slash, at most 100 of them
     */
    List<String> openFiles();

    /**
     * Why the archive can no longer be read, for example because its file was changed or cut short while mounted.
     *
     * @return the first such failure, or empty while all is well
     */
    Optional<Exception> failure();

    /**
     * Whether the drive still answers.
     *
     * @return {@code false} once it is closed or was unmounted from outside
     */
    boolean isMounted();

    /**
     * Completes when the drive is gone, however that came about.
     *
     * @return a stage that completes normally, with {@code null}
     */
    CompletionStage<Void> closed();

    /**
     * Unmounts the drive if nobody uses it, waiting a while for those who do. Does nothing where it is gone already.
     *
     * @param patience how long to wait for open files to be closed; zero tries once
     * @throws MountException with {@link MountException.Reason#BUSY} if it is still in use then (the message names what is
     *     open; the drive stays mounted), or another reason if the driver refuses
     */
    void unmount(Duration patience) throws MountException;

    /**
     * Ends the drive now. Reads through files still open end in an error. Does nothing where it is gone already.
     */
    void closeForcibly();

    /**
     * Unmounts, waiting up to two seconds for open files to be closed, and then forcibly. Idempotent; never leaves the
     * drive mounted.
     */
    @Override
    void close();
}
