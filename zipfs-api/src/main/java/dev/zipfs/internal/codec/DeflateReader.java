package dev.zipfs.internal.codec;

import dev.zipfs.ArchiveFormatException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** Reads a deflated entry with the JDK's {@link Inflater}. */
public final class DeflateReader extends ForwardReader {
    /** No deflate stream holds more than this many plain bytes per byte: 258 bytes for each pair of one-bit codes. */
    private static final long MOST_PER_BYTE = 1032;

    private static final int INPUT_BUFFER = 64 << 10;
    private static final String SECTION = "RFC 1951";

    /**
     * Makes a reader.
     *
     * @throws ArchiveFormatException if the entry claims more bytes than its data can hold
     */
    public DeflateReader(CompressedBytes bytes, EntryData data) throws ArchiveFormatException {
        super(data, bytes, () -> new Pass(bytes, data));
        if (data.size() / MOST_PER_BYTE > bytes.size()) {
            throw data.damaged(
                    "it claims " + data.size() + " bytes, more than " + bytes.size() + " deflated bytes can hold",
                    0,
                    EntryData.SIZE_SECTION,
                    null);
        }
    }

    private static final class Pass implements Decoder {
        private final CompressedBytes bytes;
        private final EntryData data;
        private final Inflater inflater = new Inflater(true);
        private final byte[] input;
        private long read;

        Pass(CompressedBytes bytes, EntryData data) {
            this.bytes = bytes;
            this.data = data;
            this.input = new byte[(int) Math.max(1, Math.min(INPUT_BUFFER, bytes.size()))];
        }

        @Override
        public int decode(ByteBuffer dst) throws IOException {
            try {
                while (true) {
                    int n = inflater.inflate(dst);
                    if (n > 0) {
                        return n;
                    }
                    if (inflater.finished()) {
                        return -1;
                    }
                    if (inflater.needsDictionary()) {
                        throw data.damaged("the data asks for a preset dictionary", consumed(), SECTION, null);
                    }
                    // Each turn either gives bytes or takes some of the finite input, so the loop ends.
                    refill();
                }
            } catch (DataFormatException e) {
                throw data.damaged("the deflated data is damaged: " + e.getMessage(), consumed(), SECTION, e);
            }
        }

        private void refill() throws IOException {
            if (!inflater.needsInput()) {
                throw data.damaged("the deflated data is damaged: it leads nowhere", consumed(), SECTION, null);
            }
            int n = bytes.read(read, input, 0, input.length);
            if (n <= 0) {
                throw data.damaged("the deflated data is cut short", consumed(), SECTION, null);
            }
            read += n;
            inflater.setInput(input, 0, n);
        }

        @Override
        public String section() {
            return SECTION;
        }

        @Override
        public long consumed() {
            return inflater.getBytesRead();
        }

        @Override
        public void close() {
            inflater.end();
        }
    }
}
