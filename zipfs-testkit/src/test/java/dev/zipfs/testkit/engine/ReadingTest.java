package dev.zipfs.testkit.engine;

import static dev.zipfs.testkit.assertion.DriveAssertions.assertThatArchive;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zipfs.Archive;
import dev.zipfs.DriveStatistics.Metric;
import dev.zipfs.Entry;
import dev.zipfs.NameRules;
import dev.zipfs.OutsideLinks;
import dev.zipfs.ZipDrive;
import dev.zipfs.ZipDriveException;
import dev.zipfs.testkit.corpus.Corpus;
import dev.zipfs.testkit.fake.FaultySource;
import dev.zipfs.testkit.model.ArchiveModel;
import dev.zipfs.testkit.model.Content;
import dev.zipfs.testkit.model.Descriptor;
import dev.zipfs.testkit.model.EntryModel;
import dev.zipfs.testkit.model.InMemoryArchive;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Reading by position: the right bytes, at the right cost. */
@Timeout(120)
class ReadingTest {
    private static final int SIZE = 8 << 20;
    private static final Content LARGE = Content.noise(SIZE, 9);

    private static byte[] read(SeekableByteChannel channel, long position, int length) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(length);
        channel.position(position);
        while (buffer.hasRemaining() && channel.read(buffer) >= 0) {
            // Channels may give less than asked for.
        }
        byte[] bytes = new byte[buffer.flip().remaining()];
        buffer.get(bytes);
        return bytes;
    }

    private static Archive open(FaultySource source) throws IOException {
        return ZipDrive.builder(source).open();
    }

    @Test
    void aFolderHasNoContentAndSaysSo() throws Exception {
        try (Archive archive = Opening.open(
                EntryModel.file("d/f.txt", "text"),
                EntryModel.symlink("way", "d"),
                EntryModel.symlink("out", "../x"))) {
            for (String path : List.of("", "d", "way")) {
                Entry entry = archive.entry(path);
                for (Callable<?> open : List.<Callable<?>>of(entry::openChannel, entry::openStream)) {
                    assertThatThrownBy(open::call)
                            .isInstanceOf(ZipDriveException.class)
                            .hasMessageContaining("entry '" + path + "': it is a folder");
                }
            }
        }
    }

    @Test
    void aLinkThatLeavesTheArchiveHasNoContent() throws Exception {
        byte[] bytes =
                ArchiveModel.of(EntryModel.symlink("out", "../../x").build()).toBytes();
        try (Archive archive = ZipDrive.builder(InMemoryArchive.of(bytes))
                .outsideLinks(OutsideLinks.AS_LINKS)
                .nameRules(NameRules.POSIX)
                .open()) {
            assertThatThrownBy(archive.entry("out")::openChannel).isInstanceOf(IOException.class);
        }
    }

    /** A whole decode for each handle is what made a game take 13 GB. */
    @Test
    void manyHandlesShareOneDecode() throws Exception {
        try (Archive archive = Opening.open(EntryModel.file("big.bin", LARGE).deflated())) {
            List<SeekableByteChannel> handles = new ArrayList<>();
            for (int i = 0; i < 64; i++) {
                handles.add(archive.entry("big.bin").openChannel());
            }
            inParallel(16, thread -> {
                for (int i = thread; i < 64; i += 16) {
                    long position = i * 999_983L % (SIZE - 4096);
                    assertThat(read(handles.get(i), position, 4096)).isEqualTo(LARGE.slice(position, 4096));
                }
            });
            assertThat(archive.statistics().get(Metric.OPEN_HANDLES)).isEqualTo(64);
            assertThat(archive.statistics().get(Metric.BYTES_DECODED)).isLessThan(2L * SIZE);
            assertThat(archive.statistics().get(Metric.PEAK_MEMORY_BYTES)).isLessThanOrEqualTo(2L * SIZE);
            for (SeekableByteChannel handle : handles) {
                handle.close();
            }
            assertThat(archive.statistics().get(Metric.OPEN_HANDLES)).isZero();
        }
    }

    @Test
    void storedEntryIsReadInPlace() throws Exception {
        for (Descriptor descriptor : Descriptor.values()) {
            FaultySource source = FaultySource.over(InMemoryArchive.of(
                    Opening.model(EntryModel.file("movie.bin", LARGE).descriptor(descriptor))));
            try (Archive archive = open(source);
                    SeekableByteChannel channel = archive.entry("movie.bin").openChannel()) {
                long before = source.bytesRead();
                assertThat(read(channel, SIZE - 100_000, 4096)).isEqualTo(LARGE.slice(SIZE - 100_000, 4096));
                assertThat(source.bytesRead() - before).isLessThan(256 << 10);
                assertThat(archive.statistics().get(Metric.BYTES_DECODED)).isZero();
                assertThat(archive.statistics().get(Metric.MEMORY_BYTES)).isZero();
                assertThat(archive.statistics().get(Metric.DISK_BYTES)).isZero();
            }
        }
    }

    /** A first byte must not wait for the last. */
    @Test
    void firstBytesOfADeflatedEntryNeedAFewBytesOfTheArchive() throws Exception {
        FaultySource source = FaultySource.over(InMemoryArchive.of(
                Opening.model(EntryModel.file("big.bin", LARGE).deflated())));
        try (Archive archive = ZipDrive.builder(source).readAhead(0).open();
                SeekableByteChannel channel = archive.entry("big.bin").openChannel()) {
            long before = source.bytesRead();
            assertThat(read(channel, 0, 4096)).isEqualTo(LARGE.slice(0, 4096));
            assertThat(source.bytesRead() - before).isLessThan(1 << 20);
        }
    }

    @Test
    void lastByteFirstCostsOneDecode() throws Exception {
        try (Archive archive = Opening.open(EntryModel.file("big.bin", LARGE).deflated());
                SeekableByteChannel channel = archive.entry("big.bin").openChannel()) {
            for (int i = 0; i < 50; i++) {
                assertThat(read(channel, SIZE - 64, 64)).isEqualTo(LARGE.slice(SIZE - 64, 64));
                assertThat(read(channel, 0, 64)).isEqualTo(LARGE.slice(0, 64));
            }
            for (long position = SIZE - 65_536; position >= 0; position -= 65_536) {
                assertThat(read(channel, position, 4096)).isEqualTo(LARGE.slice(position, 4096));
            }
            assertThat(archive.statistics().get(Metric.BYTES_DECODED)).isLessThan(2L * SIZE);
        }
    }

    /** The same with next to no memory and no disk: what is decoded again is a small part for each read. */
    @Test
    void backwardReadsWithoutACacheDoNotStartAtTheBeginningEachTime() throws Exception {
        try (Archive archive = ZipDrive.builder(InMemoryArchive.of(
                                Opening.model(EntryModel.file("big.bin", LARGE).deflated())))
                        .memoryBudget(0)
                        .diskBudget(0)
                        .readAhead(0)
                        .open();
                SeekableByteChannel channel = archive.entry("big.bin").openChannel()) {
            int reads = 0;
            for (long position = SIZE - 4096; position >= 0; position -= 300_000, reads++) {
                assertThat(read(channel, position, 4096)).isEqualTo(LARGE.slice(position, 4096));
            }
            assertThat(archive.statistics().get(Metric.BYTES_DECODED)).isLessThan(SIZE + reads * (3L << 20));
        }
    }

    @Test
    void concurrentReadersGetTheirOwnBytes() throws Exception {
        Content forward = Content.offsets(SIZE);
        Content backward = forward.reversed();
        try (Archive archive = Opening.open(Corpus.B23_OFFSETS.model())) {
            inParallel(16, thread -> {
                SplittableRandom random = new SplittableRandom(thread);
                try (SeekableByteChannel stored = archive.entry("s.bin").openChannel();
                        SeekableByteChannel deflated = archive.entry("d.bin").openChannel()) {
                    for (int i = 0; i < 150; i++) {
                        int length = random.nextInt(1, 70_000);
                        long position = random.nextLong(SIZE - length);
                        assertThat(read(stored, position, length)).isEqualTo(forward.slice(position, length));
                        assertThat(read(deflated, position, length)).isEqualTo(backward.slice(position, length));
                    }
                }
            });
        }
    }

    @Test
    void failureOfOneEntryStaysWithIt() throws Exception {
        try (Archive archive = Opening.open(Corpus.B20_DAMAGED.model())) {
            for (int round = 0; round < 3; round++) {
                for (String path : List.of("short.bin", "crc.bin", "past.bin")) {
                    assertThatThrownBy(() -> archive.entry(path).openStream().readAllBytes())
                            .as("round %s of %s", round, path)
                            .isInstanceOf(IOException.class)
                            .hasMessageContaining(path);
                }
                assertThatArchive(archive).hasFile("ok.txt", "ok\n");
            }
            assertThat(archive.statistics().get(Metric.FAILURES)).isPositive();
            assertThat(archive.statistics().get(Metric.OPEN_HANDLES)).isLessThanOrEqualTo(9);
        }
    }

    /** A reader that never asks for the last byte gets sound bytes; whoever takes the last one learns of the damage. */
    @Test
    void lastByteIsNotServedBeforeTheChecksum() throws Exception {
        try (Archive archive = Opening.open(Corpus.B20_DAMAGED.model());
                SeekableByteChannel channel = archive.entry("crc.bin").openChannel()) {
            assertThatThrownBy(() -> read(channel, 3999, 1)).isInstanceOf(IOException.class);
            assertThatThrownBy(() -> read(channel, 0, 4000)).isInstanceOf(IOException.class);
        }
    }

    private interface Task {
        void run(int thread) throws Exception;
    }

    private static void inParallel(int threads, Task task) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                int thread = i;
                running.add(pool.submit((Callable<Void>) () -> {
                    task.run(thread);
                    return null;
                }));
            }
            for (Future<?> one : running) {
                one.get(60, TimeUnit.SECONDS);
            }
        } finally {
            pool.shutdownNow();
        }
    }
}
