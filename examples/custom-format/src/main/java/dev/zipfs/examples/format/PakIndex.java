package dev.zipfs.examples.format;

import dev.zipfs.ArchiveFormatException;
import dev.zipfs.EntryType;
import dev.zipfs.spi.ArchiveIndex;
import dev.zipfs.spi.ArchiveSource;
import dev.zipfs.spi.EntryReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;

/** The directory as it lies in the archive: entries are looked at where they are, no object is made for any. */
final class PakIndex implements ArchiveIndex {
    private static final int NAME = 56;
    private static final int OFFSET = 56;
    private static final int SIZE = 60;

    private final ArchiveSource source;
    private final long start;
    private final ByteBuffer directory;

    PakIndex(ArchiveSource source, long start, ByteBuffer directory) {
        this.source = source;
        this.start = start;
        this.directory = directory;
    }

    @Override
    public int entryCount() {
        return directory.capacity() / PakFormat.RECORD;
    }

    @Override
    public String comment() {
        return "";
    }

    @Override
    public byte[] rawName(int entry) {
        int length = 0;
        while (length < NAME && directory.get(record(entry) + length) != 0) {
            length++;
        }
        byte[] name = new byte[length];
        directory.get(record(entry), name);
        return name;
    }

    /** Names are ASCII; Latin-1 makes valid UTF-8 of whatever stands there instead. */
    private byte[] path(int entry) {
        return new String(rawName(entry), StandardCharsets.ISO_8859_1).getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public int pathLength(int entry) {
        return path(entry).length;
    }

    @Override
    public int copyPath(int entry, byte[] dst, int offset) {
        byte[] path = path(entry);
        System.arraycopy(path, 0, dst, offset, path.length);
        return path.length;
    }

    @Override
    public EntryType type(int entry) {
        return EntryType.FILE;
    }

    @Override
    public long size(int entry) {
        return Integer.toUnsignedLong(directory.getInt(record(entry) + SIZE));
    }

    @Override
    public long compressedSize(int entry) {
        return size(entry);
    }

    @Override
    public String method(int entry) {
        return "stored";
    }

    @Override
    public OptionalLong crc32(int entry) {
        return OptionalLong.empty();
    }

    @Override
    public long modifiedSeconds(int entry) {
        return 0;
    }

    @Override
    public int modifiedNanos(int entry) {
        return 0;
    }

    @Override
    public int permissions(int entry) {
        return -1;
    }

    @Override
    public boolean encrypted(int entry) {
        return false;
    }

    @Override
    public EntryReader open(int entry) throws IOException {
        long offset = Integer.toUnsignedLong(directory.getInt(record(entry) + OFFSET));
        if (offset + size(entry) > source.size()) {
            // This entry alone fails; the others can be read.
            throw ArchiveFormatException.of(
                            "its " + size(entry) + " bytes at " + offset + " reach past the archive's end")
                    .offset(start + record(entry) + OFFSET)
                    .entry(new String(path(entry), StandardCharsets.UTF_8))
                    .build();
        }
        return new PakReader(source, offset, size(entry));
    }

    private int record(int entry) {
        return entry * PakFormat.RECORD;
    }
}
