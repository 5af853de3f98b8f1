package dev.zipfs.testkit.engine;

import static dev.zipfs.testkit.assertion.DriveAssertions.assertThatArchive;
import static org.assertj.core.api.Assertions.assertThat;

import dev.zipfs.Archive;
import dev.zipfs.ZipDrive;
import dev.zipfs.testkit.corpus.LargeCorpus;
import dev.zipfs.testkit.generate.Read;
import dev.zipfs.testkit.generate.ReadConsistency;
import dev.zipfs.testkit.model.Content;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Entries around what 32 bits can say, and far beyond: read at each border and at the end. */
@Timeout(60)
class LargeCorpusTest {
    private static final long GIB = 1L << 30;

    @TempDir
    Path directory;

    /** Over each border of two GiB and of four, and over the end. */
    private static List<Read> borders(long size) {
        return LongStream.of(0, 1, 2 * GIB, 4 * GIB - 1, 4 * GIB, size - 1, size)
                .filter(border -> border >= 0 && border <= size)
                .mapToObj(border -> new Read(Math.max(0, border - 10), 30, border % 2 == 0))
                .collect(Collectors.toList());
    }

    private static void assertReads(Archive archive, LargeCorpus corpus) throws Exception {
        Content content = corpus.content();
        try (SeekableByteChannel channel = archive.entry("edge.bin").openChannel()) {
            assertThat(channel.size()).isEqualTo(content.size());
            ReadConsistency.check(
                    (position, dst) -> channel.position(position).read(dst), content, borders(content.size()));
        }
        assertThatArchive(archive).hasFile("behind.txt", "behind");
        assertThat(archive.warnings()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void everySizeIsReadAtItsBorders(LargeCorpus corpus) throws Exception {
        try (Archive archive = ZipDrive.builder(corpus.source()).open()) {
            assertReads(archive, corpus);
            assertThat(archive.details().containsKey("zip64")).isEqualTo(corpus != LargeCorpus.L01_EMPTY);
        }
    }

    /** The same bytes from a file with a hole. */
    @Test
    void fileOnDiskIsTheSame() throws Exception {
        Path file = directory.resolve("large.zip");
        LargeCorpus.L05_FIVE_GIB.write(file);
        try (Archive archive = ZipDrive.open(file)) {
            assertReads(archive, LargeCorpus.L05_FIVE_GIB);
        }
    }
}
