package dev.zipfs.examples.benchmarks;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.zip.CRC32;

/** An archive of very many stored entries of one byte, with names of 50 bytes, a hundred in each folder. */
final class ManyEntries {
    private static final int LOCAL_HEADER = 30;
    private static final int CENTRAL_HEADER = 46;
    private static final int NAME = 50;
    private static final byte[] CONTENT = {'x'};

    private final int count;

    ManyEntries(int count) {
        this.count = count;
    }

    int count() {
        return count;
    }

    String name(int number) {
        return String.format(
                Locale.ROOT,
                "assets/tex/pack%04d/level%04d/sprite%010d.png",
                number / 10_000,
                number / 100 % 10_000,
                number);
    }

    void write(Path archive) throws IOException {
        CRC32 crc = new CRC32();
        crc.update(CONTENT);
        int value = (int) crc.getValue();
        ByteBuffer directory =
                ByteBuffer.allocate(count * (CENTRAL_HEADER + NAME)).order(ByteOrder.LITTLE_ENDIAN);
        ByteBuffer header = ByteBuffer.allocate(LOCAL_HEADER).order(ByteOrder.LITTLE_ENDIAN);
        int offset = 0;
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(archive), 1 << 20)) {
            for (int i = 0; i < count; i++) {
                byte[] name = name(i).getBytes(StandardCharsets.US_ASCII);
                header.clear()
                        .putInt(0x04034B50)
                        .putShort((short) 20)
                        .putShort((short) 0x800)
                        .putShort((short) 0);
                header.putInt(0x5A216000).putInt(value).putInt(1).putInt(1).putShort((short) NAME);
                out.write(header.array());
                out.write(name);
                out.write(CONTENT);
                int start = directory.position();
                directory.putInt(0x02014B50).putShort((short) 0x031E).put(header.array(), 4, LOCAL_HEADER - 4);
                directory.position(start + 38);
                directory.putInt(0100644 << 16).putInt(offset).put(name);
                offset += LOCAL_HEADER + NAME + CONTENT.length;
            }
            out.write(directory.array());
            out.write(end(directory.capacity(), offset));
        }
    }

    private byte[] end(int size, int offset) {
        ByteBuffer end = ByteBuffer.allocate(56 + 20 + 22).order(ByteOrder.LITTLE_ENDIAN);
        end.putInt(0x06064B50)
                .putLong(44)
                .putShort((short) 45)
                .putShort((short) 45)
                .putLong(0);
        end.putLong(count).putLong(count).putLong(size).putLong(offset);
        end.putInt(0x07064B50).putInt(0).putLong((long) offset + size).putInt(1);
        end.putInt(0x06054B50).putInt(0).putShort((short) -1).putShort((short) -1);
        end.putInt(size).putInt(offset).putShort((short) 0);
        return end.array();
    }

    /** The same as plain files. */
    void makeFiles(Path root) throws IOException {
        for (int i = 0; i < count; i++) {
            Path file = root.resolve(name(i));
            if (i % 100 == 0) {
                Files.createDirectories(file.getParent());
            }
            Files.write(file, CONTENT);
        }
    }
}
