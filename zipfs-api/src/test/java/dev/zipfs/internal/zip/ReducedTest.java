package dev.zipfs.internal.zip;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zipfs.ArchiveFormatException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Methods 2 to 5. Nothing has written them since 1990, so the streams are made here, after APPNOTE 6.3.10 §5.2 and without a look
 * at the decoder.
 */
class ReducedTest {
    private static final int DLE = 144;

    private final TinyZip zip = new TinyZip();

    /** The first half: repetitions become a mark, a length and a distance. */
    private static byte[] withoutRepetitions(byte[] content, int factor) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int lengthMask = (1 << 8 - factor) - 1;
        int longest = lengthMask + 255 + 3;
        int window = 256 << factor;
        for (int at = 0; at < content.length; ) {
            int best = 0;
            int distance = 0;
            for (int back = 1; back <= Math.min(window, at + 3); back++) {
                int n = 0;
                while (n < longest && at + n < content.length && content[at + n] == before(content, at + n - back)) {
                    n++;
                }
                if (n > best) {
                    best = n;
                    distance = back;
                }
            }
            if (best > 4) {
                int length = best - 3;
                int high = distance - 1 >> 8 << 8 - factor;
                if ((high | Math.min(length, lengthMask)) != 0) {
                    out.write(DLE);
                    out.write(high | Math.min(length, lengthMask));
                    if (length >= lengthMask) {
                        out.write(length - lengthMask);
                    }
                    out.write(distance - 1);
                    at += best;
                    continue;
                }
            }
            out.write(content[at]);
            if ((content[at] & 0xFF) == DLE) {
                out.write(0);
            }
            at++;
        }
        return out.toByteArray();
    }

    /** There are zeros before the first byte. */
    private static byte before(byte[] content, int at) {
        return at < 0 ? 0 : content[at];
    }

    /** The second half: a byte that often follows another takes few bits. */
    private static byte[] reduced(byte[] content, int factor) {
        byte[] plain = withoutRepetitions(content, factor);
        int[][] follows = new int[256][256];
        int last = 0;
        for (byte b : plain) {
            follows[last][b & 0xFF]++;
            last = b & 0xFF;
        }
        Bits bits = new Bits();
        int[][] sets = new int[256][];
        for (int i = 255; i >= 0; i--) {
            int[] counts = follows[i];
            TreeSet<Integer> likely = new TreeSet<>((a, b) -> counts[a] != counts[b] ? counts[b] - counts[a] : a - b);
            for (int b = 0; b < 256; b++) {
                if (counts[b] > 1) {
                    likely.add(b);
                }
            }
            sets[i] = likely.stream().limit(32).mapToInt(Integer::intValue).toArray();
            bits.put(sets[i].length, 6);
            for (int b : sets[i]) {
                bits.put(b, 8);
            }
        }
        last = 0;
        for (byte b : plain) {
            int[] set = sets[last];
            int index = -1;
            for (int i = 0; i < set.length; i++) {
                if (set[i] == (b & 0xFF)) {
                    index = i;
                }
            }
            if (set.length > 0) {
                bits.put(index >= 0 ? 0 : 1, 1);
            }
            if (index >= 0) {
                int width = 1;
                while (1 << width < set.length) {
                    width++;
                }
                bits.put(index, width);
            } else {
                bits.put(b & 0xFF, 8);
            }
            last = b & 0xFF;
        }
        return bits.toBytes();
    }

    private static byte[] content(int size) {
        SplittableRandom random = new SplittableRandom(4);
        byte[] content = new byte[size];
        for (int at = 5; at < size; ) {
            int length = Math.min(random.nextInt(1, 500), size - at);
            int from = random.nextInt(3) > 0 ? Math.max(0, at - random.nextInt(1, 4200)) : -1;
            for (int i = 0; i < length; i++) {
                content[at + i] = from < 0 ? (byte) (random.nextInt(30) + 130) : content[Math.min(from + i, at + i)];
            }
            at += length;
        }
        return content;
    }

    private Opened open(int method, byte[] content, byte[] packed) throws IOException {
        zip.entries.clear();
        zip.add("x".getBytes(UTF_8), content).raw(method, packed);
        return Opened.of(zip);
    }

    @Test
    void reducedIsReadAtEveryFactor() throws IOException {
        for (int factor = 1; factor <= 4; factor++) {
            for (int size : new int[] {1, 4, 700, 20_000}) {
                byte[] content = content(size);
                byte[] packed = reduced(content, factor);
                assertThat(packed.length).isLessThan(size + 6000);
                assertThat(open(factor + 1, content, packed).content(0))
                        .as("factor %d, %d bytes", factor, size)
                        .isEqualTo(content);
            }
        }
    }

    @Test
    void damageIsTold() throws IOException {
        byte[] content = content(3000);
        SplittableRandom random = new SplittableRandom(8);
        for (int factor = 1; factor <= 4; factor++) {
            byte[] packed = reduced(content, factor);
            for (int i = 0; i < 200; i++) {
                byte[] damaged = Arrays.copyOf(packed, i % 3 == 0 ? random.nextInt(packed.length) : packed.length);
                if (i % 3 > 0) {
                    damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
                }
                try {
                    assertThat(open(factor + 1, content, damaged).content(0)).isEqualTo(content);
                } catch (IOException e) {
                    assertThat(e).isInstanceOf(ArchiveFormatException.class).hasMessageContaining("'x'");
                }
            }
        }
    }

    @Test
    void setOfTooManyBytesIsTold() throws IOException {
        Opened opened = open(2, content(10), new byte[] {63, 0, 0});
        assertThatThrownBy(() -> opened.index.open(0).read(0, ByteBuffer.allocate(1)))
                .isInstanceOf(ArchiveFormatException.class)
                .hasMessageContaining("set of 63 bytes")
                .hasMessageContaining("§5.2");
    }
}
