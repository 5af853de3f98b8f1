package dev.zipfs.internal.io;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zipfs.internal.BytesSource;
import dev.zipfs.spi.ArchiveSource;
import dev.zipfs.spi.RestartStore;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RestartFilesTest {
    @TempDir
    Path dir;

    @Test
    void savesAndFindsByKeyAndFingerprint() throws IOException {
        Path archive = Files.writeString(dir.resolve("a.zip"), "one");
        Path other = Files.writeString(dir.resolve("b.zip"), "another");
        try (ArchiveSource source = FileSource.open(archive);
                ArchiveSource otherSource = FileSource.open(other)) {
            RestartStore store = RestartFiles.in(dir.resolve("kept"), source);
            ByteBuffer content = ByteBuffer.wrap(new byte[] {1, 2, 3, 4}, 1, 2);
            store.save("k", content);
            assertThat(content.remaining()).isEqualTo(2);
            assertThat(store.load("k"))
                    .hasValueSatisfying(found -> assertThat(found).isEqualTo(ByteBuffer.wrap(new byte[] {2, 3})));
            assertThat(store.load("l")).isEmpty();
            assertThat(RestartFiles.in(dir.resolve("kept"), otherSource).load("k"))
                    .isEmpty();
        }
    }

    @Test
    void sourceWithoutFingerprintKeepsNothing() {
        RestartStore store = RestartFiles.in(dir, new BytesSource(new byte[1]));
        store.save("k", ByteBuffer.allocate(10));
        assertThat(store.load("k")).isEmpty();
        assertThat(dir).isEmptyDirectory();
    }

    @Test
    void whatWasUsedLongestAgoGoesFirst() throws IOException {
        Path archive = Files.writeString(dir.resolve("a.zip"), "one");
        Path kept = dir.resolve("kept");
        try (ArchiveSource source = FileSource.open(archive)) {
            RestartStore store = RestartFiles.in(kept, source, 2_500);
            store.save("old", ByteBuffer.allocate(1_000));
            age(kept, 100);
            store.save("used", ByteBuffer.allocate(1_000));
            age(kept, 100);
            assertThat(store.load("old")).isPresent();
            store.save("new", ByteBuffer.allocate(1_000));
            assertThat(store.load("used")).isEmpty();
            assertThat(store.load("old")).isPresent();
            assertThat(store.load("new")).isPresent();
        }
    }

    private static void age(Path directory, long seconds) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Instant time = Files.getLastModifiedTime(file).toInstant().minusSeconds(seconds);
                Files.setLastModifiedTime(file, FileTime.from(time));
            }
        }
    }
}
