package dev.zipfs.winfsp.internal;

import static dev.zipfs.testkit.assertion.DriveAssertions.assertThatDrive;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zipfs.DriveStatistics.Metric;
import dev.zipfs.MountOptions;
import dev.zipfs.MountPoint;
import dev.zipfs.MountedDrive;
import dev.zipfs.NameRules;
import dev.zipfs.ZipDrive;
import dev.zipfs.testkit.assertion.MappedFile;
import dev.zipfs.testkit.corpus.Corpus;
import dev.zipfs.testkit.corpus.LargeCorpus;
import dev.zipfs.testkit.corpus.SplitCorpus;
import dev.zipfs.testkit.model.Content;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Real archives through the real kernel: what people ran into when they mounted or read one. */
@ExtendWith(RequireLibfuse.class)
@Timeout(240)
class MountedArchiveIT {
    private static final int MIB = 1 << 20;

    @TempDir
    Path dir;

    private ZipDrive.Builder builder(Corpus corpus) throws IOException {
        Path archive = dir.resolve(corpus + ".zip");
        corpus.write(archive);
        return ZipDrive.builder(archive).mountPoint(MountPoint.directory(dir.resolve("drive")));
    }

    private static Content content(Corpus corpus, String path) {
        return corpus.expected(NameRules.POSIX)
                .find(path)
                .orElseThrow()
                .content()
                .orElseThrow();
    }

    @Test
    void everyCaseShowsTheTreeThatIsExpected() throws Exception {
        for (Corpus corpus : Corpus.values()) {
            if (corpus.large() || corpus == Corpus.B17_LONG_NAMES) {
                continue; // the kernel's limit on whole paths is a test of its own
            }
            try (MountedDrive drive = builder(corpus).mount()) {
                assertThatDrive(drive.root()).as("%s", corpus).hasTree(corpus.expected(NameRules.POSIX));
            }
        }
    }

    /** A file with a hole, so that five GiB take no room: the kernel must ask for each border by all its bits. */
    @Test
    void entryOfFiveGigabytesIsReadAtItsBorders() throws Exception {
        Path archive = dir.resolve("large.zip");
        LargeCorpus.L05_FIVE_GIB.write(archive);
        Content content = LargeCorpus.L05_FIVE_GIB.content();
        try (MountedDrive drive = ZipDrive.builder(archive)
                        .mountPoint(MountPoint.directory(dir.resolve("drive")))
                        .mount();
                FileChannel channel = FileChannel.open(drive.root().resolve("edge.bin"))) {
            assertThat(channel.size()).isEqualTo(content.size());
            for (long border : new long[] {2048L * MIB, 4096L * MIB - 1, 4096L * MIB, content.size() - 100}) {
                checkAt(channel, content, border - 50, 100);
            }
            checkAt(channel, content, content.size() - 1, 1);
            assertThat(channel.read(ByteBuffer.allocate(1), content.size())).isEqualTo(-1);
            assertThat(drive.root().resolve("behind.txt")).hasContent("behind");
        }
    }

    @Test
    void splitArchivesShowTheTreeThatIsExpected() throws Exception {
        for (SplitCorpus corpus : SplitCorpus.values()) {
            List<Path> files = corpus.write(dir);
            try (MountedDrive drive = ZipDrive.builder(files.get(0))
                    .mountPoint(MountPoint.directory(dir.resolve("drive")))
                    .mount()) {
                assertThatDrive(drive.root()).as("%s", corpus).hasTree(corpus.expected());
            }
        }
    }

    @Test
    void manyHandlesCostOneDecodeAndNoMoreThanTheBudget() throws Exception {
        Content content = content(Corpus.B01_LARGE_DEFLATED, "game/big.bin");
        long budget = 24L * MIB;
        try (MountedDrive drive =
                builder(Corpus.B01_LARGE_DEFLATED).memoryBudget(budget).mount()) {
            Path file = drive.root().resolve("game/big.bin");
            List<FileChannel> handles = new ArrayList<>();
            try {
                for (int i = 0; i < 64; i++) {
                    handles.add(FileChannel.open(file));
                }
                inParallel(16, thread -> {
                    for (int i = thread; i < 64; i += 16) {
                        checkAt(handles.get(i), content, i * 999_983L % (content.size() - 4096), 4096);
                    }
                });
            } finally {
                for (FileChannel handle : handles) {
                    handle.close();
                }
            }
            assertThat(drive.statistics().get(Metric.PEAK_MEMORY_BYTES)).isLessThanOrEqualTo(budget + 64 * 256 * 1024);
        }
    }

    @Test
    void lastBytesThenFirstBytesDecodeOnce() throws Exception {
        Content content = content(Corpus.B01_LARGE_DEFLATED, "game/big.bin");
        try (MountedDrive drive =
                builder(Corpus.B01_LARGE_DEFLATED).memoryBudget(128L * MIB).mount()) {
            Path file = drive.root().resolve("game/big.bin");
            for (int i = 0; i < 50; i++) {
                try (FileChannel channel = FileChannel.open(file)) {
                    checkAt(channel, content, content.size() - 64, 64);
                    checkAt(channel, content, 0, 64);
                }
            }
            assertThat(drive.statistics().get(Metric.BYTES_DECODED)).isLessThan(content.size() * 5 / 4);
        }
    }

    @Test
    void storedEntryIsReadInPlace() throws Exception {
        Content content = content(Corpus.B02_LARGE_STORED, "movie.bin");
        try (MountedDrive drive = builder(Corpus.B02_LARGE_STORED).mount();
                FileChannel channel = FileChannel.open(drive.root().resolve("movie.bin"))) {
            checkAt(channel, content, 15_000L * 4096, 4096);
            assertThat(drive.statistics().get(Metric.BYTES_SERVED)).isLessThan(MIB);
            assertThat(drive.statistics().get(Metric.BYTES_DECODED)).isZero();
            assertThat(drive.statistics().get(Metric.PEAK_MEMORY_BYTES)).isZero();
        }
    }

    @Test
    void concurrentReadersSeeTheirOwnBytes() throws Exception {
        try (MountedDrive drive =
                builder(Corpus.B23_OFFSETS).memoryBudget(2L * MIB).diskBudget(0).mount()) {
            for (String name : List.of("s.bin", "d.bin")) {
                Content content = content(Corpus.B23_OFFSETS, name);
                Path file = drive.root().resolve(name);
                inParallel(8, thread -> {
                    Random random = new Random(thread);
                    try (FileChannel channel = FileChannel.open(file)) {
                        for (int i = 0; i < 100; i++) {
                            int length = 1 + random.nextInt(70_000);
                            checkAt(channel, content, (long) (random.nextDouble() * (content.size() - length)), length);
                        }
                    }
                });
            }
        }
    }

    @Test
    void damageIsAnErrorAndTheRestReads() throws Exception {
        try (MountedDrive drive = builder(Corpus.B20_DAMAGED).mount()) {
            for (String name : List.of("short.bin", "crc.bin", "past.bin")) {
                Path file = drive.root().resolve(name);
                assertThatThrownBy(() -> Files.readAllBytes(file)).as(name).isInstanceOf(IOException.class);
            }
            assertThat(drive.root().resolve("ok.txt")).hasContent("ok\n");
            assertThat(drive.statistics().get(Metric.FAILURES)).isPositive();
        }
        try (MountedDrive drive = builder(Corpus.B22_ABSURD_SIZES).mount()) {
            assertThatThrownBy(() -> Files.newInputStream(drive.root().resolve("big.bin"))
                            .read())
                    .isInstanceOf(IOException.class);
            assertThat(drive.root().resolve("ok.txt")).hasContent("ok\n");
        }
    }

    @Test
    void encryptedEntryIsDeniedWithoutItsPassword() throws Exception {
        try (MountedDrive drive = builder(Corpus.B21_ENCRYPTED).mount()) {
            assertThatThrownBy(() -> Files.newByteChannel(drive.root().resolve("secret.txt")))
                    .isInstanceOf(AccessDeniedException.class);
            assertThat(drive.root().resolve("ok.txt")).hasContent("ok\n");
        }
    }

    @Test
    void programsRunAndFilesCanBeMapped() throws Exception {
        try (MountedDrive drive = builder(Corpus.B23_OFFSETS).mount()) {
            Process script = new ProcessBuilder(drive.root().resolve("run.sh").toString()).start();
            assertThat(script.inputReader().readLine()).isEqualTo("ran");
            assertThat(script.waitFor()).isZero();
            Path mapped = drive.root().resolve("d.bin");
            CRC32 crc = new CRC32();
            crc.update(Files.readAllBytes(mapped));
            assertThat(MappedFile.crc32(mapped)).isEqualTo(crc.getValue());
        }
    }

    @Test
    void everyUserMayReadWhereTheDriveIsForEveryone() throws Exception {
        try (MountedDrive drive = builder(Corpus.B19_MODES)
                .visibility(MountOptions.Visibility.EVERYONE)
                .mount()) {
            assertThat(Files.getPosixFilePermissions(drive.root().resolve("locked.txt")))
                    .hasSize(3);
            assertThat(Files.getPosixFilePermissions(drive.root().resolve("nox")))
                    .hasSize(6);
            assertThat(drive.root().resolve("nox/in.txt")).hasContent("in\n");
        }
    }

    @Test
    void archiveReplacedWhileMountedKeepsItsOldContent() throws Exception {
        try (MountedDrive drive = builder(Corpus.B03_NO_DIRECTORIES).mount()) {
            Path archive = dir.resolve(Corpus.B03_NO_DIRECTORIES + ".zip");
            Path other = Files.writeString(dir.resolve("other"), "something else altogether");
            Files.move(other, archive, StandardCopyOption.REPLACE_EXISTING);
            assertThat(drive.root().resolve("a/b/c.txt")).hasContent("c");
            assertThat(drive.failure()).isEmpty();
        }
    }

    @Test
    void archiveCutShortWhileMountedGivesErrorsAndAState() throws Exception {
        try (MountedDrive drive = builder(Corpus.B02_LARGE_STORED).mount()) {
            Path archive = dir.resolve(Corpus.B02_LARGE_STORED + ".zip");
            try (RandomAccessFile file = new RandomAccessFile(archive.toFile(), "rw")) {
                file.setLength(MIB);
            }
            assertThatThrownBy(() -> Files.readAllBytes(drive.root().resolve("movie.bin")))
                    .isInstanceOf(IOException.class);
            assertThat(drive.failure()).isPresent();
        }
    }

    @Test
    void cacheWithoutAPlaceToWriteStillReads() throws Exception {
        Content content = content(Corpus.B01_LARGE_DEFLATED, "game/big.bin");
        try (MountedDrive drive = builder(Corpus.B01_LARGE_DEFLATED)
                .cacheDirectory(Path.of("/proc/none"))
                .memoryBudget(8L * MIB)
                .maxMemoryPerFile(MIB)
                .mount()) {
            try (FileChannel channel = FileChannel.open(drive.root().resolve("game/big.bin"))) {
                for (int at = 0; at < content.size(); at += 4 * MIB) {
                    checkAt(channel, content, at, 4096);
                }
                checkAt(channel, content, 0, 4096);
            }
            assertThat(drive.statistics().get(Metric.FAILURES)).isZero();
        }
    }

    /** The number of cycles is a property so that a patient person can ask for many. */
    @Test
    void mountingAgainAndAgainLeaksNothing() throws Exception {
        int cycles = Integer.getInteger("zipfs.it.cycles", 25);
        ZipDrive.Builder builder =
                builder(Corpus.B23_OFFSETS).diskBudget(64L * MIB).maxMemoryPerFile(1);
        Path caches = Files.createDirectory(dir.resolve("caches"));
        builder.cacheDirectory(caches);
        cycle(builder);
        cycle(builder);
        int descriptors = count(Path.of("/proc/self/fd"));
        int threads = Thread.getAllStackTraces().size();
        for (int i = 0; i < cycles; i++) {
            cycle(builder);
        }
        assertThat(count(Path.of("/proc/self/fd"))).isLessThanOrEqualTo(descriptors + 2);
        assertThat(Thread.getAllStackTraces().size()).isLessThanOrEqualTo(threads + 2);
        assertThat(caches).isEmptyDirectory();
        assertThat(dir.resolve("drive")).doesNotExist();
    }

    private static void cycle(ZipDrive.Builder builder) throws IOException {
        try (MountedDrive drive = builder.mount()) {
            try (FileChannel channel = FileChannel.open(drive.root().resolve("d.bin"), StandardOpenOption.READ)) {
                assertThat(channel.read(ByteBuffer.allocate(4096), 3L * MIB)).isEqualTo(4096);
            }
        }
    }

    private static int count(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return (int) files.count();
        }
    }

    private static void checkAt(FileChannel channel, Content content, long position, int length) throws IOException {
        ByteBuffer dst = ByteBuffer.allocate(length);
        while (dst.hasRemaining()) {
            assertThat(channel.read(dst, position + dst.position())).isPositive();
        }
        assertThat(dst.array()).as("%d bytes at %d", length, position).isEqualTo(content.slice(position, length));
    }

    /** Something that one of several threads does. */
    private interface Work {
        void run(int thread) throws Exception;
    }

    private static void inParallel(int threads, Work work) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Future<Void>> results = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                int thread = i;
                results.add(pool.submit(() -> {
                    work.run(thread);
                    return null;
                }));
            }
            for (Future<Void> result : results) {
                result.get();
            }
        } finally {
            pool.shutdownNow();
        }
    }
}
