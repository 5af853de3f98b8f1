package dev.zipfs.examples.filebench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Where results are written: found out about before an hour of measuring, not after it. */
public final class Destination {
    private Destination() {}

    /**
     * Looks for what keeps a file from being written.
     *
     * @param target the file to be written, or {@code null} for none
     * @param inputs files that are read, which it must not be
     * @return what is wrong, if anything is
     */
    public static Optional<String> problem(Path target, List<Path> inputs) {
        if (target == null) {
            return Optional.empty();
        }
        Path parent = target.toAbsolutePath().getParent();
        if (Files.isDirectory(target)) {
            return Optional.of("it is a directory");
        }
        if (parent == null || !Files.isDirectory(parent)) {
            return Optional.of("its directory does not exist");
        }
        if (!Files.isWritable(Files.exists(target) ? target : parent)) {
            return Optional.of("it may not be written");
        }
        for (Path input : inputs) {
            if (isSame(target, input)) {
                return Optional.of("that is the file to be measured");
            }
        }
        return Optional.empty();
    }

    /**
     * Writes text in UTF-8.
     *
     * @param target the file
     * @param text what to write
     * @param options as for {@link Files#writeString}; none for a new file in place of one that exists
     * @throws IOException if it cannot be written; the message names the file
     */
    public static void write(Path target, String text, OpenOption... options) throws IOException {
        try {
            Files.writeString(target, text, options);
        } catch (IOException e) {
            throw new IOException("cannot write " + target + ": " + Errors.reason(e), e);
        }
    }

    private static boolean isSame(Path target, Path input) {
        try {
            return Files.exists(target) && Files.isSameFile(target, input);
        } catch (IOException e) {
            // A file that is not there is not overwritten; that it is missing is said when it is opened.
            return false;
        }
    }
}
