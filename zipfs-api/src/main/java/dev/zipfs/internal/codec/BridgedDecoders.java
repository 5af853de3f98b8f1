package dev.zipfs.internal.codec;

import dev.zipfs.UnsupportedFeatureException;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.commons.compress.archivers.zip.ZipArchiveInputStream;

/**
 * Decodes the two oldest methods through Commons Compress. The only class that names it: where its jar is missing, opening an
 * entry says so.
 *
 * <p>Commons Compress has no public decoder for them, but its ZIP reader has: the data is handed over behind a local header of
 * our own.
 */
public final class BridgedDecoders {
    /** What is decoded here. Numbers as in APPNOTE 6.3.10 §4.4.5. */
    public enum Method implements StreamDecoder.Kind {
        SHRINK(1, "shrunk"),
        IMPLODE(6, "imploded");

        private final int number;
        private final String label;

        Method(int number, String label) {
            this.number = number;
            this.label = label;
        }

        @Override
        public String label() {
            return label;
        }

        @Override
        public UnsupportedFeatureException missing(EntryData data) {
            return MissingJar.of("compression method " + label, "org.apache.commons:commons-compress", data);
        }
    }

    private BridgedDecoders() {}

    /**
     * Prepares for an entry.
     *
     * @param flags the entry's general purpose bits, which say how some methods were used
     * @throws UnsupportedFeatureException if the jar is missing, or the entry is larger than the decoder can take
     */
    public static Decoder.Factory of(Method method, int flags, CompressedBytes bytes, EntryData data)
            throws IOException {
        if (bytes.size() > Integer.MAX_VALUE || data.size() > Integer.MAX_VALUE) {
            throw new UnsupportedFeatureException(
                    "a " + method.label + " entry over 2 GiB", data.entry(), "unpack it with another program");
        }
        // A missing jar must show when the entry is opened, not in the middle of a read.
        MissingJar.check(ZipArchiveInputStream.class.getName(), () -> method.missing(data));
        return from -> {
            CompressedStream compressed = new CompressedStream(bytes);
            return StreamDecoder.start(
                    method, compressed, data, () -> open(method.number, flags, compressed, bytes.size(), data));
        };
    }

    private static InputStream open(int method, int flags, CompressedStream compressed, long packed, EntryData data)
            throws IOException {
        // Bits 1 and 2 tell an imploded entry's window and trees; the others must not come along.
        ByteBuffer header = ByteBuffer.allocate(31).order(ByteOrder.LITTLE_ENDIAN);
        header.putInt(0x04034B50)
                .putShort((short) 20)
                .putShort((short) (flags & 0x6))
                .putShort((short) method);
        header.putInt(0).putInt((int) data.crc32());
        header.putInt((int) packed)
                .putInt((int) data.size())
                .putShort((short) 1)
                .putShort((short) 0);
        header.put((byte) 'x');
        ZipArchiveInputStream zip = new ZipArchiveInputStream(
                new SequenceInputStream(new ByteArrayInputStream(header.array()), compressed));
        if (zip.getNextEntry() == null) {
            throw new IOException("no data");
        }
        return method == Method.IMPLODE.number ? new Imploded(zip, data.size()) : zip;
    }

    /**
     * Nothing marks the end of imploded data, and the bits that fill up its last byte may look like one more repetition; so it ends
     * where the archive says.
     */
    private static final class Imploded extends FilterInputStream {
        private long left;

        Imploded(InputStream in, long size) {
            super(in);
            this.left = size;
        }

        @Override
        public int read() throws IOException {
            int b = left > 0 ? in.read() : -1;
            left -= b < 0 ? 0 : 1;
            return b;
        }

        @Override
        public int read(byte[] dst, int offset, int length) throws IOException {
            if (left == 0) {
                return -1;
            }
            int n = in.read(dst, offset, (int) Math.min(length, left));
            left -= Math.max(0, n);
            return n;
        }
    }
}
