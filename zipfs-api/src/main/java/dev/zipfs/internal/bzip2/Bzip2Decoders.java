package dev.zipfs.internal.bzip2;

import dev.zipfs.internal.codec.CompressedBytes;
import dev.zipfs.internal.codec.Decoder;
import dev.zipfs.internal.codec.EntryData;
import dev.zipfs.internal.codec.RestartPoint;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Decodes bzip2 data: streams one after the other, each of blocks of up to 900,000 bytes that do not depend on each other.
 *
 * <p><b>Why a decoder of our own.</b> A block starts at any bit, and nothing but decoding tells where: its magic number may stand
 * inside another block by chance or by design. Whoever decodes knows the bit; so every block is a restart point, exact and not
 * searched for.
 *
 * <p>The format is that of bzip2 1.0, which has no specification but its source. The checksum of a block is verified before its last
 * byte is given, that of a stream at its end, however the pass got there.
 */
public final class Bzip2Decoders implements Decoder.Factory {
    private static final long BLOCK_MAGIC = 0x314159265359L;
    private static final long END_MAGIC = 0x177245385090L;

    private final CompressedBytes bytes;
    private final EntryData data;

    /** Prepares for an entry. */
    public Bzip2Decoders(CompressedBytes bytes, EntryData data) {
        this.bytes = bytes;
        this.data = data;
    }

    @Override
    public boolean leavesPoints() {
        return true;
    }

    @Override
    public Decoder start(@Nullable RestartPoint from) throws IOException {
        return new Pass(bytes, data, from instanceof BlockStart start ? start : null);
    }

    /** Where a block, or the end of its stream, begins. */
    private static final class BlockStart extends RestartPoint {
        private final long bit;
        private final int level;

        /** Of the blocks of the stream before this one. */
        private final int checksum;

        BlockStart(long position, long bit, int level, int checksum) {
            super(position);
            this.bit = bit;
            this.level = level;
            this.checksum = checksum;
        }
    }

    private static final class Pass implements Decoder {
        private final EntryData data;
        private final BitSource bits;

        private final Block block = new Block();

        private int level;
        private int checksum;
        private boolean inStream;
        private boolean ended;

        Pass(CompressedBytes bytes, EntryData data, @Nullable BlockStart from) throws IOException {
            this.data = data;
            this.bits = new BitSource(bytes, data, from == null ? 0 : from.bit);
            if (from == null) {
                readHeader(true);
            } else {
                startStream(from.level, from.checksum);
            }
        }

        @Override
        public int decode(ByteBuffer dst) throws IOException {
            int start = dst.position();
            while (!ended) {
                if (!inStream) {
                    readHeader(false);
                } else if (block.isEmpty()) {
                    readBlock();
                } else {
                    // The last bytes of a block may say no more than that nothing follows.
                    block.write(dst, bits);
                    if (dst.position() > start) {
                        return dst.position() - start;
                    }
                }
            }
            return -1;
        }

        /** What follows the last stream is left alone, as bzip2 does. */
        private void readHeader(boolean first) throws IOException {
            boolean header = bits.nextByte() == 'B' && bits.nextByte() == 'Z' && bits.nextByte() == 'h';
            int digit = header ? bits.nextByte() - '0' : 0;
            if (digit >= 1 && digit <= 9) {
                startStream(digit, 0);
            } else if (first) {
                throw bits.damaged("does not start as bzip2 data does");
            } else {
                ended = true;
            }
        }

        private void startStream(int blockLevel, int checksumSoFar) {
            level = blockLevel;
            checksum = checksumSoFar;
            block.setLevel(blockLevel);
            inStream = true;
        }

        private void readBlock() throws IOException {
            long magic = (long) bits.read(24) << 24 | bits.read(24);
            if (magic == BLOCK_MAGIC) {
                block.read(bits, data.entry());
                checksum = Integer.rotateLeft(checksum, 1) ^ block.checksum();
            } else if (magic == END_MAGIC) {
                if (bits.read(32) != checksum) {
                    throw bits.damaged("has a stream whose checksum is wrong");
                }
                inStream = false;
            } else {
                throw bits.damaged("has no block where one should start");
            }
        }

        @Override
        public @Nullable RestartPoint restartPoint(long position) {
            return inStream && block.isEmpty() ? new BlockStart(position, bits.position(), level, checksum) : null;
        }

        @Override
        public String section() {
            return BitSource.SECTION;
        }

        @Override
        public long consumed() {
            return bits.position() >>> 3;
        }

        @Override
        public void close() {}
    }
}
