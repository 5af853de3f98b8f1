package dev.zipfs.internal.ppmd;

import dev.zipfs.UnsupportedFeatureException;
import dev.zipfs.internal.codec.CompressedBytes;
import dev.zipfs.internal.codec.CompressedStream;
import dev.zipfs.internal.codec.Decoder;
import dev.zipfs.internal.codec.EntryData;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Decodes PPMd data of a ZIP entry: two bytes that say how it was made (the order, how much memory, and what happens when it is
 * used up), then the code.
 *
 * <p>The memory, 1 to 256 MiB, is taken page by page as the model grows, and up to a quarter of the Java heap. What marks the end
 * of the data is not asked for: as many bytes come out as the archive says.
 */
public final class PpmdDecoder implements Decoder {
    static final String SECTION = "APPNOTE 6.3.10 §5.10";
    static final int MOST_ORDER = 16;

    private static final int LEAST_ORDER = 2;
    private static final int CUT_OFF = 1;
    private static final int LEAST_LIMIT = 16 << 20;

    private final CompressedStream bytes;
    private final EntryData data;
    private final Model model;
    private final long limit;
    private long position;
    private boolean ended;

    /**
     * Starts.
     *
     * @throws UnsupportedFeatureException if the data was made in a way that 7-Zip does not know either
     */
    public PpmdDecoder(CompressedBytes bytes, EntryData data) throws IOException {
        this(bytes, data, Math.max(LEAST_LIMIT, Runtime.getRuntime().maxMemory() / 4));
    }

    /** With a limit of its own for the memory. */
    PpmdDecoder(CompressedBytes bytes, EntryData data, long limit) throws IOException {
        this.bytes = new CompressedStream(bytes);
        this.data = data;
        this.limit = limit;
        int low = this.bytes.read();
        int high = this.bytes.read();
        if (high < 0) {
            throw data.damaged("the ppmd data has no header", 0, SECTION, null);
        }
        int parameters = low | high << 8;
        int order = (parameters & 0xF) + 1;
        int memory = (parameters >>> 4 & 0xFF) + 1 << 20;
        int method = parameters >>> 12;
        if (order < LEAST_ORDER || method > CUT_OFF) {
            throw new UnsupportedFeatureException(
                    "ppmd data of order " + order + " with restoration method " + method,
                    data.entry(),
                    "unpack it with another program");
        }
        try {
            this.model = new Model(
                    order, method == CUT_OFF, new Memory(memory, limit), memory, new RangeDecoder(this.bytes, data));
        } catch (Memory.Exhausted e) {
            throw tooLarge();
        }
    }

    @Override
    public int decode(ByteBuffer dst) throws IOException {
        int start = dst.position();
        try {
            while (dst.hasRemaining() && position < data.size() && !ended) {
                int next = model.next();
                if (next == Model.END) {
                    ended = true;
                } else {
                    dst.put((byte) next);
                    position++;
                }
            }
        } catch (Memory.Exhausted e) {
            throw tooLarge();
        }
        int n = dst.position() - start;
        return n == 0 ? -1 : n;
    }

    private UnsupportedFeatureException tooLarge() {
        return new UnsupportedFeatureException(
                "ppmd data that needs more than " + (limit >> 20) + " MiB to decode, a quarter of the Java heap,",
                data.entry(),
                "give Java more memory with -Xmx");
    }

    @Override
    public String section() {
        return SECTION;
    }

    @Override
    public long consumed() {
        return bytes.consumed();
    }

    @Override
    public void close() {}
}
