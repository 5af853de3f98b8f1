package dev.zipfs.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zipfs.Archive;
import dev.zipfs.DriveStatistics.Metric;
import dev.zipfs.NameRules;
import dev.zipfs.testkit.codec.Codec;
import dev.zipfs.testkit.codec.Codecs;
import dev.zipfs.testkit.generate.Read;
import dev.zipfs.testkit.generate.ReadConsistency;
import dev.zipfs.testkit.model.Content;
import dev.zipfs.testkit.model.EntryModel;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A jump in an entry that is larger than the cache costs what lies between two places where decoding can start, and never what
 * lies before: the counters say so.
 */
@Timeout(60)
class RandomAccessTest {
    private static final int SIZE = 6 << 20;
    private static final int BUDGET = 512 << 10;
    private static final int BLOCK = 128 << 10;
    private static final int READS = 60;
    private static final Content CONTENT = Content.noise(SIZE, 12);

    static Stream<Arguments> found() {
        return Stream.of(
                Arguments.of(Codecs.deflate64(), 1 << 20),
                Arguments.of(Codecs.bzip2(1), 110_000),
                Arguments.of(Codecs.zstandard(100_000), 100_000),
                Arguments.of(Codecs.zstandardByOldNumber(100_000), 100_000));
    }

    static Stream<Arguments> listed() {
        return Stream.of(
                Arguments.of(Codecs.xz(100_000), 100_000),
                Arguments.of(Codecs.zstandardWithSeekTable(100_000), 100_000));
    }

    private static Archive open(Codec codec) throws IOException {
        return Opening.builder(Opening.model(EntryModel.file("x.bin", CONTENT).packed(codec)), NameRules.POSIX)
                .memoryBudget(BUDGET)
                .diskBudget(0)
                .readAhead(0)
                .open();
    }

    /** Back and forth, so that no read is near the one before. */
    private static long decodedByJumps(Archive archive, SeekableByteChannel channel) throws IOException {
        long before = archive.statistics().get(Metric.BYTES_DECODED);
        SplittableRandom random = new SplittableRandom(3);
        for (int i = 0; i < READS; i++) {
            int half = i % 2 * (SIZE / 2);
            Read read = new Read(half + random.nextInt(SIZE / 2 - 4096), 4096, false);
            ReadConsistency.check((at, dst) -> channel.position(at).read(dst), CONTENT, List.of(read));
        }
        return archive.statistics().get(Metric.BYTES_DECODED) - before;
    }

    /** A read may lie in two blocks of the cache, and a block in as many sections as it has room for and two more. */
    private static long most(int section) {
        return READS * (2L * BLOCK + 2L * section);
    }

    @ParameterizedTest
    @MethodSource("found")
    void placesThatAPassCameByAreEntered(Codec codec, int section) throws IOException {
        try (Archive archive = open(codec);
                SeekableByteChannel channel = archive.entry("x.bin").openChannel()) {
            ReadConsistency.check(
                    (at, dst) -> channel.position(at).read(dst), CONTENT, List.of(new Read(SIZE - 10, 10, false)));
            assertThat(archive.statistics().get(Metric.BYTES_DECODED)).isEqualTo(SIZE);
            assertThat(decodedByJumps(archive, channel))
                    .isLessThan(most(section))
                    .isLessThan(READS * (SIZE / 2L));
            assertThat(archive.statistics().get(Metric.CHECKPOINTS)).isPositive();
            assertThat(archive.statistics().get(Metric.PEAK_MEMORY_BYTES)).isLessThan(SIZE);
        }
    }

    @ParameterizedTest
    @MethodSource("listed")
    void placesThatTheDataListsAreEnteredAtOnce(Codec codec, int section) throws IOException {
        try (Archive archive = open(codec);
                SeekableByteChannel channel = archive.entry("x.bin").openChannel()) {
            ReadConsistency.check(
                    (at, dst) -> channel.position(at).read(dst), CONTENT, List.of(new Read(SIZE - 10, 10, false)));
            assertThat(archive.statistics().get(Metric.BYTES_DECODED)).isLessThanOrEqualTo(BLOCK + 2L * section);
            assertThat(decodedByJumps(archive, channel)).isLessThan(most(section));
        }
    }

    /** One frame: the law above would be broken, and shows what the counters see. */
    @ParameterizedTest
    @MethodSource("single")
    void dataOfOnePieceIsDecodedFromTheStart(Codec codec) throws IOException {
        try (Archive archive = open(codec);
                SeekableByteChannel channel = archive.entry("x.bin").openChannel()) {
            assertThat(decodedByJumps(archive, channel)).isGreaterThan(READS / 2 * (SIZE / 4L));
        }
    }

    static Stream<Codec> single() {
        return Stream.of(Codecs.zstandard(SIZE));
    }
}
