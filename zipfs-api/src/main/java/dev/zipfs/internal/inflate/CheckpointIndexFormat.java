package dev.zipfs.internal.inflate;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32;

/**
 * A {@link CheckpointIndex} as bytes. Loading trusts nothing: a CRC-32 over all of it finds damage, and each number is checked
 * against its neighbours and against the sizes that the caller knows from the archive before it is used, so that made-up bytes
 * give a {@link CorruptIndexException} at worst. A well-formed index that belongs to other content is not found out here: the
 * caller binds a saved index to its archive, and decoding from a false checkpoint gives an error or bytes that
 * {@link CheckpointIndex#agrees} refuses.
 *
 * <p>All numbers are little-endian: magic, version, flags, compressed size, plain size, spacing, number of checkpoints, number of
 * checksums; for each checkpoint its offset divided by the spacing, lead, block's bit offset, bit offset, length of the packed
 * window, the packed window; the checksums; the CRC-32 of everything before it.
 */
public final class CheckpointIndexFormat {
    private static final int MAGIC = 0x49435A5A;
    private static final short VERSION = 1;
    private static final int FLAG_COMPLETE = 1;

    private static final int HEAD = 4 + 2 + 2 + 3 * 8 + 2 * 4;
    private static final int PER_CHECKPOINT = 4 + 2 + 8 + 8 + 2;
    private static final int TAIL = 4;

    private CheckpointIndexFormat() {}

    /**
     * Saves an index as it is now.
     *
     * @param index the index; may be in use
     * @return its bytes
     */
    public static byte[] save(CheckpointIndex index) {
        synchronized (index) {
            return write(index);
        }
    }

    private static byte[] write(CheckpointIndex index) {
        GrainChecksums checksums = index.checksums();
        int size = HEAD + checksums.count() * Integer.BYTES + TAIL;
        for (Checkpoint checkpoint : index.checkpoints()) {
            size = Math.addExact(size, PER_CHECKPOINT + checkpoint.packedWindow().length);
        }
        ByteBuffer out = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
        out.putInt(MAGIC).putShort(VERSION).putShort((short) (index.complete() ? FLAG_COMPLETE : 0));
        out.putLong(index.compressedSize()).putLong(index.plainSize()).putLong(index.spacing());
        out.putInt(index.size()).putInt(checksums.count());
        for (Checkpoint checkpoint : index.checkpoints()) {
            byte[] window = checkpoint.packedWindow();
            out.putInt((int) (checkpoint.offset() / index.spacing())).putShort((short) checkpoint.lead());
            out.putLong(checkpoint.blockOffset()).putLong(checkpoint.bitOffset());
            out.putShort((short) window.length).put(window);
        }
        for (int i = 0; i < checksums.count(); i++) {
            out.putInt(checksums.value(i));
        }
        out.putInt(crcOf(out.array(), 0, out.position()));
        return out.array();
    }

    /**
     * Loads what {@link #save} gave.
     *
     * @param saved holds the index from its position to its limit; both stay
     * @param compressedSize the size of the stream, as the archive says
     * @param plainSize the size that it decodes to, as the archive says
     * @param maxMemory as for {@link CheckpointIndex#CheckpointIndex(long, long, long)}; checkpoints beyond it are left out
     * @return an index
     * @throws CorruptIndexException if the bytes are no index of such a stream, or one of another version
     */
    public static CheckpointIndex load(ByteBuffer saved, long compressedSize, long plainSize, long maxMemory)
            throws CorruptIndexException {
        try {
            return read(saved.slice().order(ByteOrder.LITTLE_ENDIAN), compressedSize, plainSize, maxMemory);
        } catch (BufferUnderflowException e) {
            throw new CorruptIndexException("ends too early");
        }
    }

    private static CheckpointIndex read(ByteBuffer in, long compressedSize, long plainSize, long maxMemory)
            throws CorruptIndexException {
        if (in.remaining() < HEAD + TAIL) {
            throw new CorruptIndexException("ends too early");
        }
        if (in.getInt() != MAGIC) {
            throw new CorruptIndexException("is none");
        }
        short version = in.getShort();
        if (version != VERSION) {
            throw new CorruptIndexException("has version " + version + ", not " + VERSION);
        }
        checkCrc(in);
        int flags = in.getShort();
        if (in.getLong() != compressedSize || in.getLong() != plainSize) {
            throw new CorruptIndexException("belongs to a stream of other sizes");
        }
        long spacing = in.getLong();
        int checkpoints = in.getInt();
        int grains = in.getInt();
        if (spacing < new GrainChecksums(plainSize).grain() || Long.bitCount(spacing) != 1) {
            throw new CorruptIndexException("has a spacing of " + spacing);
        }
        CheckpointIndex index = new CheckpointIndex(compressedSize, plainSize, maxMemory, spacing);
        if (checkpoints < 0 || grains < 0 || grains > index.checksums().total()) {
            throw new CorruptIndexException("has " + checkpoints + " checkpoints and " + grains + " checksums");
        }
        readCheckpoints(in, index, checkpoints, spacing, Math.min(grains * index.grain(), plainSize - 1));
        if (in.remaining() != grains * Integer.BYTES + TAIL) {
            throw new CorruptIndexException("has a wrong length");
        }
        for (int i = 0; i < grains; i++) {
            index.putChecksum(i, in.getInt());
        }
        if ((flags & FLAG_COMPLETE) != 0) {
            index.end();
            if (!index.complete()) {
                throw new CorruptIndexException("is not as complete as it says");
            }
        }
        return index;
    }

    private static void readCheckpoints(ByteBuffer in, CheckpointIndex index, int count, long spacing, long maxOffset)
            throws CorruptIndexException {
        long offset = 0;
        long blockOffset = 0;
        long bitOffset = 0;
        for (int i = 0; i < count; i++) {
            Checkpoint checkpoint = readCheckpoint(in, spacing);
            if (checkpoint.offset() <= offset || checkpoint.offset() > maxOffset) {
                throw new CorruptIndexException("has a checkpoint at " + checkpoint.offset());
            }
            if (checkpoint.blockOffset() < blockOffset
                    || checkpoint.bitOffset() <= bitOffset
                    || checkpoint.blockOffset() > checkpoint.bitOffset()
                    || checkpoint.bitOffset() >>> 3 > index.compressedSize()) {
                throw new CorruptIndexException("has a checkpoint at bit " + checkpoint.bitOffset()
                        + " in a block at bit " + checkpoint.blockOffset());
            }
            offset = checkpoint.offset();
            blockOffset = checkpoint.blockOffset();
            bitOffset = checkpoint.bitOffset();
            index.add(checkpoint);
        }
    }

    private static Checkpoint readCheckpoint(ByteBuffer in, long spacing) throws CorruptIndexException {
        int number = in.getInt();
        int lead = in.getShort();
        long blockOffset = in.getLong();
        long bitOffset = in.getLong();
        int length = Short.toUnsignedInt(in.getShort());
        if (number <= 0 || number > Long.MAX_VALUE / spacing) {
            throw new CorruptIndexException("has a checkpoint number " + number);
        }
        if (lead < 0 || lead > Checkpoint.MAX_LEAD || length > DecodeBuffer.HISTORY || length > in.remaining()) {
            throw new CorruptIndexException("has a window of " + length + " bytes with a lead of " + lead);
        }
        byte[] window = new byte[length];
        in.get(window);
        return new Checkpoint(number * spacing, lead, blockOffset, bitOffset, window);
    }

    private static void checkCrc(ByteBuffer in) throws CorruptIndexException {
        ByteBuffer covered = in.duplicate();
        covered.rewind().limit(in.limit() - TAIL);
        CRC32 crc = new CRC32();
        crc.update(covered);
        if ((int) crc.getValue() != in.getInt(in.limit() - TAIL)) {
            throw new CorruptIndexException("is damaged");
        }
    }

    private static int crcOf(byte[] bytes, int offset, int length) {
        CRC32 crc = new CRC32();
        crc.update(bytes, offset, length);
        return (int) crc.getValue();
    }
}
