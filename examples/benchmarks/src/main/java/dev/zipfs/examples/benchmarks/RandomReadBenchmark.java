package dev.zipfs.examples.benchmarks;

import dev.zipfs.internal.inflate.Checkpoint;
import dev.zipfs.internal.inflate.CheckpointIndex;
import dev.zipfs.internal.inflate.InflateDecoder;
import dev.zipfs.internal.inflate.PlainStream;
import java.io.IOException;
import java.util.Random;
import java.util.concurrent.TimeUnit;
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

/** What a read of 4 KiB anywhere costs where nothing is cached: from the checkpoint before it, 1 MiB apart. */
@State(Scope.Thread)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 4)
@Fork(1)
public class RandomReadBenchmark {
    /** See {@link Corpus#plain}. */
    @Param({"executable", "text", "base64"})
    public String corpus;

    private MemoryInput input;
    private CheckpointIndex index;
    private final byte[] page = new byte[4096];
    private final Random random = new Random(3);

    /** Makes the first pass. */
    @Setup
    public void record() throws IOException {
        byte[] plain = Corpus.plain(corpus);
        input = new MemoryInput(Corpus.deflate(plain));
        index = new CheckpointIndex(input.size(), plain.length, Long.MAX_VALUE);
        MemoryInput.readAll(new InflateDecoder(input, index), new byte[1 << 18]);
        System.out.printf(
                "%n# %s: %d checkpoints of %d bytes on average%n",
                corpus, index.size(), index.memory() / Math.max(1, index.size()));
    }

    /** One page. */
    @Benchmark
    public int page() throws IOException {
        long position = (long) (random.nextDouble() * (index.plainSize() - page.length));
        Checkpoint checkpoint = index.before(position);
        try (PlainStream stream = checkpoint == null
                ? new InflateDecoder(input, index)
                : InflateDecoder.resume(input, index, checkpoint)) {
            stream.skipTo(position);
            return stream.read(page, 0, page.length);
        }
    }
}
