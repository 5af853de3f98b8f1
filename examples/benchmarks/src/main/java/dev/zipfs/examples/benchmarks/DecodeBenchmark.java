package dev.zipfs.examples.benchmarks;

import dev.zipfs.internal.inflate.CheckpointIndex;
import dev.zipfs.internal.inflate.InflateDecoder;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.zip.DataFormatException;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** How fast a whole entry is decoded: ours, ours with recording, and the JDK's Inflater. */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 7, time = 2)
@Fork(1)
public class DecodeBenchmark {
    /** See {@link Corpus#plain}. */
    @Param({"executable", "text", "base64", "runs", "random"})
    public String corpus;

    private MemoryInput input;
    private long plainSize;
    private final byte[] block = new byte[1 << 18];
    private final byte[] buffer = new byte[1 << 16];

    /** Compresses the corpus. */
    @Setup
    public void compress() throws IOException {
        byte[] plain = Corpus.plain(corpus);
        plainSize = plain.length;
        input = new MemoryInput(Corpus.deflate(plain));
    }

    /** The bytes that the time was spent on. */
    @AuxCounters(AuxCounters.Type.OPERATIONS)
    @State(Scope.Thread)
    public static class Counter {
        /** Plain megabytes; JMH shows them per second. */
        public double megabytes;

        void add(long bytes) {
            megabytes += bytes / 1e6;
        }
    }

    /** {@link InflateDecoder}. */
    @Benchmark
    public void ours(Counter counter) throws IOException {
        counter.add(MemoryInput.readAll(new InflateDecoder(input, plainSize), block));
    }

    /** {@link InflateDecoder} with checkpoints and checksums. */
    @Benchmark
    public void oursRecording(Counter counter) throws IOException {
        CheckpointIndex index = new CheckpointIndex(input.size(), plainSize, Long.MAX_VALUE);
        counter.add(MemoryInput.readAll(new InflateDecoder(input, index), block));
    }

    /** {@link java.util.zip.Inflater}. */
    @Benchmark
    public void inflater(Counter counter) throws DataFormatException {
        counter.add(input.inflateAll(block, buffer));
    }
}
