package dev.zipfs.examples.benchmarks;

import dev.zipfs.Archive;
import dev.zipfs.ZipDrive;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** 4 KiB at 90 % of a deflated entry of 64 MiB, archive opened for it; and 4 KiB anywhere once a pass is over, nothing cached. */
@State(Scope.Thread)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 2, time = 3)
@Measurement(iterations = 5, time = 3)
@Fork(1)
public class SeekBenchmark {
    private static final int SIZE = 64 << 20;
    private static final int PAGE = 4096;
    private static final long FAR = SIZE / 10L * 9;

    private Path directory;
    private Path archive;
    private Archive passed;
    private SeekableByteChannel channel;
    private final Random random = new Random(3);
    private final ByteBuffer page = ByteBuffer.allocateDirect(PAGE);
    private final byte[] array = new byte[PAGE];

    /** Makes the archive, saves its index, and makes one pass over another opening of it. */
    @Setup
    public void prepare() throws IOException {
        directory = Files.createTempDirectory("zipfs-benchmark-");
        Path plain = directory.resolve("plain");
        archive = directory.resolve("deflated.zip");
        Archives.writePlain(plain, SIZE);
        Archives.deflate(plain, archive);
        try (Archive first = builder().indexCache(index()).open()) {
            readAll(first);
        }
        passed = builder().open();
        readAll(passed);
        channel = passed.entry(Archives.ENTRY).openChannel();
    }

    /** Deletes everything. */
    @TearDown
    public void delete() throws IOException {
        channel.close();
        passed.close();
        try (Stream<Path> all = Files.walk(directory)) {
            List<Path> paths = all.sorted(Comparator.reverseOrder()).toList();
            for (Path path : paths) {
                Files.delete(path);
            }
        }
    }

    private Path index() throws IOException {
        return Files.createDirectories(directory.resolve("index"));
    }

    private ZipDrive.Builder builder() {
        return ZipDrive.builder(archive).memoryBudget(0).diskBudget(0).readAhead(0);
    }

    private static void readAll(Archive archive) throws IOException {
        try (InputStream in = archive.entry(Archives.ENTRY).openStream()) {
            in.transferTo(java.io.OutputStream.nullOutputStream());
        }
    }

    private int far(Archive opened) throws IOException {
        try (opened;
                SeekableByteChannel at = opened.entry(Archives.ENTRY).openChannel()) {
            return at.position(FAR).read(page.clear());
        }
    }

    /** Ours, nothing known of the entry. */
    @Benchmark
    public int farAtFirst() throws IOException {
        return far(builder().open());
    }

    /** Ours, with an index that an earlier opening left. */
    @Benchmark
    public int farWithSavedIndex() throws IOException {
        return far(builder().indexCache(index()).open());
    }

    /** {@link ZipFile}. */
    @Benchmark
    public int farJdkZipFile() throws IOException {
        try (ZipFile zip = new ZipFile(archive.toFile());
                InputStream in = zip.getInputStream(zip.getEntry(Archives.ENTRY))) {
            in.skipNBytes(FAR);
            return in.readNBytes(array, 0, PAGE);
        }
    }

    /** Ours, anywhere, after the pass. */
    @Benchmark
    public int anywhereAfterAPass() throws IOException {
        return channel.position((long) (random.nextDouble() * (SIZE - PAGE))).read(page.clear());
    }
}
