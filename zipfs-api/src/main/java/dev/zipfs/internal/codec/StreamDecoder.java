package dev.zipfs.internal.codec;

import dev.zipfs.UnsupportedFeatureException;
import dev.zipfs.ZipDriveException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** A pass by a decoder of another library that is a stream. Whatever that throws on damaged data becomes one kind of error. */
final class StreamDecoder implements Decoder {
    /** What has to be known of the library and the method. */
    interface Kind {
        /** The method's name. */
        String label();

        /** The exception for a jar that is not there. */
        UnsupportedFeatureException missing(EntryData data);

        /** What an exception of the library means that does not stand for damage; {@code null} where it does. */
        default @Nullable IOException meaning(Exception e, EntryData data) {
            return null;
        }
    }

    /** Opens the stream of plain bytes. */
    @FunctionalInterface
    interface Opening {
        InputStream open() throws IOException;
    }

    private static final int SCRATCH = 32 << 10;
    private static final String SECTION = "APPNOTE 6.3.10 §4.4.5";

    private final Kind kind;
    private final CompressedStream compressed;
    private final EntryData data;
    private final InputStream plain;
    private byte[] scratch = new byte[0];

    private StreamDecoder(Kind kind, CompressedStream compressed, EntryData data, InputStream plain) {
        this.kind = kind;
        this.compressed = compressed;
        this.data = data;
        this.plain = plain;
    }

    static StreamDecoder start(Kind kind, CompressedStream compressed, EntryData data, Opening plain)
            throws IOException {
        try {
            return new StreamDecoder(kind, compressed, data, plain.open());
        } catch (LinkageError e) {
            throw kind.missing(data);
        } catch (IOException | RuntimeException e) {
            throw translated(kind, compressed, data, e);
        }
    }

    private static IOException translated(Kind kind, CompressedStream compressed, EntryData data, Exception e) {
        if (e instanceof ZipDriveException ours) {
            return ours;
        }
        IOException below = compressed.storageFailure();
        IOException meaning = below == null ? kind.meaning(e, data) : below;
        return meaning != null
                ? meaning
                : data.damaged(
                        "the " + kind.label() + " data is damaged: " + e.getMessage(),
                        compressed.consumed(),
                        SECTION,
                        e);
    }

    @Override
    public int decode(ByteBuffer dst) throws IOException {
        try {
            if (dst.hasArray()) {
                int n = read(dst.array(), dst.arrayOffset() + dst.position(), dst.remaining());
                dst.position(dst.position() + Math.max(n, 0));
                return n;
            }
            int length = Math.min(dst.remaining(), SCRATCH);
            if (scratch.length < length) {
                scratch = new byte[length];
            }
            int n = read(scratch, 0, length);
            if (n > 0) {
                dst.put(scratch, 0, n);
            }
            return n;
        } catch (LinkageError e) {
            throw kind.missing(data);
        } catch (IOException | RuntimeException e) {
            throw translated(kind, compressed, data, e);
        }
    }

    /** XZ for Java says 0 once where it comes upon the end. */
    private int read(byte[] dst, int offset, int length) throws IOException {
        int n = plain.read(dst, offset, length);
        return n == 0 ? plain.read(dst, offset, length) : n;
    }

    @Override
    public String section() {
        return SECTION;
    }

    @Override
    public long consumed() {
        return compressed.consumed();
    }

    @Override
    public void close() {
        try {
            plain.close();
        } catch (IOException | RuntimeException e) {
            // Nothing is written, so nothing can be lost.
            return;
        }
    }
}
