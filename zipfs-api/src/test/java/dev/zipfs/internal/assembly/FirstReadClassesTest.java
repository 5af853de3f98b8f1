package dev.zipfs.internal.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zipfs.Archive;
import dev.zipfs.ZipDrive;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A fresh JVM's first read takes as long as loading what it needs, so it must not need more by accident. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class FirstReadClassesTest {
    /** A few more than the 160 that opening, reading and closing load today, the rehearsal in the background included. */
    private static final int MOST_CLASSES = 175;

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(ints = {ZipEntry.STORED, ZipEntry.DEFLATED})
    void loadsNoLambdasNoLoggerAndFewClasses(int method) throws Exception {
        writeArchive(method);

        List<String> loaded = classesLoadedByReading();

        assertThat(loaded)
                .contains(EntryChannel.class.getName())
                .noneMatch(name -> name.startsWith("dev.zipfs.") && name.contains("$$Lambda"))
                .noneMatch(name -> name.startsWith("org.slf4j."))
                .filteredOn(name -> name.startsWith("dev.zipfs."))
                .hasSizeLessThanOrEqualTo(MOST_CLASSES);
        // Later JDKs make lambdas themselves where they open jars and list directories.
        if (Runtime.version().feature() == 17) {
            assertThat(loaded).noneMatch(name -> name.contains("$$Lambda") || name.contains("LambdaForm$MH"));
        }
    }

    /** Classes from the start of its main method on, but for those that the JDK has in its class data archive. */
    private List<String> classesLoadedByReading() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xlog:class+load:file=loaded.txt:none",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Reading.class.getName())
                .directory(directory.toFile())
                .inheritIO()
                .start();
        assertThat(process.waitFor()).isZero();
        return Files.readAllLines(directory.resolve("loaded.txt")).stream()
                .dropWhile(line -> !line.startsWith(Reading.class.getName()))
                .filter(line -> !line.endsWith("source: shared objects file"))
                .map(line -> line.replaceFirst(" source: .*", ""))
                .toList();
    }

    private void writeArchive(int method) throws IOException {
        byte[] content = new byte[300_000];
        new Random(1).nextBytes(content);
        CRC32 crc = new CRC32();
        crc.update(content);
        ZipEntry entry = new ZipEntry("entry");
        entry.setMethod(method);
        entry.setSize(content.length);
        entry.setCrc(crc.getValue());
        try (OutputStream file = Files.newOutputStream(directory.resolve("archive.zip"));
                ZipOutputStream zip = new ZipOutputStream(file)) {
            zip.putNextEntry(entry);
            zip.write(content);
            zip.closeEntry();
        }
    }

    /** What the other JVM runs. */
    static final class Reading {
        private Reading() {}

        public static void main(String[] args) throws IOException {
            try (Archive archive = ZipDrive.open(Path.of("archive.zip"));
                    SeekableByteChannel channel = archive.entry("entry").openChannel()) {
                channel.read(ByteBuffer.allocate(4096));
            }
        }
    }
}
