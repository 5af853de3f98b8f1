package dev.zipfs.testkit.codec;

import com.github.luben.zstd.Zstd;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.LZMAOutputStream;
import org.tukaani.xz.XZOutputStream;

/** What other libraries pack. Only what is called needs its jar. */
final class LibraryCodecs {
    /** Small, since an encoder takes memory by it for every entry. */
    private static final int DICTIONARY = 1 << 16;

    private static final int SEEK_TABLE = 0x184D2A5E;
    private static final int SEEK_TABLE_MAGIC = 0x8F92EAB1;

    private LibraryCodecs() {}

    static byte[] bzip2(byte[] plain, int level) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (BZip2CompressorOutputStream out = new BZip2CompressorOutputStream(packed, level)) {
            out.write(plain);
        }
        return packed.toByteArray();
    }

    /** Behind a header that ZIP has of its own: a version, five as a length, and the properties (APPNOTE 6.3.10 §5.8.8). */
    static byte[] lzma(byte[] plain, boolean endMark) throws IOException {
        ByteArrayOutputStream raw = new ByteArrayOutputStream();
        byte properties;
        try (LZMAOutputStream out = new LZMAOutputStream(raw, options(), endMark)) {
            properties = (byte) out.getProps();
            out.write(plain);
        }
        return ByteBuffer.allocate(9 + raw.size())
                .order(ByteOrder.LITTLE_ENDIAN)
                .putShort((short) 0x0210)
                .putShort((short) 5)
                .put(properties)
                .putInt(DICTIONARY)
                .put(raw.toByteArray())
                .array();
    }

    static byte[] xz(byte[] plain, int block) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (XZOutputStream out = new XZOutputStream(packed, options())) {
            for (int at = 0; at < plain.length; at += block) {
                out.write(plain, at, Math.min(block, plain.length - at));
                out.endBlock();
            }
        }
        return packed.toByteArray();
    }

    private static LZMA2Options options() throws IOException {
        LZMA2Options options = new LZMA2Options(1);
        options.setDictSize(DICTIONARY);
        return options;
    }

    /** Frames and, if wanted, the table of the Zstandard project's seekable format. */
    static byte[] zstandard(byte[] plain, int frame, boolean seekTable) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        ByteBuffer table =
                ByteBuffer.allocate(8 * (plain.length / frame + 2) + 17).order(ByteOrder.LITTLE_ENDIAN);
        table.putInt(SEEK_TABLE).putInt(0);
        int at = 0;
        do {
            byte[] part = Arrays.copyOfRange(plain, at, Math.min(at + frame, plain.length));
            byte[] one = Zstd.compress(part, 1);
            packed.write(one);
            table.putInt(one.length).putInt(part.length);
            at += frame;
        } while (at < plain.length);
        if (seekTable) {
            int count = table.position() / 8 - 1;
            table.putInt(count).put((byte) 0).putInt(SEEK_TABLE_MAGIC);
            table.putInt(4, table.position() - 8);
            packed.write(table.array(), 0, table.position());
        }
        return packed.toByteArray();
    }
}
