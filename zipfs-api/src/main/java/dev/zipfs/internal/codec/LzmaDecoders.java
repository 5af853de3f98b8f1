package dev.zipfs.internal.codec;

import dev.zipfs.UnsupportedFeatureException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;
import org.tukaani.xz.LZMAInputStream;
import org.tukaani.xz.MemoryLimitException;
import org.tukaani.xz.SeekableInputStream;
import org.tukaani.xz.SeekableXZInputStream;
import org.tukaani.xz.UnsupportedOptionsException;
import org.tukaani.xz.XZInputStream;

/**
 * Decodes LZMA and XZ. The only class that names XZ for Java: where its jar is missing, opening an entry says so.
 *
 * <p>XZ data ends with an index of its blocks, and a block can be decoded without those before it; so where there is more than
 * one, as {@code xz --threads} and {@code xz --block-size} make them, they are restart points. What the index says must add up
 * to the entry's size; what it says of a block is held against the block's own header when that is decoded.
 */
public final class LzmaDecoders {
    /** What a dictionary may take that is never larger than the entry. */
    private static final int LZMA_LIMIT_KIB = 256 << 10;

    /** What one may take whose size the data alone says: the largest preset of xz and of 7-Zip needs 65 MiB. */
    private static final int XZ_LIMIT_KIB = 80 << 10;

    private static final int LZMA_HEADER = 4;
    private static final int LZMA_PROPERTIES = 5;
    private static final int SMALLEST_DICTIONARY = 4096;

    /**
     * How many bytes one compressed byte can stand for at most, rounded up: a match of 273 bytes takes 14 decisions, and the
     * likeliest of them takes log2(2048/2017) bits, which makes 7090.
     */
    private static final int MOST_PER_BYTE = 1 << 13;

    private static final Kind LZMA = new Kind("lzma");
    private static final Kind XZ = new Kind("xz");

    private LzmaDecoders() {}

    /**
     * Prepares for an LZMA entry.
     *
     * @param flags the entry's general purpose bits
     * @throws UnsupportedFeatureException if the jar is missing
     */
    public static Decoder.Factory lzma(int flags, CompressedBytes bytes, EntryData data) throws IOException {
        check(LZMA, data);
        return from -> {
            CompressedStream compressed = new CompressedStream(bytes);
            return StreamDecoder.start(LZMA, compressed, data, () -> openLzma(flags, compressed, bytes.size(), data));
        };
    }

    /**
     * Prepares for an XZ entry.
     *
     * @throws UnsupportedFeatureException if the jar is missing
     */
    public static Decoder.Factory xz(CompressedBytes bytes, EntryData data) throws IOException {
        check(XZ, data);
        return new Blocks(bytes, data);
    }

    private static void check(Kind kind, EntryData data) throws UnsupportedFeatureException {
        MissingJar.check("org.tukaani.xz.LZMAInputStream", () -> kind.missing(data));
    }

    /**
     * LZMA data in a ZIP has a header of its own (APPNOTE 6.3.10 §5.8.8); the decoder wants that of a {@code .lzma}
     * file. A dictionary is never used beyond the size of the entry, nor beyond what so many compressed bytes can be at
     * most, so a lying one is cut down before anything is allocated.
     */
    private static InputStream openLzma(int flags, CompressedStream compressed, long packed, EntryData data)
            throws IOException {
        byte[] head = compressed.readNBytes(LZMA_HEADER + LZMA_PROPERTIES);
        if (head.length < LZMA_HEADER + LZMA_PROPERTIES || head[2] != LZMA_PROPERTIES || head[3] != 0) {
            throw data.damaged(
                    "the lzma data does not start with a header of " + LZMA_PROPERTIES + " property bytes",
                    0,
                    "APPNOTE 6.3.10 §5.8.8",
                    null);
        }
        boolean endMarked = (flags & 0x2) != 0;
        ByteBuffer alone = ByteBuffer.allocate(LZMA_PROPERTIES + Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        alone.put(head, LZMA_HEADER, LZMA_PROPERTIES).putLong(endMarked ? -1 : data.size());
        long dictionary = Integer.toUnsignedLong(alone.getInt(1));
        long most = packed > data.size() / MOST_PER_BYTE ? data.size() : packed * MOST_PER_BYTE;
        alone.putInt(1, (int) Math.min(dictionary, Math.max(SMALLEST_DICTIONARY, most)));
        return new LZMAInputStream(
                new SequenceInputStream(new ByteArrayInputStream(alone.array()), compressed), LZMA_LIMIT_KIB);
    }

    private record Kind(String label) implements StreamDecoder.Kind {
        @Override
        public UnsupportedFeatureException missing(EntryData data) {
            return MissingJar.of("compression method " + label, "org.tukaani:xz", data);
        }

        @Override
        public @Nullable IOException meaning(Exception e, EntryData data) {
            if (e instanceof MemoryLimitException limit) {
                return new UnsupportedFeatureException(
                        label + " data that needs " + (limit.getMemoryNeeded() >> 10) + " MiB to decode, where "
                                + (limit.getMemoryLimit() >> 10) + " MiB is the limit,",
                        data.entry(),
                        "unpack it with another program");
            }
            return e instanceof UnsupportedOptionsException
                    ? new UnsupportedFeatureException(
                            label + " data with unknown options", data.entry(), "unpack it with another program")
                    : null;
        }
    }

    private static final class Block extends RestartPoint {
        private final int number;

        Block(long position, int number) {
            super(position);
            this.number = number;
        }
    }

    private record Blocks(CompressedBytes bytes, EntryData data) implements Decoder.Factory {
        @Override
        public Decoder start(@Nullable RestartPoint from) throws IOException {
            CompressedStream compressed = new CompressedStream(bytes);
            return StreamDecoder.start(XZ, compressed, data, () -> {
                if (!(from instanceof Block block)) {
                    return new XZInputStream(compressed, XZ_LIMIT_KIB);
                }
                SeekableXZInputStream plain = seekable(compressed);
                plain.seekToBlock(block.number);
                return plain;
            });
        }

        private SeekableXZInputStream seekable(CompressedStream compressed) throws IOException {
            return new SeekableXZInputStream(new Seekable(compressed, bytes.size()), XZ_LIMIT_KIB);
        }

        /** Reads the index; there is one of at most half its own bytes of blocks, 16 bytes each, within the limit. */
        @Override
        public @Nullable RestartPoints claimed() throws IOException {
            CompressedStream compressed = new CompressedStream(bytes);
            try (SeekableXZInputStream plain = seekable(compressed)) {
                if (plain.getBlockCount() < 2 || plain.length() != data.size()) {
                    return null;
                }
                RestartPoints points = RestartPoints.claimed(data.size());
                for (int i = 1; i < plain.getBlockCount(); i++) {
                    points.add(new Block(plain.getBlockPos(i), i));
                }
                return points;
            } catch (IOException | RuntimeException e) {
                IOException below = compressed.storageFailure();
                if (below != null) {
                    throw below;
                }
                // Without an index, or with a wrong one, a pass from the start tells what is the matter.
                return null;
            }
        }
    }

    /** Compressed bytes as XZ for Java wants them. */
    private static final class Seekable extends SeekableInputStream {
        private final CompressedStream compressed;
        private final long size;

        Seekable(CompressedStream compressed, long size) {
            this.compressed = compressed;
            this.size = size;
        }

        @Override
        public long length() {
            return size;
        }

        @Override
        public long position() {
            return compressed.consumed();
        }

        @Override
        public void seek(long position) {
            compressed.seek(position);
        }

        @Override
        public int read() throws IOException {
            return compressed.read();
        }

        @Override
        public int read(byte[] dst, int offset, int length) throws IOException {
            return compressed.read(dst, offset, length);
        }
    }
}
