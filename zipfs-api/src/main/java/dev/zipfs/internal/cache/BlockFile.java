package dev.zipfs.internal.cache;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;

/** A file of the disk tier: bytes by position. Thread-safe. */
interface BlockFile extends Closeable {
    void write(long position, byte[] bytes, int length) throws IOException;

    void read(long position, byte[] bytes, int length) throws IOException;

    /** Makes such files; tests put failing ones in its place. */
    @FunctionalInterface
    interface Factory {
        /** Makes a file that does not exist yet, readable by its owner only. */
        BlockFile create(Path file) throws IOException;
    }
}
