package dev.zipfs.testkit.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;

/** Readers that nobody of us wrote, held against what a model says. */
final class Oracles {
    private Oracles() {}

    /** The JDK's reader gives every entry of a model that has unique names. */
    static void assertJdkReads(Path file, ArchiveModel model) throws IOException {
        try (ZipFile zip = new ZipFile(file.toFile())) {
            assertThat(zip.size()).isEqualTo(model.entries().size());
            for (EntryModel entry : model.entries()) {
                ZipEntry found = zip.getEntry(entry.name());
                assertThat(found).as("entry %s", entry).isNotNull();
                assertThat(found.getSize())
                        .as("size of %s", entry)
                        .isEqualTo(entry.content().size());
                try (InputStream in = zip.getInputStream(found)) {
                    assertHolds(in, entry);
                }
            }
        }
    }

    /** So does Apache Commons Compress, in the archive's order. */
    static void assertCompressReads(Path file, ArchiveModel model) throws IOException {
        try (org.apache.commons.compress.archivers.zip.ZipFile zip =
                org.apache.commons.compress.archivers.zip.ZipFile.builder()
                        .setPath(file)
                        .get()) {
            List<ZipArchiveEntry> found = Collections.list(zip.getEntries());
            assertThat(found)
                    .extracting(ZipArchiveEntry::getName)
                    .containsExactlyElementsOf(
                            model.entries().stream().map(EntryModel::name).toList());
            for (int i = 0; i < found.size(); i++) {
                try (InputStream in = zip.getInputStream(found.get(i))) {
                    assertHolds(in, model.entries().get(i));
                }
            }
        }
    }

    private static void assertHolds(InputStream in, EntryModel entry) throws IOException {
        assertThat(in.readAllBytes())
                .as("content of %s", entry)
                .isEqualTo(entry.content().toBytes());
    }

    /** Runs a program on an archive; its exit code. Throws where there is no such program. */
    static int run(Path archive, String... command) throws IOException, InterruptedException {
        List<String> line = new ArrayList<>(List.of(command));
        line.add(archive.toString());
        Process process = new ProcessBuilder(line)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        process.getOutputStream().close();
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError(line + " does not end");
        }
        return process.exitValue();
    }
}
