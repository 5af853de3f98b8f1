package dev.zipfs.internal.cache;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A file through {@link RandomAccessFile}: unlike a channel it survives the interrupt of a thread that reads from it, and into
 * an array on the heap it is as fast.
 */
final class RandomAccessBlockFile implements BlockFile {
    private final RandomAccessFile file;

    /** Where the file still has a name, as on Windows, it is deleted on closing; else {@code path} is gone already. */
    private final Path path;

    private RandomAccessBlockFile(Path path, RandomAccessFile file) {
        this.path = path;
        this.file = file;
    }

    static BlockFile create(Path path) throws IOException {
        Files.createFile(path, CacheDirectory.ownerOnly(path, "rw-------"));
        RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw");
        try {
            // An open file needs no name: without one nothing is left whatever happens to this process.
            Files.deleteIfExists(path);
        } catch (IOException stillNamed) {
            // Windows: deleted by close(), or by the next drive that starts.
        }
        return new RandomAccessBlockFile(path, file);
    }

    @Override
    public synchronized void write(long position, byte[] bytes, int length) throws IOException {
        file.seek(position);
        file.write(bytes, 0, length);
    }

    @Override
    public synchronized void read(long position, byte[] bytes, int length) throws IOException {
        file.seek(position);
        file.readFully(bytes, 0, length);
    }

    @Override
    public synchronized void close() throws IOException {
        try (file) {
            return;
        } finally {
            Files.deleteIfExists(path);
        }
    }
}
