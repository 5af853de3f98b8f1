package dev.zipfs.examples.cli;

import dev.zipfs.Entry;
import dev.zipfs.MountedDrive;
import dev.zipfs.ZipDrive;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * What a benchmark leaves behind while it runs: a drive, and a file in a private directory. Closing it, or Ctrl-C, takes all of
 * it away.
 */
final class BenchWorkspace implements AutoCloseable {
    private static final int BUFFER = 1 << 20;

    private final Path directory;
    private final Path file;
    private final List<Closeable> others = new ArrayList<>();
    private final Thread hook = new Thread(this::endBySignal, "bench-cleanup");

    private volatile boolean ending;
    private MountedDrive drive;

    /**
     * Makes the directory.
     *
     * @param parent where
     */
    BenchWorkspace(Path parent) throws IOException {
        directory = Files.createTempDirectory(parent, "zipdrive-bench");
        file = directory.resolve("extracted");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Mounts, and unmounts what was mounted before. */
    synchronized MountedDrive mount(ZipDrive.Builder builder) throws IOException {
        stopIfEnding();
        if (drive != null) {
            drive.close();
        }
        drive = builder.mount();
        return drive;
    }

    /** Writes an entry's content to a file, down to the disk: only what was written can be dropped from the page cache. */
    synchronized Path unpack(Entry entry) throws IOException {
        byte[] buffer = new byte[BUFFER];
        try (InputStream in = entry.openStream();
                FileChannel out = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                stopIfEnding();
                for (ByteBuffer bytes = ByteBuffer.wrap(buffer, 0, count); bytes.hasRemaining(); ) {
                    out.write(bytes);
                }
            }
            out.force(true);
        }
        return file;
    }

    /** Closes something else at the end, too. */
    synchronized <T extends Closeable> T closing(T other) {
        others.add(other);
        return other;
    }

    @Override
    public void close() throws IOException {
        if (!ending) {
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
                clean(false);
                return;
            } catch (IllegalStateException shuttingDown) {
                // The hook cleans up.
            }
        }
        // The process ends at any moment; whatever the command says about files that have gone from under it would be
        // wrong.
        new CompletableFuture<Void>().join();
    }

    private void endBySignal() {
        ending = true;
        try {
            clean(true);
        } catch (IOException e) {
            System.err.println("zipdrive: " + e.getMessage());
        }
    }

    private synchronized void clean(boolean atOnce) throws IOException {
        try {
            if (drive != null && atOnce) {
                drive.closeForcibly();
            } else if (drive != null) {
                drive.close();
            }
            for (Closeable other : others) {
                other.close();
            }
        } finally {
            Files.deleteIfExists(file);
            Files.deleteIfExists(directory);
        }
    }

    private void stopIfEnding() throws IOException {
        if (ending) {
            throw new IOException("the process ends");
        }
    }
}
