package dev.zipfs.testkit.contract;

import dev.zipfs.ArchiveLimits;
import dev.zipfs.ArchiveWarning;
import dev.zipfs.PasswordProvider;
import dev.zipfs.spi.ArchiveFormat;
import dev.zipfs.spi.EntryReader;
import dev.zipfs.spi.OpenRequest;
import dev.zipfs.testkit.model.ArchiveModel;
import dev.zipfs.testkit.model.Content;
import dev.zipfs.testkit.model.EntryBuilder;
import dev.zipfs.testkit.model.EntryModel;
import dev.zipfs.testkit.model.HeaderLies;
import dev.zipfs.testkit.model.InMemoryArchive;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.zip.Deflater;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.LZMAOutputStream;
import org.tukaani.xz.XZOutputStream;

/** Entries of every kind, opened through the format that the library finds. */
final class Readers {
    static final String PASSWORD = "pw";

    private Readers() {}

    /** Says how an entry is packed. */
    interface Packing {
        EntryBuilder pack(EntryBuilder entry, byte[] content) throws IOException;
    }

    static ArchiveFormat zip() {
        return ServiceLoader.load(ArchiveFormat.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(format -> format.id().equals("zip"))
                .findFirst()
                .orElseThrow();
    }

    static EntryReader open(Content content, Packing packing) throws IOException {
        return zip().open(InMemoryArchive.of(packed(content, packing, HeaderLies.none())), new WithPassword())
                .open(0);
    }

    static EntryReader openWithWrongChecksum(Content content, Packing packing) throws IOException {
        HeaderLies lie = HeaderLies.none().crc(content.crc32() ^ 1);
        return zip().open(InMemoryArchive.of(packed(content, packing, lie)), new WithPassword())
                .open(0);
    }

    private static ArchiveModel packed(Content content, Packing packing, HeaderLies lies) throws IOException {
        return ArchiveModel.of(packing.pack(EntryModel.file("entry", content), content.toBytes())
                .lies(lies)
                .build());
    }

    static byte[] bzip2(byte[] content) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream out = new BZip2CompressorOutputStream(packed, 1)) {
            out.write(content);
        }
        return packed.toByteArray();
    }

    static byte[] xz(byte[] content) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream out = new XZOutputStream(packed, new LZMA2Options(1))) {
            out.write(content);
        }
        return packed.toByteArray();
    }

    /** The version of the encoder, the length of the properties, the properties, the data (APPNOTE 6.3.10 §5.8.8). */
    static byte[] lzma(byte[] content) throws IOException {
        ByteArrayOutputStream data = new ByteArrayOutputStream();
        LZMA2Options options = new LZMA2Options(1);
        try (LZMAOutputStream out = new LZMAOutputStream(data, options, true)) {
            ByteBuffer header = ByteBuffer.allocate(9).order(ByteOrder.LITTLE_ENDIAN);
            header.put((byte) 9).put((byte) 20).putShort((short) 5);
            header.put((byte) out.getProps()).putInt(options.getDictSize());
            data.write(header.array());
            out.write(content);
        }
        return data.toByteArray();
    }

    /** Stored blocks: what deflate and Deflate64 have in common. */
    static byte[] deflate64(byte[] content) {
        Deflater deflater = new Deflater(0, true);
        deflater.setInput(content);
        deflater.finish();
        byte[] packed = new byte[content.length * 2 + 100];
        int length = deflater.deflate(packed);
        deflater.end();
        return Arrays.copyOf(packed, length);
    }

    /** Codes of nine bits, lowest first, that each stand for one byte (APPNOTE 6.3.10 §5.1). */
    static byte[] shrunk(byte[] content) {
        Bits bits = new Bits();
        for (byte b : content) {
            bits.put(b & 0xFF, 9);
        }
        return bits.toBytes();
    }

    /** Two flat trees of 64 codes, then each byte behind a one bit (APPNOTE 6.3.10 §5.3). */
    static byte[] imploded(byte[] content) {
        Bits bits = new Bits();
        for (int tree = 0; tree < 2; tree++) {
            bits.put(3, 8);
            for (int i = 0; i < 4; i++) {
                bits.put(0xF5, 8);
            }
        }
        for (byte b : content) {
            bits.put(1, 1);
            bits.put(b & 0xFF, 8);
        }
        return bits.toBytes();
    }

    /** Bits, lowest first. */
    private static final class Bits {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private int held;
        private int count;

        void put(int value, int width) {
            held |= value << count;
            for (count += width; count >= 8; count -= 8) {
                bytes.write(held);
                held >>>= 8;
            }
        }

        byte[] toBytes() {
            if (count > 0) {
                bytes.write(held);
            }
            return bytes.toByteArray();
        }
    }

    private static final class WithPassword implements OpenRequest {
        @Override
        public Optional<Charset> charset() {
            return Optional.empty();
        }

        @Override
        public ZoneId zone() {
            return ZoneOffset.UTC;
        }

        @Override
        public PasswordProvider passwords() {
            return PasswordProvider.of(PASSWORD.toCharArray());
        }

        @Override
        public ArchiveLimits limits() {
            return ArchiveLimits.defaults();
        }

        @Override
        public void warn(ArchiveWarning warning) {}
    }
}
