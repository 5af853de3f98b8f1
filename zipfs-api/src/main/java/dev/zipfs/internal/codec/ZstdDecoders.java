package dev.zipfs.internal.codec;

import com.github.luben.zstd.ZstdDecompressCtx;
import dev.zipfs.UnsupportedFeatureException;
import dev.zipfs.internal.io.LittleEndian;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Decodes Zstandard (RFC 8878). The only class that names zstd-jni: where its jar is missing, opening an entry says so.
 *
 * <p>A frame can be decoded without those before it, so the start of each is a restart point. Passes find them; and where the data
 * ends with a seek table, a skippable frame as the Zstandard project's "seekable format" has it, its word is taken as long as it
 * adds up and decoding agrees.
 */
public final class ZstdDecoders implements Decoder.Factory {
    private static final String LABEL = "zstandard";

    /** What the Zstandard tools accept without being told: larger windows need {@code --long=31} there. */
    private static final long MOST_WINDOW = 128L << 20;

    private static final int MAGIC = 0xFD2FB528;
    private static final int SKIPPABLE = 0x184D2A50;
    private static final int SKIPPABLE_HEADER = 8;
    private static final int LONGEST_HEADER = 18;

    private static final int SEEK_TABLE = 0x184D2A5E;
    private static final int SEEK_TABLE_MAGIC = 0x8F92EAB1;
    private static final int SEEK_TABLE_FOOTER = 9;

    private static final String SECTION = "RFC 8878 §3.1";

    private static final int BUFFER = 64 << 10;

    private final CompressedBytes bytes;
    private final EntryData data;

    /** One pass after the other works with the same two buffers, since the collector is slow to give direct memory back. */
    private @Nullable ByteBuffer in;

    private @Nullable ByteBuffer out;

    private ZstdDecoders(CompressedBytes bytes, EntryData data) {
        this.bytes = bytes;
        this.data = data;
    }

    /**
     * Prepares for an entry.
     *
     * @throws UnsupportedFeatureException if the jar is missing
     */
    public static Decoder.Factory of(CompressedBytes bytes, EntryData data) throws UnsupportedFeatureException {
        MissingJar.check("com.github.luben.zstd.ZstdDecompressCtx", () -> missing(data));
        return new ZstdDecoders(bytes, data);
    }

    /** The exception for a jar that is not there. */
    public static UnsupportedFeatureException missing(EntryData data) {
        return MissingJar.of("compression method " + LABEL, "com.github.luben:zstd-jni", data);
    }

    @Override
    public Decoder start(@Nullable RestartPoint from) throws IOException {
        try {
            return new Frames(from instanceof Frame frame ? frame.offset : 0);
        } catch (LinkageError e) {
            throw missing(data);
        }
    }

    private ByteBuffer in() {
        ByteBuffer buffer = in;
        if (buffer == null) {
            buffer = ByteBuffer.allocateDirect((int) Math.max(1, Math.min(BUFFER, bytes.size())));
            in = buffer;
        }
        return buffer;
    }

    private ByteBuffer out() {
        ByteBuffer buffer = out;
        if (buffer == null) {
            buffer = ByteBuffer.allocateDirect(BUFFER);
            out = buffer;
        }
        return buffer;
    }

    @Override
    public @Nullable RestartPoints claimed() throws IOException {
        long end = bytes.size() - SEEK_TABLE_FOOTER;
        if (end < SKIPPABLE_HEADER) {
            return null;
        }
        byte[] footer = bytes(end, SEEK_TABLE_FOOTER);
        int descriptor = footer[4] & 0xFF;
        if (LittleEndian.i32(footer, 5) != SEEK_TABLE_MAGIC || (descriptor & 0x7C) != 0) {
            return null;
        }
        int entry = (descriptor & 0x80) != 0 ? 12 : 8;
        long count = LittleEndian.u32(footer, 0);
        if (count > (end - SKIPPABLE_HEADER) / entry) {
            return null;
        }
        long start = end - count * entry;
        byte[] header = bytes(start - SKIPPABLE_HEADER, SKIPPABLE_HEADER);
        if (LittleEndian.i32(header, 0) != SEEK_TABLE
                || LittleEndian.u32(header, 4) != count * entry + SEEK_TABLE_FOOTER) {
            return null;
        }
        return points(start, end, entry);
    }

    private @Nullable RestartPoints points(long start, long end, int entry) throws IOException {
        RestartPoints points = RestartPoints.claimed(data.size());
        CompressedStream table = new CompressedStream(bytes, start);
        byte[] line = new byte[entry];
        long offset = 0;
        long position = 0;
        while (table.consumed() < end) {
            if (position > 0) {
                points.add(new Frame(position, offset));
            }
            if (table.readNBytes(line, 0, entry) != entry) {
                return null;
            }
            offset += LittleEndian.u32(line, 0);
            position += LittleEndian.u32(line, 4);
        }
        boolean consistent = offset == start - SKIPPABLE_HEADER && position == data.size();
        return consistent && points.count() > 0 ? points : null;
    }

    private byte[] bytes(long position, int length) throws IOException {
        byte[] read = new byte[length];
        bytes.read(position, read, 0, length);
        return read;
    }

    private static final class Frame extends RestartPoint {
        private final long offset;

        Frame(long position, long offset) {
            super(position);
            this.offset = offset;
        }
    }

    /** A pass over frames. */
    private final class Frames implements Decoder {
        private final ZstdDecompressCtx context = new ZstdDecompressCtx();

        /** The library takes and gives direct memory only. */
        private final ByteBuffer in = in().position(0).limit(0);

        /** What was decoded and not given yet. */
        private @Nullable ByteBuffer out;

        /** The position after what is in {@link #in}. */
        private long next;

        private boolean inFrame;

        Frames(long offset) {
            this.next = offset;
        }

        @Override
        public int decode(ByteBuffer dst) throws IOException {
            int start = dst.position();
            while (dst.position() == start) {
                ByteBuffer waiting = out;
                if (waiting != null && waiting.hasRemaining()) {
                    int n = Math.min(waiting.remaining(), dst.remaining());
                    dst.put(waiting.slice(waiting.position(), n));
                    waiting.position(waiting.position() + n);
                } else if (!inFrame && !startFrame()) {
                    return -1;
                } else if (dst.isDirect()) {
                    step(dst);
                } else {
                    ByteBuffer plain = out().clear();
                    out = plain;
                    step(plain);
                    plain.flip();
                }
            }
            return dst.position() - start;
        }

        private void step(ByteBuffer plain) throws IOException {
            if (!in.hasRemaining() && !fill()) {
                throw data.damaged("the zstandard data ends within a frame", next, SECTION, null);
            }
            int had = in.remaining() + plain.remaining();
            try {
                inFrame = !context.decompressDirectByteBufferStream(plain, in);
            } catch (RuntimeException e) {
                throw data.damaged("the zstandard data is damaged: " + e.getMessage(), consumed(), SECTION, e);
            }
            if (inFrame && in.hasRemaining() && in.remaining() + plain.remaining() == had) {
                throw data.damaged("the zstandard data gives nothing", consumed(), SECTION, null);
            }
        }

        private boolean fill() throws IOException {
            in.clear();
            int n = Math.max(0, next < bytes.size() ? bytes.read(next, in) : 0);
            next += n;
            in.position(0).limit(n);
            return n > 0;
        }

        /** Passes over what is to be skipped; checks how large a window the next frame asks for. */
        private boolean startFrame() throws IOException {
            while (true) {
                byte[] header = peek();
                if (header.length == 0) {
                    return false;
                }
                int magic = header.length < Integer.BYTES ? 0 : LittleEndian.i32(header, 0);
                if (magic == MAGIC) {
                    checkWindow(header);
                    context.reset();
                    inFrame = true;
                    return true;
                }
                if ((magic & ~0xF) != SKIPPABLE || header.length < SKIPPABLE_HEADER) {
                    throw data.damaged("no zstandard frame starts here", consumed(), SECTION, null);
                }
                skip(SKIPPABLE_HEADER + LittleEndian.u32(header, 4));
            }
        }

        private byte[] peek() throws IOException {
            if (in.remaining() < LONGEST_HEADER) {
                next = consumed();
                fill();
            }
            byte[] header = new byte[Math.min(LONGEST_HEADER, in.remaining())];
            in.get(in.position(), header);
            return header;
        }

        private void skip(long length) throws IOException {
            long target = consumed() + length;
            if (target > bytes.size()) {
                throw data.damaged("a skippable frame reaches past the end of the data", consumed(), SECTION, null);
            }
            if (target <= next) {
                in.position(in.position() + (int) length);
            } else {
                next = target;
                in.limit(0);
            }
        }

        private void checkWindow(byte[] header) throws IOException {
            if (header.length < 6) {
                throw data.damaged("the zstandard data ends within a frame", consumed(), SECTION, null);
            }
            int descriptor = header[4] & 0xFF;
            boolean single = (descriptor & 0x20) != 0;
            if (single) {
                // The whole content is the window.
                int at = 5 + new int[] {0, 1, 2, 4}[descriptor & 3];
                long size = fieldOf(Arrays.copyOf(header, LONGEST_HEADER), at, descriptor >>> 6);
                if (Long.compareUnsigned(size, data.size()) > 0) {
                    throw data.damaged(
                            "a zstandard frame claims more bytes than the entry has", consumed(), SECTION, null);
                }
                checkLimit(size);
            } else {
                int window = header[5] & 0xFF;
                long base = 1L << 10 + (window >>> 3);
                checkLimit(base + (base >>> 3) * (window & 7));
            }
        }

        private static long fieldOf(byte[] header, int at, int form) {
            return switch (form) {
                case 0 -> header[at] & 0xFF;
                case 1 -> LittleEndian.u16(header, at) + 256;
                case 2 -> LittleEndian.u32(header, at);
                default -> LittleEndian.i64(header, at);
            };
        }

        private void checkLimit(long window) throws UnsupportedFeatureException {
            if (window > MOST_WINDOW) {
                throw new UnsupportedFeatureException(
                        "zstandard data with a window of " + (window >> 20) + " MiB, where " + (MOST_WINDOW >> 20)
                                + " MiB is the limit,",
                        data.entry(),
                        "unpack it with another program");
            }
        }

        @Override
        public @Nullable RestartPoint restartPoint(long position) {
            ByteBuffer waiting = out;
            return inFrame || waiting != null && waiting.hasRemaining() ? null : new Frame(position, consumed());
        }

        /** The library may not have looked at a frame's last bytes when it gives the last of its content. */
        @Override
        public boolean agrees(RestartPoint here) throws IOException {
            ByteBuffer more = ByteBuffer.allocateDirect(1);
            while (inFrame && more.hasRemaining()) {
                step(more);
            }
            return more.hasRemaining()
                    && restartPoint(here.position()) instanceof Frame mine
                    && here instanceof Frame claimed
                    && mine.offset == claimed.offset;
        }

        @Override
        public String section() {
            return SECTION;
        }

        @Override
        public long consumed() {
            return next - in.remaining();
        }

        @Override
        public void close() {
            context.close();
        }
    }
}
