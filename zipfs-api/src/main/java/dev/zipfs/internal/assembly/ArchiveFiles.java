package dev.zipfs.internal.assembly;

import dev.zipfs.ZipDriveException;
import dev.zipfs.internal.io.FileSource;
import dev.zipfs.internal.io.SplitSource;
import dev.zipfs.spi.ArchiveFormat;
import dev.zipfs.spi.ArchiveSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Opens the file that a user names, and the others with it where the archive was cut into several. */
final class ArchiveFiles {
    private ArchiveFiles() {}

    /**
     * Opens a file.
     *
     * @param path any file of the archive
     * @param formats are asked, in their order, which files belong to it
     * @return a source; the caller closes it
     */
    static ArchiveSource open(Path path, FormatRegistry formats) throws IOException {
        FileSource file = FileSource.open(path);
        try {
            for (ArchiveFormat format : formats.inOrder()) {
                List<Path> volumes = format.volumes(path, file);
                if (volumes.size() > 1) {
                    SplitSource all = SplitSource.open(path.toString(), volumes);
                    Closing.all(file);
                    return all;
                }
            }
            return file;
        } catch (IOException | RuntimeException | Error e) {
            Closing.after(e, file);
            if (e instanceof RuntimeException) {
                throw new ZipDriveException(
                        path + " could not be opened because of a fault in a format's reader: " + e, e);
            }
            throw e;
        }
    }
}
