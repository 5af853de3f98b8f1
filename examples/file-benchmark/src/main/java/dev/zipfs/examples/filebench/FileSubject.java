package dev.zipfs.examples.filebench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file on some file system. */
public final class FileSubject implements Subject {
    private final String label;
    private final String name;
    private final Path file;
    private final long size;
    private final PageCache cache;

    /**
     * A file of the size that it has now.
     *
     * @param label what heads its column
     * @param name what it is, for people
     * @param file the file
     * @param cache drops what the system caches of it
     * @throws IOException if its size cannot be found out
     */
    public FileSubject(String label, String name, Path file, PageCache cache) throws IOException {
        this.label = label;
        this.name = name;
        this.file = file;
        this.cache = cache;
        this.size = Files.size(file);
    }

    @Override
    public String label() {
        return label;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public long size() {
        return size;
    }

    @Override
    public void forget() {
        cache.drop(file);
    }

    @Override
    public Reading open() throws IOException {
        return FileReading.open(file);
    }

    @Override
    public Reading openUnbuffered() throws IOException {
        return FileReading.openUnbuffered(file);
    }
}
