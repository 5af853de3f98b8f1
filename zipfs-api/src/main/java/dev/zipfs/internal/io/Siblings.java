package dev.zipfs.internal.io;

import dev.zipfs.ZipDriveException;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The files beside an archive, found by name. Where the very name is not there, one that differs in case alone will do:
 * parts have often been through a file system that does not tell the two apart. Used by one thread.
 */
public final class Siblings {
    private final Path file;
    private final String folded;

    /** Of the folder only those names that start like the one of the archive; read when it is first needed. */
    private @Nullable NavigableMap<String, Path> names;

    /**
     * Looks beside a file.
     *
     * @param start what the names of all that will be asked for have in common
     */
    public Siblings(Path file, String start) {
        this.file = file;
        this.folded = fold(start);
    }

    /**
     * Looks a file up.
     *
     * @param name starts as was said
     * @return where it is, or empty where there is none
     * @throws ZipDriveException if the folder cannot be read
     */
    public Optional<Path> find(String name) throws IOException {
        Path exact = file.resolveSibling(name);
        return Files.isRegularFile(exact) ? Optional.of(exact) : Optional.ofNullable(names().get(fold(name)));
    }

    /** The names there are, folded, with the files that have them. */
    public NavigableMap<String, Path> names() throws IOException {
        NavigableMap<String, Path> found = names;
        if (found == null) {
            found = new TreeMap<>();
            Path folder = file.toAbsolutePath().getParent();
            try (DirectoryStream<Path> all = Files.newDirectoryStream(folder, path -> hasStart(path))) {
                for (Path path : all) {
                    String name = fold(String.valueOf(path.getFileName()));
                    // Of case twins always the same one.
                    found.merge(name, path, (a, b) -> a.compareTo(b) <= 0 ? a : b);
                }
            } catch (IOException | DirectoryIteratorException e) {
                throw new ZipDriveException(folder + ": the archive's parts cannot be looked for: " + e, e);
            }
            names = found;
        }
        return found;
    }

    private boolean hasStart(Path path) {
        return fold(String.valueOf(path.getFileName())).startsWith(folded) && Files.isRegularFile(path);
    }

    /** A name as the keys of {@link #names()} have it. */
    public static String fold(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
