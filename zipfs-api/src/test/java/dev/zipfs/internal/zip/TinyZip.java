package dev.zipfs.internal.zip;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/**
 * Writes small archives field by field, so that a test can have any of them wrong. Every field is what it should be
 * until it is set.
 */
final class TinyZip {
    static final int DATE_2024_07_01 = 44 << 9 | 7 << 5 | 1;

    final List<TinyEntry> entries = new ArrayList<>();
    byte[] prefix = {};
    boolean offsetsCountPrefix = true;
    byte[] comment = {};
    byte[] trailing = {};
    boolean zip64;
    Long count;
    Long directorySize;
    Long directoryOffset;
    Integer commentLength;
    int disk;
    Long zip64Offset;
    byte[] behindDirectory = {};

    /** An entry with everything in order. */
    static final class TinyEntry {
        byte[] name;
        byte[] plain;
        byte[] raw;
        int method;
        int flags;
        int host = 3;
        int attributes = 0100644 << 16;
        int time = 12 << 11;
        int date = DATE_2024_07_01;
        Long crc;
        Long size;
        Long compressedSize;
        Long offset;
        byte[] extra = {};
        byte[] comment = {};
        byte[] localName;
        Integer localMethod;
        int localSignature = 0x04034B50;

        TinyEntry flags(int flags) {
            this.flags = flags;
            return this;
        }

        TinyEntry extra(byte[] extra) {
            this.extra = extra;
            return this;
        }

        TinyEntry host(int host) {
            this.host = host;
            return this;
        }

        TinyEntry attributes(int attributes) {
            this.attributes = attributes;
            return this;
        }

        TinyEntry dosTime(int date, int time) {
            this.date = date;
            this.time = time;
            return this;
        }

        TinyEntry raw(int method, byte[] raw) {
            this.method = method;
            this.raw = raw;
            return this;
        }
    }

    TinyEntry add(String name, String content) {
        return add(name.getBytes(UTF_8), content.getBytes(UTF_8));
    }

    TinyEntry add(byte[] name, byte[] content) {
        TinyEntry entry = new TinyEntry();
        entry.name = name;
        entry.plain = content;
        entry.raw = content;
        entries.add(entry);
        return entry;
    }

    TinyEntry deflated(String name, byte[] content) {
        TinyEntry entry = add(name.getBytes(UTF_8), content);
        entry.method = 8;
        entry.raw = deflate(content);
        return entry;
    }

    static byte[] deflate(byte[] content) {
        Deflater deflater = new Deflater(6, true);
        deflater.setInput(content);
        deflater.finish();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        byte[] buffer = new byte[4096];
        while (!deflater.finished()) {
            out.write(buffer, 0, deflater.deflate(buffer));
        }
        deflater.end();
        return out.toByteArray();
    }

    static long crc(byte[] content) {
        CRC32 crc = new CRC32();
        crc.update(content);
        return crc.getValue();
    }

    /** One block of an extra field. */
    static byte[] extra(int id, byte[] data) {
        return new Out().u16(id).u16(data.length).bytes(data).toBytes();
    }

    byte[] build() {
        Out out = new Out().bytes(prefix);
        int base = offsetsCountPrefix ? 0 : prefix.length;
        List<Long> offsets = new ArrayList<>();
        for (TinyEntry e : entries) {
            offsets.add((long) out.size() - base);
            byte[] name = e.localName == null ? e.name : e.localName;
            int method = e.localMethod == null ? e.method : e.localMethod;
            out.u32(e.localSignature)
                    .u16(20)
                    .u16(e.flags)
                    .u16(method)
                    .u16(e.time)
                    .u16(e.date);
            out.u32(crcOf(e))
                    .u32(e.raw.length)
                    .u32(e.plain.length)
                    .u16(name.length)
                    .u16(0);
            out.bytes(name).bytes(e.raw);
        }
        long start = out.size();
        for (int i = 0; i < entries.size(); i++) {
            TinyEntry e = entries.get(i);
            out.u32(0x02014B50)
                    .u16(20 | e.host << 8)
                    .u16(20)
                    .u16(e.flags)
                    .u16(e.method)
                    .u16(e.time)
                    .u16(e.date);
            out.u32(crcOf(e)).u32(e.compressedSize == null ? e.raw.length : e.compressedSize);
            out.u32(e.size == null ? e.plain.length : e.size);
            out.u16(e.name.length)
                    .u16(e.extra.length)
                    .u16(e.comment.length)
                    .u16(0)
                    .u16(0);
            out.u32(e.attributes).u32(e.offset == null ? offsets.get(i) : e.offset);
            out.bytes(e.name).bytes(e.extra).bytes(e.comment);
        }
        out.bytes(behindDirectory);
        long size = directorySize == null ? out.size() - start : directorySize;
        long offset = directoryOffset == null ? start - base : directoryOffset;
        long number = count == null ? entries.size() : count;
        if (zip64) {
            long record = zip64Offset == null ? out.size() - base : zip64Offset;
            out.u32(0x06064B50)
                    .u64(44)
                    .u16(45)
                    .u16(45)
                    .u32(0)
                    .u32(0)
                    .u64(number)
                    .u64(number)
                    .u64(size)
                    .u64(offset);
            out.u32(0x07064B50).u32(0).u64(record).u32(1);
        }
        int shortNumber = zip64 ? 0xFFFF : (int) number;
        out.u32(0x06054B50).u16(disk).u16(disk).u16(shortNumber).u16(shortNumber);
        out.u32(zip64 ? 0xFFFF_FFFFL : size).u32(zip64 ? 0xFFFF_FFFFL : offset);
        out.u16(commentLength == null ? comment.length : commentLength)
                .bytes(comment)
                .bytes(trailing);
        return out.toBytes();
    }

    private static long crcOf(TinyEntry e) {
        return e.crc == null ? crc(e.plain) : e.crc;
    }

    /** Little-endian output. */
    static final class Out {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        Out u16(int value) {
            return number(value, 2);
        }

        Out u32(long value) {
            return number(value, 4);
        }

        Out u64(long value) {
            return number(value, 8);
        }

        Out bytes(byte... more) {
            bytes.writeBytes(more);
            return this;
        }

        private Out number(long value, int length) {
            for (int i = 0; i < length; i++) {
                bytes.write((int) (value >>> 8 * i));
            }
            return this;
        }

        int size() {
            return bytes.size();
        }

        byte[] toBytes() {
            return bytes.toByteArray();
        }
    }
}
