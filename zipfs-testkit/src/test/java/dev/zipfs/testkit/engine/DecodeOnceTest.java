package dev.zipfs.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zipfs.Archive;
import dev.zipfs.DriveStatistics.Metric;
import dev.zipfs.ZipDrive;
import dev.zipfs.testkit.generate.Read;
import dev.zipfs.testkit.generate.ReadConsistency;
import dev.zipfs.testkit.model.Content;
import dev.zipfs.testkit.model.EntryModel;
import dev.zipfs.testkit.model.InMemoryArchive;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The counters of a drive prove how often an entry is decoded. */
@Timeout(60)
class DecodeOnceTest {
    private static final int SIZE = (5 << 20) + 1234;
    private static final long MIB = 1 << 20;
    private static final long BLOCK = 128 << 10;
    private static final Content CONTENT = Content.noise(SIZE, 6);
    private static final Read LAST = new Read(SIZE - 4096, 4096, false);
    private static final Read FIRST = new Read(0, 4096, false);

    private static Archive open(long memory) throws IOException {
        return ZipDrive.builder(InMemoryArchive.of(
                        Opening.model(EntryModel.file("game.exe", CONTENT).deflated(1))))
                .memoryBudget(memory)
                .diskBudget(0)
                .readAhead(0)
                .open();
    }

    private static void read(Archive archive, List<Read> reads) throws IOException {
        try (SeekableByteChannel channel = archive.entry("game.exe").openChannel()) {
            ReadConsistency.check((at, dst) -> channel.position(at).read(dst), CONTENT, reads);
        }
    }

    @Test
    void hundredOpensDecodeOnce() throws IOException {
        try (Archive archive = open(8 * MIB)) {
            for (int i = 0; i < 100; i++) {
                read(archive, List.of(new Read(0, SIZE, false)));
            }
            assertThat(archive.statistics().get(Metric.OPENS)).isEqualTo(100);
            assertThat(archive.statistics().get(Metric.BYTES_DECODED)).isEqualTo(SIZE);
        }
    }

    @Test
    void lastThenFirstDecodesOnce() throws IOException {
        try (Archive archive = open(8 * MIB)) {
            for (int i = 0; i < 50; i++) {
                read(archive, List.of(LAST, FIRST));
            }
            assertThat(archive.statistics().get(Metric.BYTES_DECODED)).isEqualTo(SIZE);
        }
    }

    /** Nothing is kept but checkpoints, so each end is decoded again, and what lies between never. */
    @Test
    void lastThenFirstWithoutACacheDecodesOncePlusTheEnds() throws IOException {
        try (Archive archive = open(0)) {
            for (int i = 0; i < 50; i++) {
                read(archive, List.of(LAST, FIRST));
            }
            assertThat(archive.statistics().get(Metric.BYTES_DECODED))
                    .isLessThanOrEqualTo(SIZE + 50 * (MIB + 2 * BLOCK));
        }
    }
}
