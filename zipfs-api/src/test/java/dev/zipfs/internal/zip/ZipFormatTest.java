package dev.zipfs.internal.zip;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.zipfs.EntryType;
import dev.zipfs.internal.io.FileSource;
import dev.zipfs.spi.ArchiveFormat;
import dev.zipfs.spi.ArchiveIndex;
import dev.zipfs.spi.EntryReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ServiceLoader;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ZipFormatTest {
    @TempDir
    Path temp;

    private final CollectingRequest request = new CollectingRequest();

    @Test
    void isFoundAsAService() {
        assertThat(ServiceLoader.load(ArchiveFormat.class).stream()
                        .map(p -> p.get().id()))
                .contains("zip");
    }

    @Test
    void readsWhatTheJdkWrites() throws IOException {
        Path file = temp.resolve("jdk.zip");
        byte[] text = "some text, again and again\n".repeat(10_000).getBytes(UTF_8);
        try (OutputStream out = Files.newOutputStream(file);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            zip.setComment("a comment");
            zip.putNextEntry(new ZipEntry("folder/"));
            zip.putNextEntry(new ZipEntry("folder/text.txt"));
            zip.write(text);
            zip.putNextEntry(new ZipEntry("grüße.txt"));
            zip.write(text, 0, 100);
        }
        try (FileSource source = FileSource.open(file);
                ArchiveIndex index = new ZipFormat().open(source, request)) {
            assertThat(new ZipFormat().recognize(source).recognized()).isTrue();
            assertThat(index.comment()).isEqualTo("a comment");
            assertThat(index.entryCount()).isEqualTo(3);
            assertThat(path(index, 0)).isEqualTo("folder/");
            assertThat(index.type(0)).isEqualTo(EntryType.DIRECTORY);
            assertThat(path(index, 1)).isEqualTo("folder/text.txt");
            assertThat(index.method(1)).isEqualTo("deflated");
            assertThat(content(index, 1)).isEqualTo(text);
            assertThat(path(index, 2)).isEqualTo("grüße.txt");
            assertThat(content(index, 2)).hasSize(100);
        }
        assertThat(request.warnings).isEmpty();
    }

    private static String path(ArchiveIndex index, int entry) {
        byte[] path = new byte[index.pathLength(entry)];
        index.copyPath(entry, path, 0);
        return new String(path, UTF_8);
    }

    private static byte[] content(ArchiveIndex index, int entry) throws IOException {
        try (EntryReader reader = index.open(entry)) {
            ByteBuffer content = ByteBuffer.allocate((int) reader.size());
            assertThat(reader.read(0, content)).isEqualTo(content.capacity());
            assertThat(reader.read(reader.size(), ByteBuffer.allocate(1))).isEqualTo(-1);
            return content.array();
        }
    }
}
