package dev.zipfs.examples.benchmarks;

import dev.zipfs.Archive;
import dev.zipfs.ZipDrive;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
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

/** What it costs to open an entry that was read before and read all of its 16 MiB: from the cache, stored, with the JDK's ZipFile. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class ReopenBenchmark {
    private static final int SIZE = 16 << 20;

    private Path directory;
    private Archive deflated;
    private Archive stored;
    private ZipFile jdk;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 17);
    private final byte[] array = new byte[1 << 17];

    /** Makes and opens the archives; the deflated one is read once. */
    @Setup
    public void open() throws IOException {
        directory = Files.createTempDirectory("zipfs-benchmark-");
        Path plain = directory.resolve("plain");
        Archives.writePlain(plain, SIZE);
        Archives.deflate(plain, directory.resolve("deflated.zip"));
        Archives.store(plain, directory.resolve("stored.zip"));
        deflated = ZipDrive.builder(directory.resolve("deflated.zip"))
                .memoryBudget(2L * SIZE)
                .open();
        stored = ZipDrive.open(directory.resolve("stored.zip"));
        jdk = new ZipFile(directory.resolve("deflated.zip").toFile());
        read(deflated);
    }

    /** Closes and deletes them. */
    @TearDown
    public void close() throws IOException {
        deflated.close();
        stored.close();
        jdk.close();
        for (String name : new String[] {"plain", "deflated.zip", "stored.zip"}) {
            Files.delete(directory.resolve(name));
        }
        Files.delete(directory);
    }

    private long read(Archive archive) throws IOException {
        long sum = 0;
        try (SeekableByteChannel channel = archive.entry(Archives.ENTRY).openChannel()) {
            for (int n; (n = channel.read(buffer.clear())) > 0; ) {
                sum += n;
            }
        }
        return sum;
    }

    /** Deflated, decoded before. */
    @Benchmark
    public long cached() throws IOException {
        return read(deflated);
    }

    /** Stored. */
    @Benchmark
    public long stored() throws IOException {
        return read(stored);
    }

    /** Opening alone. */
    @Benchmark
    public int cachedOpenAndFirstPage() throws IOException {
        try (SeekableByteChannel channel = deflated.entry(Archives.ENTRY).openChannel()) {
            return channel.read(buffer.clear().limit(4096));
        }
    }

    /** {@link ZipFile}, which decodes again. */
    @Benchmark
    public long jdkZipFile() throws IOException {
        long sum = 0;
        try (InputStream in = jdk.getInputStream(jdk.getEntry(Archives.ENTRY))) {
            for (int n; (n = in.read(array)) > 0; ) {
                sum += n;
            }
        }
        return sum;
    }
}
