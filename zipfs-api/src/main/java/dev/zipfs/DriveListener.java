package dev.zipfs;

import java.io.IOException;

/**
 * Is told what happens to a drive or an archive: for progress bars, logs and tests. Methods are called on the thread that
 * does the work, possibly by several at once, with no lock of ours held; they should return quickly. What they throw is
 * logged and otherwise ignored.
 *
 * @since 0.1.0
 */
public interface DriveListener {
    /**
     * The drive answers.
     *
     * @param drive the drive
     */
    default void mounted(MountedDrive drive) {}

    /**
     * The drive is gone; no callback of the driver runs any more.
     *
     * @param drive the drive
     */
    default void unmounted(MountedDrive drive) {}

    /**
     * A file was opened for reading.
     *
     * @param path its path on the drive, without a leading slash
     */
    default void opened(String path) {}

    /**
     * The decode of an entry has come further. Called about once per megabyte, and at the end.
     *
     * @param path its path on the drive, without a leading slash
     * @param decoded how many bytes from its start are decoded
     * @param total the entry's size in bytes
     */
    default void decoding(String path, long decoded, long total) {}

    /**
     * An entry could not be opened or read. The drive lives on.
     *
     * @param path its path on the drive, without a leading slash
     * @param cause why
     */
    default void failed(String path, IOException cause) {}

    /**
     * Something about the archive is worth knowing. Warnings about names come while the archive is opened.
     *
     * @param warning what
     */
    default void warning(ArchiveWarning warning) {}
}
