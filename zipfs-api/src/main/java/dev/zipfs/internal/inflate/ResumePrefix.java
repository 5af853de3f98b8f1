package dev.zipfs.internal.inflate;

import java.io.IOException;

/**
 * What {@link java.util.zip.Inflater} must be fed before the original bytes, so that it goes on at a checkpoint. It takes bytes,
 * not bits, and has no other way in than a block's header. Shifting the whole rest of the stream by some bits is no way, because
 * a stored block further on is aligned to a byte and would not be any more.
 *
 * <p>So the prefix is: empty blocks until the number of bits before the block's content is the same, modulo 8, as in the
 * original; a copy of the block's header; and the bits that are left of the byte that the checkpoint lies in. In a stored block
 * it is a header with the length that is left.
 */
final class ResumePrefix {
    /** What to feed first. */
    final byte[] bytes;

    /** The position in the stream of the byte to feed after it. */
    final long nextByte;

    private ResumePrefix(byte[] bytes, long nextByte) {
        this.bytes = bytes;
        this.nextByte = nextByte;
    }

    static ResumePrefix of(CompressedInput source, Checkpoint checkpoint) throws IOException {
        BitInput input = new DecodeBuffer(source, source.size(), 0).input();
        BlockHeader header = new BlockHeader(input);
        BitOutput out = new BitOutput();
        long headerOffset = checkpoint.blockOffset();
        long bitOffset = checkpoint.bitOffset();
        int headerBits = 0;
        if (bitOffset != headerOffset) {
            input.seek(headerOffset);
            header.read();
            long body = input.bitOffset();
            if (bitOffset < body) {
                throw new CorruptIndexException("bit " + bitOffset + " is not in a block");
            }
            if (header.type() == BlockHeader.STORED) {
                return inStoredBlock(header, bitOffset, body);
            }
            headerBits = (int) (body - headerOffset);
        }
        pad(out, (int) (bitOffset - headerBits & 7));
        copyBits(input, headerOffset, headerBits, out);
        copyBits(input, bitOffset, (int) (-bitOffset & 7), out);
        return new ResumePrefix(out.toBytes(), (bitOffset + 7) >>> 3);
    }

    private static ResumePrefix inStoredBlock(BlockHeader header, long bitOffset, long body) throws IOException {
        long used = (bitOffset - body) >>> 3;
        if ((bitOffset & 7) != 0 || used >= header.storedLength()) {
            throw new CorruptIndexException("bit " + bitOffset + " is not in a stored block");
        }
        int left = header.storedLength() - (int) used;
        BitOutput out = new BitOutput();
        out.put(header.last() ? 1 : 0, 3);
        out.align();
        out.put(left, 16);
        out.put(~left, 16);
        return new ResumePrefix(out.toBytes(), bitOffset >>> 3);
    }

    /**
     * Writes empty blocks whose bits are congruent to {@code residue} modulo 8. One with fixed codes has 10 bits, which reach
     * the even residues; one with dynamic codes, made to have an odd number of bits, comes before them for the odd ones.
     */
    private static void pad(BitOutput out, int residue) {
        if ((residue & 1) != 0) {
            putOddBlock(out);
        }
        while ((out.length() & 7) != residue) {
            out.put(0b010, 3);
            out.put(0, 7);
        }
    }

    /** RFC 1951 §3.2.7: 257 literal/length codes, of which only end-of-block has one, and no distance code: 93 bits. */
    private static void putOddBlock(BitOutput out) {
        out.put(0b100, 3);
        out.put(0, 5);
        out.put(0, 5);
        out.put(14, 4);
        // Code length codes in the order 16 17 18 0 8 7 9 6 10 5 11 4 12 3 13 2 14 1: 1 gets "0", 0 "01" and 18 "11".
        int[] codeLengths = {0, 0, 2, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};
        for (int length : codeLengths) {
            out.put(length, 3);
        }
        out.put(0b11, 2);
        out.put(138 - 11, 7);
        out.put(0b11, 2);
        out.put(118 - 11, 7);
        out.put(0, 1);
        out.put(0b01, 2);
        out.put(0, 1);
    }

    private static void copyBits(BitInput input, long bitOffset, int n, BitOutput out) throws IOException {
        if (n == 0) {
            return;
        }
        input.seek(bitOffset);
        int left = n;
        while (left > 0) {
            int some = Math.min(left, 16);
            out.put(input.take(some), some);
            left -= some;
        }
        input.checkNotOverrun();
    }
}
