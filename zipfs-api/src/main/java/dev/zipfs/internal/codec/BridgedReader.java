package dev.zipfs.internal.codec;

import dev.zipfs.UnsupportedFeatureException;
import dev.zipfs.ZipDriveException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.commons.compress.MemoryLimitException;
import org.apache.commons.compress.archivers.zip.ZipArchiveInputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.apache.commons.compress.compressors.deflate64.Deflate64CompressorInputStream;
import org.apache.commons.compress.compressors.lzma.LZMACompressorInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;
import org.apache.commons.compress.compressors.zstandard.ZstdCompressorInputStream;

/**
 * Reads entries whose method Commons Compress decodes. The only class that names it: where its jar, or that of a codec
 * behind it, is missing, opening an entry says which one to add.
 */
public final class BridgedReader extends ForwardReader {
    /** What a dictionary may take that is never larger than the entry. */
    private static final int LZMA_LIMIT_KIB = 256 << 10;

    /** What one may take whose size the data alone says: the largest preset of xz and of 7-Zip needs 65 MiB. */
    private static final int XZ_LIMIT_KIB = 80 << 10;

    private static final int LZMA_HEADER = 4;
    private static final int LZMA_PROPERTIES = 5;
    private static final int SMALLEST_DICTIONARY = 4096;
    private static final int SCRATCH = 32 << 10;
    private static final String LIMIT_ADVICE = "unpack it with another program";

    /** What is decoded here, with the jar it takes. Numbers as in APPNOTE 6.3.10 §4.4.5. */
    public enum Method {
        SHRINK("shrunk", "org.apache.commons:commons-compress"),
        IMPLODE("imploded", "org.apache.commons:commons-compress"),
        DEFLATE64("deflate64", "org.apache.commons:commons-compress"),
        BZIP2("bzip2", "org.apache.commons:commons-compress"),
        LZMA("lzma", "org.apache.commons:commons-compress and org.tukaani:xz"),
        XZ("xz", "org.apache.commons:commons-compress and org.tukaani:xz"),
        ZSTANDARD("zstandard", "org.apache.commons:commons-compress and com.github.luben:zstd-jni");

        private final String label;
        private final String jar;

        Method(String label, String jar) {
            this.label = label;
            this.jar = jar;
        }

        /** The exception for a jar that is not there. */
        public UnsupportedFeatureException missing(EntryData data) {
            return new UnsupportedFeatureException(
                    "compression method " + label,
                    data.entry(),
                    "add " + jar + " to the class path, or with --add-modules to the module graph");
        }
    }

    private BridgedReader(EntryData data, CompressedBytes bytes, Decoder.Factory decoders) {
        super(data, bytes, decoders);
    }

    /**
     * Opens an entry.
     *
     * @param flags the entry's general purpose bits, which say how some methods were used
     * @throws UnsupportedFeatureException if a jar is missing
     */
    public static BridgedReader open(Method method, int flags, CompressedBytes bytes, EntryData data)
            throws IOException {
        BridgedReader reader = new BridgedReader(data, bytes, () -> start(method, flags, bytes, data));
        // A missing jar must show when the entry is opened, not in the middle of a read. Data is not looked at yet.
        probe(method, data);
        return reader;
    }

    private static void probe(Method method, EntryData data) throws UnsupportedFeatureException {
        try {
            switch (method) {
                case SHRINK, IMPLODE -> load(ZipArchiveInputStream.class);
                case DEFLATE64 -> load(Deflate64CompressorInputStream.class);
                case BZIP2 -> load(BZip2CompressorInputStream.class);
                case LZMA, XZ -> load("org.tukaani.xz.LZMAInputStream");
                case ZSTANDARD -> load("com.github.luben.zstd.ZstdInputStream");
            }
        } catch (LinkageError | ClassNotFoundException e) {
            throw method.missing(data);
        }
    }

    private static void load(Class<?> type) throws ClassNotFoundException {
        load(type.getName());
    }

    /** Asks as Commons Compress would: through its own loader, so that its view of the jars counts. */
    private static void load(String type) throws ClassNotFoundException {
        Class.forName(type, false, BZip2CompressorInputStream.class.getClassLoader());
    }

    private static Decoder start(Method method, int flags, CompressedBytes bytes, EntryData data) throws IOException {
        CompressedStream compressed = new CompressedStream(bytes);
        try {
            InputStream plain = plain(method, flags, compressed, bytes, data);
            return new Pass(method, plain, compressed, data);
        } catch (LinkageError e) {
            throw method.missing(data);
        } catch (MemoryLimitException e) {
            throw tooLarge(method, data);
        } catch (ZipDriveException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            throw damaged(method, data, compressed, e);
        }
    }

    private static UnsupportedFeatureException tooLarge(Method method, EntryData data) {
        return new UnsupportedFeatureException(
                method.label + " data with so large a dictionary", data.entry(), LIMIT_ADVICE);
    }

    private static IOException damaged(Method method, EntryData data, CompressedStream compressed, Exception e) {
        IOException below = compressed.storageFailure();
        if (below != null) {
            return below;
        }
        return data.damaged(
                "the " + method.label + " data is damaged: " + e.getMessage(),
                compressed.consumed(),
                "APPNOTE 6.3.10 §4.4.5",
                e);
    }

    private static InputStream plain(
            Method method, int flags, CompressedStream compressed, CompressedBytes bytes, EntryData data)
            throws IOException {
        return switch (method) {
            case SHRINK -> zipped(1, flags, compressed, bytes, data);
            case IMPLODE -> zipped(6, flags, compressed, bytes, data);
            case DEFLATE64 -> new Deflate64CompressorInputStream(compressed);
            case BZIP2 -> new BZip2CompressorInputStream(compressed);
            case LZMA -> lzma(flags, compressed, data);
            case XZ ->
                XZCompressorInputStream.builder()
                        .setInputStream(compressed)
                        .setMemoryLimitKiB(XZ_LIMIT_KIB)
                        .get();
            case ZSTANDARD -> new ZstdCompressorInputStream(compressed);
        };
    }

    /**
     * Commons Compress has no public decoder for the two oldest methods, but its ZIP reader has: the data is handed
     * over behind a local header of our own.
     */
    private static InputStream zipped(
            int method, int flags, CompressedStream compressed, CompressedBytes bytes, EntryData data)
            throws IOException {
        if (bytes.size() > Integer.MAX_VALUE || data.size() > Integer.MAX_VALUE) {
            throw new UnsupportedFeatureException(
                    "a " + (method == 1 ? "shrunk" : "imploded") + " entry over 2 GiB", data.entry(), LIMIT_ADVICE);
        }
        // Bits 1 and 2 tell an imploded entry's window and trees; the others must not come along.
        ByteBuffer header = ByteBuffer.allocate(31).order(ByteOrder.LITTLE_ENDIAN);
        header.putInt(0x04034B50)
                .putShort((short) 20)
                .putShort((short) (flags & 0x6))
                .putShort((short) method);
        header.putInt(0).putInt((int) data.crc32());
        header.putInt((int) bytes.size())
                .putInt((int) data.size())
                .putShort((short) 1)
                .putShort((short) 0);
        header.put((byte) 'x');
        ZipArchiveInputStream zip = new ZipArchiveInputStream(
                new SequenceInputStream(new ByteArrayInputStream(header.array()), compressed));
        if (zip.getNextEntry() == null) {
            throw new IOException("no data");
        }
        return zip;
    }

    /**
     * LZMA data in a ZIP has a header of its own (APPNOTE 6.3.10 §5.8.8); the decoder wants that of a {@code .lzma}
     * file. A dictionary is never used beyond the size of the entry, so a lying one is cut down to it before anything
     * is allocated.
     */
    private static InputStream lzma(int flags, CompressedStream compressed, EntryData data) throws IOException {
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
        alone.putInt(1, (int) Math.min(dictionary, Math.max(SMALLEST_DICTIONARY, data.size())));
        return LZMACompressorInputStream.builder()
                .setInputStream(new SequenceInputStream(new ByteArrayInputStream(alone.array()), compressed))
                .setMemoryLimitKiB(LZMA_LIMIT_KIB)
                .get();
    }

    private static final class Pass implements Decoder {
        private final Method method;
        private final InputStream plain;
        private final CompressedStream compressed;
        private final EntryData data;
        private byte[] scratch = new byte[0];

        Pass(Method method, InputStream plain, CompressedStream compressed, EntryData data) {
            this.method = method;
            this.plain = plain;
            this.compressed = compressed;
            this.data = data;
        }

        @Override
        public int decode(ByteBuffer dst) throws IOException {
            try {
                if (dst.hasArray()) {
                    int n = plain.read(dst.array(), dst.arrayOffset() + dst.position(), dst.remaining());
                    dst.position(dst.position() + Math.max(n, 0));
                    return n;
                }
                int length = Math.min(dst.remaining(), SCRATCH);
                if (scratch.length < length) {
                    scratch = new byte[length];
                }
                int n = plain.read(scratch, 0, length);
                if (n > 0) {
                    dst.put(scratch, 0, n);
                }
                return n;
            } catch (LinkageError e) {
                throw method.missing(data);
            } catch (MemoryLimitException e) {
                throw tooLarge(method, data);
            } catch (ZipDriveException e) {
                throw e;
            } catch (IOException | RuntimeException e) {
                throw damaged(method, data, compressed, e);
            }
        }

        @Override
        public String section() {
            return "APPNOTE 6.3.10 §4.4.5";
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
}
