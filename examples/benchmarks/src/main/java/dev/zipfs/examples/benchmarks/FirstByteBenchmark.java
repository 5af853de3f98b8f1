package dev.zipfs.examples.benchmarks;

import dev.zipfs.internal.inflate.CheckpointIndex;
import dev.zipfs.internal.inflate.InflateDecoder;
import dev.zipfs.internal.inflate.InflateStreams;
import dev.zipfs.internal.inflate.PlainStream;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** How long a fresh process takes to the first 4 KiB: every fork does it once. */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 0)
@Measurement(iterations = 1)
@Fork(15)
public class FirstByteBenchmark {
    private MemoryInput input;
    private long plainSize;
    private final byte[] page = new byte[4096];

    /** Compresses the corpus, which loads the zlib library: what is timed is decoding alone. */
    @Setup
    public void compress() throws IOException {
        byte[] plain = Corpus.plain("executable");
        plainSize = plain.length;
        input = new MemoryInput(Corpus.deflate(plain));
    }

    /** What an entry's reader does: Inflater first. */
    @Benchmark
    public int streams() throws IOException {
        CheckpointIndex index = new CheckpointIndex(input.size(), plainSize, 1 << 20);
        try (PlainStream stream = InflateStreams.open(input, index, 0)) {
            return stream.read(page, 0, page.length);
        }
    }

    /** What it would be without. */
    @Benchmark
    public int decoder() throws IOException {
        try (InflateDecoder stream = new InflateDecoder(input, plainSize)) {
            return stream.read(page, 0, page.length);
        }
    }

    /** {@link java.util.zip.Inflater}. */
    @Benchmark
    public int inflater() throws DataFormatException {
        Inflater inflater = new Inflater(true);
        try {
            byte[] some = new byte[8192];
            inflater.setInput(some, 0, input.read(0, some, 0, some.length));
            return inflater.inflate(page);
        } finally {
            inflater.end();
        }
    }
}
