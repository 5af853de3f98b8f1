package dev.zipfs.internal.inflate;

/**
 * All that is needed to go on decoding in the middle of a deflate stream: which bit comes next, where the block that it belongs
 * to began (its codes are read there again), and the bytes before it, as far as matches refer to them.
 *
 * <p>Decoding can only start between two symbols, but reads want to start at a multiple of the spacing. So the window also holds
 * the few bytes from that multiple up to the symbol, the lead. Immutable.
 */
public final class Checkpoint {
    /** A round of the loop starts before the target and ends within a literal and a match after it. */
    static final int MAX_LEAD = 259;

    /** What the object takes besides its packed window. */
    static final int OVERHEAD = 80;

    private final long offset;
    private final int lead;
    private final long blockOffset;
    private final long bitOffset;
    private final byte[] window;

    Checkpoint(long offset, int lead, long blockOffset, long bitOffset, byte[] packedWindow) {
        this.offset = offset;
        this.lead = lead;
        this.blockOffset = blockOffset;
        this.bitOffset = bitOffset;
        this.window = packedWindow;
    }

    /**
     * From where on plain bytes can be read.
     *
     * @return a position in the plain bytes
     */
    public long offset() {
        return offset;
    }

    /**
     * Which bit of the compressed stream is decoded first.
     *
     * @return a 0-based bit position
     */
    public long bitOffset() {
        return bitOffset;
    }

    /** Where the header of the block begins that {@link #bitOffset} lies in; equal to it between two blocks. */
    long blockOffset() {
        return blockOffset;
    }

    /** How many bytes of the window are at or after {@link #offset}. */
    int lead() {
        return lead;
    }

    /** The position in the plain bytes that {@link #bitOffset} belongs to. */
    long symbolOffset() {
        return offset + lead;
    }

    /** How many bytes the window has. */
    int windowLength() {
        return (int) Math.min(DecodeBuffer.HISTORY, symbolOffset());
    }

    /** The window as {@link PackedWindow} keeps it. Not to be written to. */
    byte[] packedWindow() {
        return window;
    }

    /** The bytes before {@link #symbolOffset}; 0 where nothing refers to them. */
    byte[] window() throws CorruptIndexException {
        return PackedWindow.unpack(window, windowLength());
    }

    /**
     * How much memory it takes.
     *
     * @return bytes, about
     */
    public int memory() {
        return OVERHEAD + window.length;
    }
}
