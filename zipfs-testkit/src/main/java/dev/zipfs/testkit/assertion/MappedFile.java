package dev.zipfs.testkit.assertion;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.zip.CRC32;

/**
 * A file of a drive as memory-mapped by a program of its own.
 *
 * <p>A JVM must not map files of a drive that it serves itself. A thread that touches a page which is not there yet waits for
 * it inside the kernel, where the JVM cannot stop it; if the JVM wants to pause all threads at that moment, for a garbage
 * collection say, the callback that should bring the page is paused already, and neither goes on.
 *
 * @since 0.1.0
 */
public final class MappedFile {
    private MappedFile() {}

    /**
     * Maps a file in another JVM and reads it whole.
     *
     * @param file the file
     * @return the CRC-32 of what was read, an unsigned 32-bit value
     * @throws IOException if the other JVM cannot read it; the message holds what that said
     * @throws InterruptedException if this thread is interrupted while it waits
     */
    public static long crc32(Path file) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        classPath(),
                        MappedFile.class.getName(),
                        file.toString())
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        if (process.waitFor() != 0) {
            throw new IOException(said);
        }
        return Long.parseLong(said, 16);
    }

    private static String classPath() {
        try {
            return Path.of(MappedFile.class
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException impossible) {
            throw new UncheckedIOException(new IOException(impossible));
        }
    }

    /**
     * The other JVM's program.
     *
     * @param args the file
     * @throws IOException if it cannot be read
     */
    public static void main(String[] args) throws IOException {
        try (FileChannel channel = FileChannel.open(Path.of(args[0]))) {
            CRC32 crc = new CRC32();
            crc.update(channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size()));
            System.out.println(Long.toHexString(crc.getValue()));
        }
    }
}
