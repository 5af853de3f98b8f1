package dev.zipfs.internal.zip;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.zipfs.ArchiveWarning;
import dev.zipfs.internal.BytesSource;
import dev.zipfs.spi.ArchiveIndex;
import dev.zipfs.spi.ArchiveSource;
import dev.zipfs.spi.EntryReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.IntStream;

/** An archive as our reader sees it. */
final class Opened {
    final CollectingRequest request;
    final ArchiveIndex index;

    private Opened(CollectingRequest request, ArchiveIndex index) {
        this.request = request;
        this.index = index;
    }

    static Opened of(TinyZip zip) throws IOException {
        return of(zip.build());
    }

    static Opened of(byte[] archive) throws IOException {
        return of(new BytesSource(archive), new CollectingRequest());
    }

    static Opened of(byte[] archive, CollectingRequest request) throws IOException {
        return of(new BytesSource(archive), request);
    }

    static Opened of(ArchiveSource source, CollectingRequest request) throws IOException {
        return new Opened(request, new ZipFormat().open(source, request));
    }

    String path(int entry) {
        byte[] path = new byte[index.pathLength(entry) + 2];
        int n = index.copyPath(entry, path, 1);
        assertThat(n).isEqualTo(index.pathLength(entry));
        assertThat(path[0]).isZero();
        assertThat(path[n + 1]).isZero();
        return new String(path, 1, n, UTF_8);
    }

    List<String> paths() {
        return IntStream.range(0, index.entryCount()).mapToObj(this::path).toList();
    }

    byte[] content(int entry) throws IOException {
        try (EntryReader reader = index.open(entry)) {
            assertThat(reader.size()).isEqualTo(index.size(entry));
            ByteBuffer content = ByteBuffer.allocate((int) reader.size());
            if (reader.size() > 0) {
                assertThat(reader.read(0, content)).isEqualTo(content.capacity());
            }
            assertThat(reader.read(reader.size(), ByteBuffer.allocate(1))).isEqualTo(-1);
            return content.array();
        }
    }

    String text(int entry) throws IOException {
        return new String(content(entry), UTF_8);
    }

    List<String> warnings() {
        return request.warnings.stream().map(ArchiveWarning::toString).toList();
    }
}
