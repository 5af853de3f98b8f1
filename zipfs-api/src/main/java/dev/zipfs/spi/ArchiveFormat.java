package dev.zipfs.spi;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Knows one archive format. Found through {@link java.util.ServiceLoader}; asked in the order of {@link #priority()}, then
 * {@link #id()}. Needs a public constructor without parameters. Stateless and thread-safe.
 *
 * @since 0.1.0
 */
public interface ArchiveFormat {
    /**
     * What to call it.
     *
     * @return a short lower-case name that never changes, for example {@code "zip"}
     */
    String id();

    /**
     * Which format is asked first.
     *
     * @return higher is earlier; 0 by default
     */
    default int priority() {
        return 0;
    }

    /**
     * Whether an archive is of this format. Cheap: reads a bounded number of bytes, whatever the archive's size.
     *
     * @param source the archive; stays open
     * @return yes, also for a damaged archive of this format, or no with the reason
     * @throws IOException if the source cannot be read
     */
    Recognition recognize(ArchiveSource source) throws IOException;

    /**
     * Finds the other files of an archive that was cut into several. Asked before {@link #recognize}, about archives in
     * files only; what it names is opened as one source.
     *
     * @param file the file that the user named, any of the archive's
     * @param source its bytes; stays open
     * @return all files of the archive in their order, {@code file} among them; empty where it is not one of several, as
     *     by default
     * @throws IOException if one of them is missing, or the source cannot be read
     */
    default List<Path> volumes(Path file, ArchiveSource source) throws IOException {
        return List.of();
    }

    /**
     * Reads what the archive says about its entries. Entries themselves are not visited. Believes nothing that
     * {@link #recognize} has looked at: an archive of another format is refused here as well.
     *
     * @param source the archive; stays open for the index's life and is closed by the caller
     * @param request how to open it
     * @return the index; the caller closes it
     * @throws IOException if the archive as a whole cannot be used, with {@link ArchiveSource#name()} in the message: {@link dev.zipfs.ArchiveFormatException},
     *     {@link dev.zipfs.UnsupportedFeatureException}, {@link dev.zipfs.LimitExceededException}
     */
    ArchiveIndex open(ArchiveSource source, OpenRequest request) throws IOException;
}
