package dev.zipfs.internal.inflate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;

/** Going on in the middle gives the same bytes, with our decoder and with zlib's. */
class ResumeTest {
    private static final int SIZE = 220_000;

    @Test
    void resumesAtEverySymbolOfSmallStreams() throws IOException {
        List<byte[]> streams = new ArrayList<>();
        byte[] plain = Samples.text(1500);
        streams.add(Samples.deflate(plain, 6, Deflater.DEFAULT_STRATEGY));
        streams.add(Samples.deflate(plain, 6, Deflater.HUFFMAN_ONLY));
        streams.add(Samples.deflate(plain, 6, Deflater.DEFAULT_STRATEGY, 100, Deflater.SYNC_FLUSH));
        streams.add(Samples.deflate(Arrays.copyOf(plain, 50), 6, Deflater.DEFAULT_STRATEGY));
        streams.add(Samples.deflate(Samples.periods(1500), 6, Deflater.DEFAULT_STRATEGY));
        streams.add(Samples.stored(plain, 400));
        for (int seed = 100; seed < 110; seed++) {
            streams.add(RandomStreams.stream(seed, 1000));
        }
        for (byte[] stream : streams) {
            assertResumesEverywhere(stream);
        }
    }

    private static void assertResumesEverywhere(byte[] stream) throws IOException {
        byte[] plain = Oracle.zlib(stream, Integer.MAX_VALUE).bytes;
        CompressedInput input = new CompressedBytes(stream);
        int checkpoints = 0;
        int position = 0;
        for (int target = 0; target < plain.length; target++) {
            Checkpoint checkpoint = checkpointAt(input, plain.length, target);
            if (checkpoint == null || checkpoint.offset() < position) {
                continue;
            }
            position = (int) checkpoint.offset() + 1;
            checkpoints++;
            String what = "bit " + checkpoint.bitOffset() + " of " + stream.length + " bytes";
            byte[] rest = Arrays.copyOfRange(plain, (int) checkpoint.offset(), plain.length);
            try (PlainStream ours = InflateDecoder.resume(input, plain.length, checkpoint);
                    PlainStream zlib = PrimedInflater.resume(input, plain.length, checkpoint)) {
                assertThat(readAll(ours, rest.length)).as("ours at " + what).isEqualTo(rest);
                assertThat(readAll(zlib, rest.length)).as("zlib at " + what).isEqualTo(rest);
            }
        }
        assertThat(checkpoints).isGreaterThan(plain.length / 300);
    }

    /** A checkpoint at the first symbol at or after a position, or {@code null} at the end. */
    private static Checkpoint checkpointAt(CompressedInput input, int plainSize, int target) throws IOException {
        try (InflateDecoder decoder = new InflateDecoder(input, plainSize)) {
            return decoder.checkpointAfter(target);
        }
    }

    @Test
    void resumesAtRecordedCheckpoints() throws IOException {
        for (var content : Samples.contents(SIZE).entrySet()) {
            byte[] plain = content.getValue();
            for (int strategy : new int[] {Deflater.DEFAULT_STRATEGY, Deflater.HUFFMAN_ONLY}) {
                byte[] compressed = Samples.deflate(plain, 6, strategy);
                assertRecordedCheckpointsWork(content.getKey(), compressed, plain);
            }
        }
        byte[] random = Samples.random(SIZE);
        assertRecordedCheckpointsWork("stored", Samples.stored(random, 65535), random);
        assertRecordedCheckpointsWork("small stored", Samples.stored(random, 70), random);
    }

    private static void assertRecordedCheckpointsWork(String what, byte[] compressed, byte[] plain) throws IOException {
        CompressedInput input = new CompressedBytes(compressed);
        CheckpointIndex index = record(input, plain);
        assertThat(index.complete()).as(what).isTrue();
        assertThat(index.size()).as(what).isEqualTo(Math.max(0, (plain.length - 1) / (1 << 16)));
        for (int at = 1 << 16; at < plain.length; at += 1 << 16) {
            Checkpoint checkpoint = index.before(at);
            assertThat(checkpoint).as(what).isNotNull();
            assertThat(checkpoint.offset()).as(what).isEqualTo(at);
            byte[] rest = Arrays.copyOfRange(plain, at, plain.length);
            try (PlainStream ours = InflateDecoder.resume(input, index, checkpoint);
                    PlainStream zlib = PrimedInflater.resume(input, index, checkpoint)) {
                assertThat(Arrays.equals(readAll(ours, rest.length), rest))
                        .as("ours, %s at %d", what, at)
                        .isTrue();
                assertThat(Arrays.equals(readAll(zlib, rest.length), rest))
                        .as("zlib, %s at %d", what, at)
                        .isTrue();
            }
        }
    }

    @Test
    void keepsOnlyWhatIsReferredTo() throws IOException {
        byte[] plain = Samples.random(300_000);
        CheckpointIndex literals = record(new CompressedBytes(Samples.deflate(plain, 6, Deflater.HUFFMAN_ONLY)), plain);
        assertThat(literals.before(100_000).packedWindow()).hasSizeLessThan(400);

        byte[] far = Samples.far(300_000);
        CheckpointIndex all = record(new CompressedBytes(Samples.deflate(far, 9, Deflater.DEFAULT_STRATEGY)), far);
        assertThat(all.before(100_000).packedWindow()).hasSizeBetween(20_000, 32768);
    }

    @Test
    void aSecondPassComparesWithTheFirst() throws IOException {
        byte[] plain = Samples.text(600_000);
        byte[] other = plain.clone();
        other[400_000] ^= 1;
        byte[] compressed = Samples.stored(plain, 65535);
        CheckpointIndex index = record(new CompressedBytes(compressed), plain);
        CompressedInput changed = new CompressedBytes(Samples.stored(other, 65535));
        for (Checkpoint checkpoint : new Checkpoint[] {index.before(100_000), index.before(400_000)}) {
            try (PlainStream ours = InflateDecoder.resume(changed, index, checkpoint);
                    PlainStream zlib = PrimedInflater.resume(changed, index, checkpoint)) {
                int before = (int) (400_000 / index.grain() * index.grain() - checkpoint.offset());
                readAll(ours, before);
                readAll(zlib, before);
                assertThatThrownBy(() -> readAll(ours, 65536)).hasMessageContaining("archive has changed");
                assertThatThrownBy(() -> readAll(zlib, 65536)).hasMessageContaining("archive has changed");
            }
        }
        assertThat(index.agrees(393_216, plain, 393_216, 65536)).isTrue();
        assertThat(index.agrees(393_216, other, 393_216, 65536)).isFalse();
        assertThat(index.agrees(390_000, other, 390_000, 70_000)).isFalse();
        assertThat(index.agrees(400_000, other, 400_000, 10))
                .as("no whole grain")
                .isTrue();
    }

    @Test
    void refusesCheckpointsOfOtherStreams() throws IOException {
        byte[] plain = Samples.random(300_000);
        byte[] stored = Samples.stored(plain, 1000);
        byte[] symbols = Samples.deflate(plain, 6, Deflater.HUFFMAN_ONLY);
        CompressedInput other = new CompressedBytes(Arrays.copyOf(symbols, stored.length));
        CheckpointIndex index = record(new CompressedBytes(stored), plain);
        for (long at = 65536; at < plain.length; at += 65536) {
            Checkpoint checkpoint = index.before(at);
            assertThatThrownBy(() -> readAll(InflateDecoder.resume(other, index, checkpoint), 100_000))
                    .isInstanceOf(IOException.class);
            assertThatThrownBy(() -> readAll(PrimedInflater.resume(other, index, checkpoint), 100_000))
                    .isInstanceOf(IOException.class);
        }
        assertThatThrownBy(() -> new InflateDecoder(new CompressedBytes(symbols), index))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void primedInflaterReportsDamageLikeTheDecoder() {
        byte[] plain = Samples.text(3000);
        byte[] compressed = Samples.deflate(plain, 6, Deflater.DEFAULT_STRATEGY);
        CompressedInput whole = new CompressedBytes(compressed);
        CompressedInput cut = new CompressedBytes(Arrays.copyOf(compressed, compressed.length - 1));
        byte[] broken = compressed.clone();
        broken[0] |= 6;
        assertThatThrownBy(() -> readAll(PrimedInflater.start(cut, 3000), 3000)).hasMessageContaining("ends before");
        assertThatThrownBy(() -> readAll(PrimedInflater.start(whole, 2999), 3000))
                .hasMessageContaining("more than");
        assertThatThrownBy(() -> readAll(PrimedInflater.start(whole, 3001), 3001))
                .hasMessageContaining("ends after 3000");
        assertThatThrownBy(() -> readAll(PrimedInflater.start(new CompressedBytes(broken), 3000), 3000))
                .hasMessageContaining("damaged");
        PrimedInflater closed = PrimedInflater.start(whole, 3000);
        closed.close();
        assertThatThrownBy(() -> readAll(closed, 1)).isInstanceOf(IOException.class);
    }

    static CheckpointIndex record(CompressedInput input, byte[] plain) throws IOException {
        CheckpointIndex index = new CheckpointIndex(input.size(), plain.length, Long.MAX_VALUE, 1 << 16);
        try (InflateDecoder decoder = new InflateDecoder(input, index)) {
            assertThat(Arrays.equals(readAll(decoder, plain.length), plain)).isTrue();
            decoder.skipTo(Long.MAX_VALUE);
        }
        return index;
    }

    /** Reads in pieces that fit no boundary. */
    static byte[] readAll(PlainStream stream, int size) throws IOException {
        byte[] bytes = new byte[size];
        int done = 0;
        int piece = 1;
        while (done < size) {
            int n = stream.read(bytes, done, Math.min(piece, size - done));
            if (n < 0) {
                throw new AssertionError("ends after " + done + " of " + size);
            }
            done += n;
            piece = piece * 3 % 50_021;
        }
        return bytes;
    }
}
