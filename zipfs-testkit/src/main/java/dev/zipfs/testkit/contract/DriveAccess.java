package dev.zipfs.testkit.contract;

import dev.zipfs.EntryType;
import dev.zipfs.spi.OpenFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/**
 * A drive as programs use it. {@link DriveBackendContract} sees drives through the operating system; a backend that no program
 * can see, such as a fake, gives another way in. Paths have {@code /} between components and no leading slash. Thread-safe.
 *
 * @since 0.1.0
 */
public interface DriveAccess {
    /**
     * The drive as the operating system shows it.
     *
     * @param root its top folder
     * @return a way in; nothing needs closing
     */
    static DriveAccess ofSystem(Path root) {
        return new SystemAccess(root);
    }

    /**
     * Lists a folder.
     *
     * @param folder its path; empty for the root
     * @return the names in it, in the drive's order
     * @throws IOException if that fails
     */
    List<String> list(String folder) throws IOException;

    /**
     * What a node is; links are not followed.
     *
     * @param path its path
     * @return the type
     * @throws java.nio.file.NoSuchFileException if there is none
     * @throws IOException if that fails
     */
    EntryType type(String path) throws IOException;

    /**
     * How long a file is.
     *
     * @param path its path
     * @return bytes
     * @throws IOException if that fails
     */
    long size(String path) throws IOException;

    /**
     * When a node was modified.
     *
     * @param path its path
     * @return the time
     * @throws IOException if that fails
     */
    Instant modified(String path) throws IOException;

    /**
     * Where a link points.
     *
     * @param path its path
     * @return the target
     * @throws IOException if that fails
     */
    String linkTarget(String path) throws IOException;

    /**
     * Opens a file for reading.
     *
     * @param path its path
     * @return a handle; the caller closes it
     * @throws IOException if that fails
     */
    OpenFile open(String path) throws IOException;

    /**
     * Tries to change the drive. A read-only drive refuses each change with an exception.
     *
     * @param change what to try
     * @param path what to change
     * @throws IOException if that fails, as it must
     */
    void change(Change change, String path) throws IOException;

    /** What programs may try. */
    enum Change {
        /** Opens a file for writing and writes a byte. */
        WRITE,
        /** Makes a file. */
        CREATE,
        /** Makes a folder. */
        CREATE_FOLDER,
        /** Removes a file or an empty folder. */
        DELETE,
        /** Gives a file another name. */
        RENAME
    }
}
