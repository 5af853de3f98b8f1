package dev.zipfs.examples.filebench;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.stream.Stream;

/** An open file. */
public final class FileReading implements Reading {
    /**
     * The JDK's option for it, by name: it belongs to {@code jdk.unsupported}, against which newer compilers warn and which a
     * run-time image may lack.
     */
    private static final Optional<OpenOption> DIRECT = direct();

    private final FileChannel channel;
    private final int alignment;

    private FileReading(FileChannel channel, int alignment) {
        this.channel = channel;
        this.alignment = alignment;
    }

    /**
     * Opens a file as programs do.
     *
     * @param file the file
     * @return the reading
     * @throws IOException if it cannot be opened
     */
    public static Reading open(Path file) throws IOException {
        return new FileReading(FileChannel.open(file, StandardOpenOption.READ), 1);
    }

    /**
     * Opens a file past the system's cache, or as programs do where its file system cannot.
     *
     * @param file the file
     * @return the reading
     * @throws IOException if it cannot be opened either way
     */
    public static Reading openUnbuffered(Path file) throws IOException {
        if (DIRECT.isPresent()) {
            try {
                int block = Math.toIntExact(Files.getFileStore(file).getBlockSize());
                if (Integer.bitCount(block) == 1) {
                    return new FileReading(
                            FileChannel.open(file, StandardOpenOption.READ, DIRECT.orElseThrow()), block);
                }
            } catch (IOException | UnsupportedOperationException | ArithmeticException cannot) {
                // Many file systems have no such way; what is wrong with the file itself comes up again below.
            }
        }
        return open(file);
    }

    @Override
    public int read(long position, ByteBuffer into) throws IOException {
        return channel.read(into, position);
    }

    @Override
    public int alignment() {
        return alignment;
    }

    @Override
    public boolean unbuffered() {
        return alignment > 1;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    private static Optional<OpenOption> direct() {
        try {
            Object[] options =
                    Class.forName("com.sun.nio.file.ExtendedOpenOption").getEnumConstants();
            return Stream.of(options)
                    .map(OpenOption.class::cast)
                    .filter(option -> option.toString().equals("DIRECT"))
                    .findFirst();
        } catch (ClassNotFoundException otherJvm) {
            return Optional.empty();
        }
    }
}
