package dev.zipfs.spi;

import dev.zipfs.MountException;
import dev.zipfs.MountException.Reason;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Private directories for drives whose place nobody chose, and what becomes of them if their process is killed. */
final class TemporaryDirectories {
    private static final Logger LOG = LoggerFactory.getLogger(TemporaryDirectories.class);
    private static final int LONGEST_LABEL = 40;
    private static final String PREFIX = "zipfs-mount-";

    /** The label, the process that made it, and what makes it unique. */
    private static final Pattern NAME = Pattern.compile(PREFIX + ".*-([0-9]{1,9})-[0-9]+");

    private static boolean swept;

    private TemporaryDirectories() {}

    /** Makes one. Gives its real path. */
    static synchronized Path make(String label) throws MountException {
        Path parent = parent();
        if (!swept) {
            swept = true;
            sweep(parent);
        }
        try {
            // The JDK makes it with mode 0700 where the file system knows modes.
            String prefix =
                    PREFIX + sanitized(label) + "-" + ProcessHandle.current().pid() + "-";
            return Files.createTempDirectory(parent, prefix).toRealPath();
        } catch (IOException failure) {
            throw new MountException(
                    Reason.MOUNT_POINT_INVALID,
                    "no mount directory can be made in " + parent + " (" + MountDirectory.describe(failure)
                            + "); give a mount point, or set java.io.tmpdir to a directory that can be written",
                    failure);
        }
    }

    /**
     * Removes what processes that were killed have left. Their drives are gone, so that the directories are empty; one that
     * is not, or has something mounted on it, cannot be removed.
     */
    static void sweep(Path parent) {
        try (DirectoryStream<Path> candidates = Files.newDirectoryStream(parent, PREFIX + "*")) {
            for (Path candidate : candidates) {
                Matcher name = NAME.matcher(candidate.getFileName().toString());
                if (name.matches()
                        && ProcessHandle.of(Long.parseLong(name.group(1))).isEmpty()
                        && Files.isDirectory(candidate, LinkOption.NOFOLLOW_LINKS)) {
                    try {
                        Files.deleteIfExists(candidate);
                    } catch (IOException inUse) {
                        LOG.debug("left {} alone", candidate, inUse);
                    }
                }
            }
        } catch (IOException | DirectoryIteratorException unreadable) {
            LOG.debug("cannot look for abandoned mount directories in {}", parent, unreadable);
        }
    }

    private static String sanitized(String label) {
        String safe = label.replaceAll("[^A-Za-z0-9._-]", "_");
        return safe.length() <= LONGEST_LABEL ? safe : safe.substring(0, LONGEST_LABEL);
    }

    private static Path parent() {
        String runtime = System.getenv("XDG_RUNTIME_DIR");
        if (runtime != null && runtime.startsWith("/")) {
            Path directory = Path.of(runtime);
            if (Files.isDirectory(directory) && Files.isWritable(directory)) {
                return directory;
            }
        }
        return Path.of(System.getProperty("java.io.tmpdir", "."));
    }
}
