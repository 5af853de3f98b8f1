package dev.zipfs.testkit.model;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writes an archive entry by entry, in memory that does not grow with it: the central directory waits in a file beside the
 * archive. {@link ArchiveModel} is the easier way where all entries fit in memory. Not thread-safe.
 *
 * <p>An archive that is closed without {@link #finish} has no central directory, as one whose writer died.
 *
 * @since 0.1.0
 */
public final class ZipWriter implements Closeable {
    private static final long MAX_32 = 0xFFFF_FFFFL;
    private static final int MAX_16 = 0xFFFF;

    private final Sink sink;
    private final long base;
    private final Directory directory;

    private ZipWriter(Sink sink, Prefix prefix, Directory directory) throws IOException {
        this.sink = sink;
        this.directory = directory;
        sink.write(prefix.bytes);
        this.base = prefix.counted ? 0 : prefix.bytes.length;
    }

    /**
     * Starts an archive.
     *
     * @param file made, or replaced
     * @return a writer; the caller closes it
     * @throws IOException if the file cannot be written
     */
    public static ZipWriter create(Path file) throws IOException {
        return create(file, Prefix.none());
    }

    /**
     * Starts an archive that does not begin with its first entry.
     *
     * @param file made, or replaced
     * @param prefix what it begins with
     * @return a writer; the caller closes it
     * @throws IOException if the file cannot be written
     */
    public static ZipWriter create(Path file, Prefix prefix) throws IOException {
        return new ZipWriter(
                new Sink.File(file), prefix, new Directory(file.resolveSibling(file.getFileName() + ".cd")));
    }

    static ZipWriter to(Sink sink, Prefix prefix) throws IOException {
        return new ZipWriter(sink, prefix, new Directory(null));
    }

    /**
     * Writes an entry and remembers its central header.
     *
     * @param entry the entry
     * @throws IOException if the file cannot be written
     */
    public void add(EntryModel entry) throws IOException {
        sink.write(entry.leading);
        long offset = sink.position() - base;
        long crc = entry.headerCrc();
        Payload payload = entry.payload();
        if (!entry.centralOnly) {
            sink.write(localHeader(entry, crc, payload.size()));
            payload.writeTo(sink);
            if (entry.descriptor != Descriptor.NONE) {
                sink.write(descriptor(entry, crc, payload.size()));
            }
        }
        directory.add(centralHeader(entry, crc, payload.size(), offset));
    }

    /**
     * Writes the central directory and the end.
     *
     * @param end what the end says
     * @throws IOException if the file cannot be written
     */
    public void finish(ArchiveEnd end) throws IOException {
        finish(end, List.of());
    }

    void finish(ArchiveEnd end, List<Integer> order) throws IOException {
        sink.write(end.gap);
        long start = sink.position() - base;
        directory.writeTo(sink, order);
        long size = sink.position() - base - start;
        long count = order.isEmpty() ? directory.count() : order.size();
        boolean wide = end.zip64 == Zip64.FORCED
                || end.zip64 == Zip64.AUTO && (count >= MAX_16 || size >= MAX_32 || start >= MAX_32);
        if (wide) {
            long at = sink.position() - base;
            sink.write(zip64End(end, count, size, start));
            sink.write(new LittleEndianBuffer()
                    .u32(0x07064b50)
                    .u32(0)
                    .u64(end.locatorOffset != null ? end.locatorOffset : at)
                    .u32(1)
                    .toBytes());
        }
        boolean masked = wide && end.zip64 == Zip64.FORCED;
        long entries = end.claimedEntries != null ? end.claimedEntries : masked ? MAX_16 : Math.min(count, MAX_16);
        long claimedSize = end.claimedSize != null ? end.claimedSize : masked ? MAX_32 : Math.min(size, MAX_32);
        long claimedStart = end.claimedOffset != null ? end.claimedOffset : masked ? MAX_32 : Math.min(start, MAX_32);
        sink.write(new LittleEndianBuffer()
                .u32(0x06054b50)
                .u16(end.disk)
                .u16(end.disk)
                .u16((int) entries)
                .u16((int) entries)
                .u32(claimedSize)
                .u32(claimedStart)
                .u16(end.claimedCommentLength != null ? end.claimedCommentLength : end.comment.length)
                .put(end.comment)
                .put(end.trailing)
                .toBytes());
    }

    /** APPNOTE 6.3.10 §4.3.14. */
    private static byte[] zip64End(ArchiveEnd end, long count, long size, long start) {
        long entries = end.zip64Entries != null ? end.zip64Entries : count;
        return new LittleEndianBuffer()
                .u32(0x06064b50)
                .u64(end.zip64RecordSize != null ? end.zip64RecordSize : 44 + end.zip64Data.length)
                .u16(45)
                .u16(45)
                .u32(end.disk)
                .u32(end.disk)
                .u64(entries)
                .u64(entries)
                .u64(end.zip64Size != null ? end.zip64Size : size)
                .u64(end.zip64Offset != null ? end.zip64Offset : start)
                .put(end.zip64Data)
                .toBytes();
    }

    /** APPNOTE 6.3.10 §4.3.7. ZIP64 fields of a local header always come as a pair (§4.5.3). */
    private static byte[] localHeader(EntryModel entry, long trueCrc, long trueCompressed) {
        HeaderLies here = entry.localLies;
        HeaderLies lies = entry.lies;
        boolean later = entry.descriptor != Descriptor.NONE;
        long crc = later ? HeaderLies.pick(here.crc, null, 0) : HeaderLies.pick(here.crc, lies.crc, trueCrc);
        long size = later
                ? HeaderLies.pick(here.size, null, 0)
                : HeaderLies.pick(here.size, lies.size, entry.content.size());
        long compressed = later
                ? HeaderLies.pick(here.compressedSize, null, 0)
                : HeaderLies.pick(here.compressedSize, lies.compressedSize, trueCompressed);
        boolean wide = entry.zip64 == Zip64.FORCED
                || entry.zip64 == Zip64.AUTO && (exceeds32(size) || exceeds32(compressed))
                || entry.zip64 == Zip64.AUTO && entry.descriptor.wide;
        LittleEndianBuffer extra = new LittleEndianBuffer();
        if (wide) {
            extra.put(ExtraField.zip64(size, compressed).toBytes());
        }
        addExtras(entry, entry.localExtras, extra);
        byte[] name = entry.localName != null ? entry.localName : entry.name;
        return new LittleEndianBuffer()
                .u32(HeaderLies.pick(here.signature, lies.signature, 0x04034b50L))
                .u16(versionNeeded(entry, wide))
                .u16(HeaderLies.pick(here.flags, lies.flags, entry.headerFlags()))
                .u16(HeaderLies.pick(here.method, lies.method, entry.headerMethod()))
                .u16(entry.dosTime)
                .u16(entry.dosDate)
                .u32(crc)
                .u32(wide ? MAX_32 : fit(compressed))
                .u32(wide ? MAX_32 : fit(size))
                .u16(name.length)
                .u16(extra.size())
                .put(name)
                .put(extra.toBytes())
                .toBytes();
    }

    /** APPNOTE 6.3.10 §4.3.9. */
    private static byte[] descriptor(EntryModel entry, long trueCrc, long trueCompressed) {
        HeaderLies here = entry.descriptorLies;
        HeaderLies lies = entry.lies;
        long size = HeaderLies.pick(here.size, lies.size, entry.content.size());
        long compressed = HeaderLies.pick(here.compressedSize, lies.compressedSize, trueCompressed);
        LittleEndianBuffer bytes = new LittleEndianBuffer();
        if (entry.descriptor.signature) {
            bytes.u32(HeaderLies.pick(here.signature, null, 0x08074b50L));
        }
        bytes.u32(HeaderLies.pick(here.crc, lies.crc, trueCrc));
        if (entry.descriptor.wide) {
            bytes.u64(compressed).u64(size);
        } else {
            bytes.u32(fit(compressed)).u32(fit(size));
        }
        return bytes.toBytes();
    }

    /** APPNOTE 6.3.10 §4.3.12. */
    private static byte[] centralHeader(EntryModel entry, long trueCrc, long trueCompressed, long trueOffset) {
        HeaderLies here = entry.centralLies;
        HeaderLies lies = entry.lies;
        long size = HeaderLies.pick(here.size, lies.size, entry.content.size());
        long compressed = HeaderLies.pick(here.compressedSize, lies.compressedSize, trueCompressed);
        long offset = HeaderLies.pick(here.offset, lies.offset, trueOffset);
        Set<Zip64Field> wide = zip64Fields(entry, size, compressed, offset);
        LittleEndianBuffer extra = new LittleEndianBuffer();
        if (!wide.isEmpty()) {
            LittleEndianBuffer values = new LittleEndianBuffer();
            for (Zip64Field field : EnumSet.copyOf(wide)) {
                switch (field) {
                    case SIZE -> values.u64(size);
                    case COMPRESSED_SIZE -> values.u64(compressed);
                    case OFFSET -> values.u64(offset);
                    case DISK -> values.u32(0);
                }
            }
            extra.put(ExtraField.of(0x0001, values.toBytes()).toBytes());
        }
        addExtras(entry, entry.centralExtras, extra);
        return new LittleEndianBuffer()
                .u32(HeaderLies.pick(here.signature, lies.signature, 0x02014b50L))
                .u8(entry.versionMadeBy)
                .u8(entry.host)
                .u16(versionNeeded(entry, !wide.isEmpty()))
                .u16(HeaderLies.pick(here.flags, lies.flags, entry.headerFlags()))
                .u16(HeaderLies.pick(here.method, lies.method, entry.headerMethod()))
                .u16(entry.dosTime)
                .u16(entry.dosDate)
                .u32(HeaderLies.pick(here.crc, lies.crc, trueCrc))
                .u32(wide.contains(Zip64Field.COMPRESSED_SIZE) ? MAX_32 : fit(compressed))
                .u32(wide.contains(Zip64Field.SIZE) ? MAX_32 : fit(size))
                .u16(entry.name.length)
                .u16(extra.size())
                .u16(entry.comment.length)
                .u16(wide.contains(Zip64Field.DISK) ? MAX_16 : 0)
                .u16(entry.internalAttributes)
                .u32(entry.externalAttributes)
                .u32(wide.contains(Zip64Field.OFFSET) ? MAX_32 : fit(offset))
                .put(entry.name)
                .put(extra.toBytes())
                .put(entry.comment)
                .toBytes();
    }

    private static Set<Zip64Field> zip64Fields(EntryModel entry, long size, long compressed, long offset) {
        if (entry.zip64Fields != null) {
            return entry.zip64Fields;
        }
        Set<Zip64Field> wide = EnumSet.noneOf(Zip64Field.class);
        boolean forced = entry.zip64 == Zip64.FORCED;
        boolean allowed = entry.zip64 != Zip64.NEVER;
        if (forced || allowed && exceeds32(size)) {
            wide.add(Zip64Field.SIZE);
        }
        if (forced || allowed && exceeds32(compressed)) {
            wide.add(Zip64Field.COMPRESSED_SIZE);
        }
        if (forced || allowed && exceeds32(offset)) {
            wide.add(Zip64Field.OFFSET);
        }
        return wide;
    }

    private static void addExtras(EntryModel entry, List<ExtraField> fields, LittleEndianBuffer to) {
        if (entry.encryption != null && entry.encryption.isAes()) {
            to.put(entry.encryption.aesExtra(entry.method));
        }
        for (ExtraField field : fields) {
            to.put(field.toBytes());
        }
    }

    private static int versionNeeded(EntryModel entry, boolean wide) {
        if (entry.versionNeeded >= 0) {
            return entry.versionNeeded;
        }
        return entry.headerMethod() == 99 ? 51 : wide ? 45 : 20;
    }

    private static boolean exceeds32(long value) {
        return Long.compareUnsigned(value, MAX_32) >= 0;
    }

    private static long fit(long value) {
        return exceeds32(value) ? MAX_32 : value;
    }

    @Override
    public void close() throws IOException {
        try (sink) {
            directory.close();
        }
    }

    /** The central headers until they are written: in memory, or in a file that is deleted. */
    private static final class Directory implements Closeable {
        private final List<byte[]> held = new ArrayList<>();
        private final @Nullable Path spill;
        private @Nullable OutputStream out;
        private long count;

        Directory(@Nullable Path spill) {
            this.spill = spill;
        }

        long count() {
            return count;
        }

        void add(byte[] header) throws IOException {
            held.add(header);
            count++;
            if (spill != null && held.size() >= 20_000) {
                spillTo(spill);
            }
        }

        private void spillTo(Path file) throws IOException {
            if (out == null) {
                out = Files.newOutputStream(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            }
            LittleEndianBuffer batch = new LittleEndianBuffer();
            held.forEach(batch::put);
            held.clear();
            out.write(batch.toBytes());
        }

        void writeTo(Sink sink, List<Integer> order) throws IOException {
            if (!order.isEmpty()) {
                if (held.size() != count) {
                    throw new IllegalStateException("a directory of " + count + " entries cannot be put in order");
                }
                for (int number : order) {
                    sink.write(held.get(number));
                }
                return;
            }
            if (out != null && spill != null) {
                out.flush();
                try (InputStream in = Files.newInputStream(spill)) {
                    byte[] chunk = new byte[1 << 16];
                    for (int length = in.read(chunk); length > 0; length = in.read(chunk)) {
                        sink.write(chunk, 0, length);
                    }
                }
            }
            for (byte[] header : held) {
                sink.write(header);
            }
        }

        @Override
        public void close() throws IOException {
            if (out != null && spill != null) {
                out.close();
                Files.deleteIfExists(spill);
            }
        }
    }
}
