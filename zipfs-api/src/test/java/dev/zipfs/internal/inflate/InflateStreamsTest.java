package dev.zipfs.internal.inflate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class InflateStreamsTest {
    private static final byte[] PLAIN = Samples.classes(8 << 20);
    private static final CompressedInput INPUT =
            new CompressedBytes(Samples.deflate(PLAIN, 1, Deflater.DEFAULT_STRATEGY));

    @Test
    void opensAtAnyPosition() throws IOException {
        CheckpointIndex index = new CheckpointIndex(INPUT.size(), PLAIN.length, Long.MAX_VALUE);
        byte[] bytes = new byte[5000];
        for (int position : new int[] {0, 7_500_000, 5, 6_000_000, 1 << 20, PLAIN.length - 5000}) {
            try (PlainStream stream = InflateStreams.open(INPUT, index, position)) {
                assertThat(stream.position()).isEqualTo(position);
                assertThat(stream.read(bytes, 0, bytes.length)).isEqualTo(bytes.length);
                assertThat(bytes).isEqualTo(Arrays.copyOfRange(PLAIN, position, position + 5000));
            }
        }
        try (PlainStream stream = InflateStreams.open(INPUT, index, Long.MAX_VALUE)) {
            assertThat(stream.position()).isEqualTo(PLAIN.length);
            assertThat(stream.read(bytes, 0, 1)).isEqualTo(-1);
        }
        assertThat(index.complete()).isTrue();
        assertThatThrownBy(() -> InflateStreams.open(INPUT, index, -1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void handsOverInTheMiddleOfAPass() throws IOException {
        for (int cold : new int[] {0, 3, 10}) {
            AtomicBoolean warm = new AtomicBoolean();
            CheckpointIndex index = new CheckpointIndex(INPUT.size(), PLAIN.length, Long.MAX_VALUE);
            byte[] bytes = new byte[PLAIN.length];
            int done = 0;
            try (PlainStream stream = handover(index, warm)) {
                for (int reads = 0; done < bytes.length; reads++) {
                    warm.set(reads >= cold);
                    done += stream.read(bytes, done, Math.min(300_000, bytes.length - done));
                    assertThat(stream.position()).isEqualTo(done);
                }
                assertThat(stream.read(bytes, 0, 1)).isEqualTo(-1);
            }
            assertThat(Arrays.equals(bytes, PLAIN))
                    .as("cold for %d reads", cold)
                    .isTrue();
            assertThat(index.complete()).isTrue();
            assertThat(index.size()).as("all checkpoints are there").isEqualTo(7);
        }
    }

    @Test
    void aStreamThatStaysColdIsCheckedAllTheSame() throws IOException {
        CheckpointIndex index = new CheckpointIndex(INPUT.size(), PLAIN.length, Long.MAX_VALUE);
        AtomicBoolean warm = new AtomicBoolean();
        try (PlainStream stream = handover(index, warm)) {
            assertThat(Arrays.equals(ResumeTest.readAll(stream, PLAIN.length), PLAIN))
                    .isTrue();
        }
        assertThat(index.complete()).isTrue();
        assertThat(index.size()).isZero();
        long crc = index.crc32().getAsLong();
        try (PlainStream stream = new InflateDecoder(INPUT, index)) {
            stream.skipTo(Long.MAX_VALUE);
        }
        assertThat(index.size()).as("recorded by a later pass").isEqualTo(7);
        assertThat(index.crc32()).hasValue(crc);
    }

    @Test
    @Timeout(value = 60, unit = TimeUnit.SECONDS)
    void warmUpDecodesItsSampleAndEnds() throws IOException, InterruptedException {
        byte[] sample = WarmupThread.sample();
        Oracle decoded = Oracle.ours(WarmupThread.compress(sample), Integer.MAX_VALUE);
        assertThat(decoded.accepted).isTrue();
        assertThat(decoded.bytes).isEqualTo(sample);
        InflateWarmup.start();
        InflateWarmup.start();
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().equals("zipfs-inflate-warmup")) {
                thread.join();
            }
        }
        assertThat(InflateWarmup.warm()).isTrue();
    }

    private static PlainStream handover(CheckpointIndex index, AtomicBoolean warm) throws IOException {
        return new HandoverStream(INPUT, index, null) {
            @Override
            boolean warm() {
                return warm.get();
            }
        };
    }
}
