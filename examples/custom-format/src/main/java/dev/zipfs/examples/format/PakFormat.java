package dev.zipfs.examples.format;

import dev.zipfs.ArchiveFormatException;
import dev.zipfs.LimitExceededException;
import dev.zipfs.spi.ArchiveFormat;
import dev.zipfs.spi.ArchiveIndex;
import dev.zipfs.spi.ArchiveSource;
import dev.zipfs.spi.OpenRequest;
import dev.zipfs.spi.Recognition;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * PAK, the archive of a shooter of 1996: the word {@code PACK}, where its directory lies and how long that is, both 32 bits, little-endian;
 * the directory holds 64 bytes for each file: a name of 56 bytes, filled up with zeros, its offset and its size. Nothing is compressed.
 */
// snippet: format
public final class PakFormat implements ArchiveFormat {
    static final int RECORD = 64;
    private static final int HEADER = 12;
    private static final int PACK = 'P' | 'A' << 8 | 'C' << 16 | 'K' << 24;

    @Override
    public String id() {
        return "pak";
    }

    @Override
    public Recognition recognize(ArchiveSource source) throws IOException {
        return source.size() >= HEADER && read(source, 0, HEADER).getInt() == PACK
                ? Recognition.yes()
                : Recognition.no("a PAK archive starts with the word PACK");
    }

    @Override
    public ArchiveIndex open(ArchiveSource source, OpenRequest request) throws IOException {
        ByteBuffer header = read(source, 4, HEADER - 4);
        long start = Integer.toUnsignedLong(header.getInt());
        long length = Integer.toUnsignedLong(header.getInt());
        // Nothing is believed, least of all what memory is asked for by.
        if (length % RECORD != 0 || start + length > source.size()) {
            throw ArchiveFormatException.of(source.name() + ": the directory (" + length + " bytes at " + start
                            + ") does not fit into the " + source.size() + " bytes of the archive")
                    .offset(4)
                    .record("header")
                    .build();
        }
        if (length / RECORD > request.limits().maxEntries()) {
            throw new LimitExceededException("entries", request.limits().maxEntries(), "maxEntries");
        }
        if (length > request.limits().maxIndexBytes()) {
            throw new LimitExceededException("index bytes", request.limits().maxIndexBytes(), "maxIndexBytes");
        }
        return new PakIndex(source, start, read(source, start, (int) length));
    }

    private static ByteBuffer read(ArchiveSource source, long position, int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        if (length > 0 && source.read(position, bytes) < length) {
            throw ArchiveFormatException.of(source.name() + ": the archive is cut short")
                    .offset(position)
                    .build();
        }
        return bytes.flip();
    }
}
// end
