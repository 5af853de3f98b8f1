package dev.zipfs.internal.inflate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

class InflateDecoderTest {
    private static final int SIZE = 160_000;

    @Test
    void decodesWhatZlibWritesAtEveryLevelAndStrategy() throws IOException {
        for (var content : Samples.contents(SIZE).entrySet()) {
            for (int level = 0; level <= 9; level += content.getKey().equals("classes") ? 1 : 3) {
                assertDecodes(
                        content.getKey() + " level " + level,
                        Samples.deflate(content.getValue(), level, Deflater.DEFAULT_STRATEGY),
                        content.getValue());
            }
            for (int strategy : new int[] {Deflater.FILTERED, Deflater.HUFFMAN_ONLY}) {
                assertDecodes(
                        content.getKey() + " strategy " + strategy,
                        Samples.deflate(content.getValue(), 6, strategy),
                        content.getValue());
            }
        }
    }

    @Test
    void decodesFlushedStreams() throws IOException {
        byte[] plain = Samples.text(SIZE);
        for (int flush : new int[] {Deflater.SYNC_FLUSH, Deflater.FULL_FLUSH}) {
            for (int piece : new int[] {100, 5_000, 70_000}) {
                byte[] compressed = Samples.deflate(plain, 6, Deflater.DEFAULT_STRATEGY, piece, flush);
                assertDecodes("flush " + flush + " every " + piece, compressed, plain);
            }
        }
    }

    @Test
    void decodesStoredBlocksOfAllSizes() throws IOException {
        byte[] plain = Samples.random(SIZE);
        for (int most : new int[] {1, 7, 4095, 32768, 65535}) {
            byte[] some = Arrays.copyOf(plain, Math.min(plain.length, most * 2000));
            assertDecodes("stored " + most, Samples.stored(some, most), some);
        }
        assertDecodes("stored, empty", Samples.stored(new byte[0], 1), new byte[0]);
    }

    @Test
    void decodesWhatTheRunningJdkIsMadeOf() throws IOException {
        Path modules = Path.of(System.getProperty("java.home"), "lib", "modules");
        Assumptions.assumeTrue(Files.isReadable(modules), "no lib/modules in this JDK");
        byte[] plain = new byte[1 << 20];
        try (RandomAccessFile file = new RandomAccessFile(modules.toFile(), "r")) {
            for (int part = 0; part < 4; part++) {
                file.seek(file.length() / 5 * (part + 1));
                file.readFully(plain);
                assertDecodes("modules " + part, Samples.deflate(plain, 6, Deflater.DEFAULT_STRATEGY), plain);
            }
        }
    }

    @Test
    void decodesStreamsThatNoEncoderWrites() throws IOException {
        for (int seed = 0; seed < 150; seed++) {
            byte[] compressed = RandomStreams.stream(seed, 20_000);
            Oracle expected = Oracle.zlib(compressed, Integer.MAX_VALUE);
            assertThat(expected.accepted).as("seed %d is valid", seed).isTrue();
            assertDecodes("seed " + seed, compressed, expected.bytes);
        }
    }

    @Test
    void decodesOneBlockLargerThanAllBuffers() throws IOException {
        byte[] plain = Samples.text(1 << 20);
        BitOutput out = new BitOutput();
        out.put(1, 1);
        out.put(1, 2);
        for (byte b : plain) {
            int code = Integer.reverse(0x30 + (b & 0xFF)) >>> 24;
            out.put(code, 8);
        }
        out.put(0, 7);
        out.align();
        assertDecodes("one fixed block", out.toBytes(), plain);
    }

    @Test
    void decodesTheFarthestMatchesAcrossAllMovesOfTheBuffer() throws IOException {
        byte[] plain = Arrays.copyOf(Samples.random(32768), 32768 + 258 * 4000);
        BitOutput out = new BitOutput();
        out.put(1, 1);
        out.put(1, 2);
        for (int i = 0; i < 32768; i++) {
            int b = plain[i] & 0xFF;
            out.put(
                    b < 144 ? Integer.reverse(0x30 + b) >>> 24 : Integer.reverse(0x190 + b - 144) >>> 23,
                    b < 144 ? 8 : 9);
        }
        for (int i = 32768; i < plain.length; i++) {
            plain[i] = plain[i - 32768];
            if ((i - 32768) % 258 == 0) {
                // Length 258 is symbol 285, 11000101; distance 32768 is symbol 29, 11101, and 13 extra bits.
                out.put(Integer.reverse(0xC5) >>> 24, 8);
                out.put(Integer.reverse(29) >>> 27, 5);
                out.put(8191, 13);
            }
        }
        out.put(0, 7);
        out.align();
        assertThat(Oracle.zlib(out.toBytes(), Integer.MAX_VALUE).bytes).isEqualTo(plain);
        assertDecodes("far", out.toBytes(), plain);
    }

    @Test
    void skipsEmptyBlocksOfAllKinds() throws IOException {
        BitOutput out = new BitOutput();
        for (int i = 0; i < 5000; i++) {
            out.put(i % 2 == 0 ? 0b010 : 0, 3);
            if (i % 2 == 0) {
                out.put(0, 7);
            } else {
                out.align();
                out.put(0, 16);
                out.put(0xFFFF, 16);
            }
        }
        out.put(0b011, 3);
        out.put(Integer.reverse(0x30 + 'x') >>> 24, 8);
        out.put(0, 7);
        out.align();
        assertDecodes("empty blocks", out.toBytes(), new byte[] {'x'});
    }

    @Test
    void writesNothingOutsideTheAskedRange() throws IOException {
        byte[] plain = Samples.text(SIZE);
        byte[] compressed = Samples.deflate(plain, 6, Deflater.DEFAULT_STRATEGY);
        byte[] dst = new byte[20_000];
        Random random = new Random(5);
        try (InflateDecoder decoder = new InflateDecoder(new CompressedBytes(compressed), plain.length)) {
            int position = 0;
            while (position < plain.length) {
                Arrays.fill(dst, (byte) 0x55);
                int offset = random.nextInt(100);
                int length = random.nextInt(5) == 0 ? random.nextInt(10_000) : random.nextInt(50);
                int n = decoder.read(dst, offset, length);
                assertThat(n).isEqualTo(Math.min(length, plain.length - position));
                for (int i = 0; i < dst.length; i++) {
                    byte expected = i < offset || i >= offset + n ? 0x55 : plain[position + i - offset];
                    if (dst[i] != expected) {
                        throw new AssertionError("at " + position + ", index " + i);
                    }
                }
                position += n;
                assertThat(decoder.position()).isEqualTo(position);
            }
            assertThat(decoder.read(dst, 0, 0)).isZero();
            assertThat(decoder.read(dst, 0, 1)).isEqualTo(-1);
            assertThatThrownBy(() -> decoder.read(dst, 19_999, 2)).isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> decoder.read(dst, Integer.MAX_VALUE, 1))
                    .isInstanceOf(IndexOutOfBoundsException.class);
        }
    }

    @Test
    void fillsBuffersOfAllKinds() throws IOException {
        byte[] plain = Samples.classes(SIZE);
        CompressedInput input = new CompressedBytes(Samples.deflate(plain, 6, Deflater.DEFAULT_STRATEGY));
        for (ByteBuffer dst : new ByteBuffer[] {ByteBuffer.allocate(5000), ByteBuffer.allocateDirect(5000)}) {
            try (PlainStream ours = new InflateDecoder(input, SIZE);
                    PlainStream zlib = PrimedInflater.start(input, SIZE)) {
                for (PlainStream stream : new PlainStream[] {ours, zlib}) {
                    for (int position = 0; position < SIZE; position += 4000) {
                        dst.clear().position(500).limit(4500);
                        assertThat(stream.read(dst)).isEqualTo(4000);
                        assertThat(dst.position()).isEqualTo(4500);
                        assertThat(dst.limit()).isEqualTo(4500);
                        ByteBuffer expected = ByteBuffer.wrap(plain, position, 4000);
                        assertThat(dst.position(500)).isEqualTo(expected);
                    }
                    dst.clear();
                    assertThat(stream.read(dst)).isEqualTo(-1);
                    assertThat(stream.read(ByteBuffer.allocate(0))).isZero();
                }
            }
        }
    }

    @Test
    void skipsForwardOnly() throws IOException {
        byte[] plain = Samples.classes(SIZE);
        byte[] compressed = Samples.deflate(plain, 6, Deflater.DEFAULT_STRATEGY);
        byte[] dst = new byte[1000];
        try (InflateDecoder decoder = new InflateDecoder(new CompressedBytes(compressed), plain.length)) {
            for (int position = 0; position + 1000 < plain.length; position += 37_123) {
                decoder.skipTo(position);
                assertThat(decoder.read(dst, 0, 1000)).isEqualTo(1000);
                assertThat(dst).isEqualTo(Arrays.copyOfRange(plain, position, position + 1000));
            }
            assertThatThrownBy(() -> decoder.skipTo(0)).isInstanceOf(IllegalArgumentException.class);
            decoder.skipTo(Long.MAX_VALUE);
            assertThat(decoder.position()).isEqualTo(plain.length);
            assertThat(decoder.read(dst, 0, 1)).isEqualTo(-1);
        }
    }

    @Test
    void leavesBytesAfterTheStreamAlone() throws IOException {
        byte[] plain = Samples.text(5000);
        byte[] compressed = Samples.deflate(plain, 6, Deflater.DEFAULT_STRATEGY);
        for (int trailing : new int[] {0, 1, 7, 8, 9, 100_000}) {
            byte[] longer = Arrays.copyOf(compressed, compressed.length + trailing);
            try (InflateDecoder decoder = new InflateDecoder(new CompressedBytes(longer), plain.length)) {
                assertThat(decoder.trailingBytes()).isZero();
                assertThat(decoder.read(new byte[plain.length], 0, plain.length))
                        .isEqualTo(plain.length);
                assertThat(decoder.trailingBytes()).isEqualTo(trailing);
            }
        }
    }

    @Test
    void readsFromSourcesThatGiveLittleAtATime() throws IOException {
        byte[] plain = Samples.classes(100_000);
        byte[] compressed = Samples.deflate(plain, 6, Deflater.DEFAULT_STRATEGY);
        Random random = new Random(6);
        CompressedInput grudging = new CompressedInput() {
            @Override
            public long size() {
                return compressed.length;
            }

            @Override
            public int read(long position, byte[] dst, int offset, int length) {
                int n = Math.min(length, 1 + random.nextInt(50));
                System.arraycopy(compressed, (int) position, dst, offset, n);
                return n;
            }
        };
        byte[] dst = new byte[plain.length];
        try (InflateDecoder decoder = new InflateDecoder(grudging, plain.length)) {
            assertThat(decoder.read(dst, 0, dst.length)).isEqualTo(dst.length);
        }
        assertThat(dst).isEqualTo(plain);
    }

    private static void assertDecodes(String what, byte[] compressed, byte[] plain) throws IOException {
        Oracle ours = Oracle.ours(compressed, Integer.MAX_VALUE);
        assertThat(ours.accepted).as(what).isTrue();
        assertThat(Arrays.equals(ours.bytes, plain)).as(what).isTrue();
        assertThat(ours.trailing).as(what).isZero();
        byte[] dst = new byte[plain.length];
        try (InflateDecoder decoder = new InflateDecoder(new CompressedBytes(compressed), plain.length)) {
            assertThat(decoder.read(dst, 0, dst.length)).as(what).isEqualTo(plain.length);
            assertThat(decoder.read(dst, 0, dst.length)).as(what).isEqualTo(dst.length == 0 ? 0 : -1);
        }
        assertThat(Arrays.equals(dst, plain)).as(what).isTrue();
    }
}
