package dev.zipfs.internal.inflate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;

class CheckpointIndexTest {
    @Test
    void findsTheLastCheckpointBeforeAPosition() {
        CheckpointIndex index = index(100 << 20, Long.MAX_VALUE);
        assertThat(index.before(Long.MAX_VALUE)).isNull();
        for (int i = 1; i < 100; i++) {
            index.add(checkpoint(i));
        }
        assertThat(index.before(0)).isNull();
        assertThat(index.before((1 << 20) - 1)).isNull();
        assertThat(index.before(1 << 20).offset()).isEqualTo(1 << 20);
        assertThat(index.before((7 << 20) + 5).offset()).isEqualTo(7 << 20);
        assertThat(index.before(Long.MAX_VALUE).offset()).isEqualTo(99 << 20);
    }

    @Test
    void wantsCheckpointsAtMultiplesOfTheSpacingBeforeTheEnd() {
        CheckpointIndex index = index(3 << 20, Long.MAX_VALUE);
        assertThat(index.nextTarget(0)).isEqualTo(1 << 20);
        assertThat(index.nextTarget(1 << 20)).isEqualTo(2 << 20);
        assertThat(index.nextTarget(2 << 20)).isEqualTo(Long.MAX_VALUE);
        index.add(checkpoint(1));
        assertThat(index.nextTarget(0)).as("the first is there").isEqualTo(2 << 20);
        assertThat(index(1 << 20, 0).nextTarget(0)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void ignoresWhatItHas() {
        CheckpointIndex index = index(100 << 20, Long.MAX_VALUE);
        index.add(checkpoint(5));
        index.add(checkpoint(5));
        index.add(checkpoint(4));
        assertThat(index.size()).isEqualTo(1);
        assertThat(index.memory()).isBetween(1000L, 1300L);
    }

    @Test
    void widensTheSpacingToStayWithinItsMemory() {
        long max = 20 * checkpoint(1).memory();
        CheckpointIndex index = index(1000L << 20, max);
        int most = 0;
        for (int i = 1; i < 1000; i++) {
            if (index.nextTarget(((long) i << 20) - 1) == (long) i << 20) {
                index.add(checkpoint(i));
            }
            most = Math.max(most, index.size());
        }
        assertThat(most).isBetween(19, 21);
        assertThat(index.size()).isBetween(10, 20);
        assertThat(index.spacing()).isEqualTo(64 << 20);
        for (long at = 64 << 20; at < index.before(Long.MAX_VALUE).offset(); at += 64 << 20) {
            assertThat(index.before(at).offset()).isEqualTo(at);
        }
        index.thinOut();
        assertThat(index.size()).isBetween(5, 10);
    }

    @Test
    void worksWithoutAnyMemory() throws IOException {
        byte[] plain = Samples.text(500_000);
        CompressedInput input = new CompressedBytes(Samples.deflate(plain, 6, Deflater.DEFAULT_STRATEGY));
        CheckpointIndex index = new CheckpointIndex(input.size(), plain.length, 0, 1 << 16);
        try (InflateDecoder decoder = new InflateDecoder(input, index)) {
            assertThat(ResumeTest.readAll(decoder, plain.length)).isEqualTo(plain);
        }
        assertThat(index.size()).isZero();
        assertThat(index.complete()).isTrue();
    }

    @Test
    void knowsTheChecksumOfTheWholeOnceItIsComplete() throws IOException {
        for (int size : new int[] {0, 1, 65535, 65536, 65537, 300_000}) {
            byte[] plain = Samples.text(size);
            CompressedInput input = new CompressedBytes(Samples.deflate(plain, 6, Deflater.DEFAULT_STRATEGY));
            CheckpointIndex index = new CheckpointIndex(input.size(), size, Long.MAX_VALUE);
            CRC32 crc = new CRC32();
            crc.update(plain);
            try (InflateDecoder decoder = new InflateDecoder(input, index)) {
                assertThat(index.complete()).isFalse();
                assertThat(index.crc32()).isEmpty();
                decoder.skipTo(Math.max(0, size - 1));
                assertThat(decoder.read(new byte[2], 0, 2)).isEqualTo(size == 0 ? -1 : 1);
            }
            assertThat(index.complete()).isTrue();
            assertThat(index.checkedTo()).isEqualTo(size);
            assertThat(index.crc32()).as("size %d", size).hasValue(crc.getValue());
        }
    }

    @Test
    void hugeSizesCostNothing() {
        CheckpointIndex index = new CheckpointIndex(Long.MAX_VALUE, Long.MAX_VALUE, 1 << 20);
        assertThat(index.memory()).isLessThan(1000);
        assertThat(index.spacing()).isGreaterThanOrEqualTo(index.grain());
        assertThatThrownBy(() -> new CheckpointIndex(-1, 0, 0)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void combinesChecksums() {
        byte[] plain = Samples.random(1000);
        for (int first : new int[] {0, 1, 500, 999, 1000}) {
            int combined = new Crc32Combiner(1000 - first).combine(crc(plain, 0, first), crc(plain, first, 1000));
            assertThat(combined).isEqualTo(crc(plain, 0, 1000));
        }
    }

    private static int crc(byte[] bytes, int from, int to) {
        CRC32 crc = new CRC32();
        crc.update(bytes, from, to - from);
        return (int) crc.getValue();
    }

    private static CheckpointIndex index(long plainSize, long maxMemory) {
        return new CheckpointIndex(plainSize, plainSize, maxMemory);
    }

    private static Checkpoint checkpoint(int number) {
        return new Checkpoint((long) number << 20, 0, number, number, new byte[1000]);
    }
}
