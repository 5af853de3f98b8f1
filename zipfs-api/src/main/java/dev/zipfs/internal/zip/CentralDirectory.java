package dev.zipfs.internal.zip;

/**
 * What is kept of the central directory: an {@link EntryRecord} for each entry, in chunks of just under 16 MiB, and
 * where each one starts. No record crosses a chunk's end.
 */
final class CentralDirectory {
    static final int CHUNK_BITS = 24;

    /** What of a position says where in its chunk a record starts. */
    static final int CHUNK_MASK = (1 << CHUNK_BITS) - 1;

    /** With the array's header this stays within 16 MiB, which is whole regions of the heap. */
    static final int CHUNK = (1 << CHUNK_BITS) - 64;

    /** As many as a position of 32 bits can tell apart. */
    static final int MOST_CHUNKS = 1 << Integer.SIZE - CHUNK_BITS;

    private final byte[][] chunks;
    private final int[] positions;
    private final NameTable names;

    CentralDirectory(byte[][] chunks, int[] positions, NameTable names) {
        this.chunks = chunks;
        this.positions = positions;
        this.names = names;
    }

    int count() {
        return positions.length;
    }

    /** The bytes in which an entry's record stands. */
    byte[] bytes(int entry) {
        return chunks[positions[entry] >>> CHUNK_BITS];
    }

    /** Where in {@link #bytes} it starts. */
    int at(int entry) {
        return positions[entry] & CHUNK_MASK;
    }

    int nameLength(int entry) {
        int position = positions[entry];
        byte[] b = chunks[position >>> CHUNK_BITS];
        int at = position & CHUNK_MASK;
        int converted = EntryRecord.convertedName(b, at);
        return converted < 0 ? EntryRecord.nameLength(b, at) : names.length(converted);
    }

    int copyName(int entry, byte[] dst, int offset) {
        int position = positions[entry];
        byte[] b = chunks[position >>> CHUNK_BITS];
        int at = position & CHUNK_MASK;
        int converted = EntryRecord.convertedName(b, at);
        if (converted >= 0) {
            return names.copy(converted, dst, offset);
        }
        int length = EntryRecord.copyName(b, at, dst, offset);
        if (EntryRecord.hasBackslashes(b, at)) {
            ZipNames.swapBackslashes(dst, offset, length);
        }
        return length;
    }

    /** Whether the name ends with a separator, which makes it a folder's. */
    boolean nameEndsWithSlash(byte[] b, int at) {
        int converted = EntryRecord.convertedName(b, at);
        if (converted >= 0) {
            return names.length(converted) > 0 && names.last(converted) == '/';
        }
        if (EntryRecord.nameLength(b, at) == 0) {
            return false;
        }
        byte last = EntryRecord.lastOfName(b, at);
        return last == '/' || last == '\\' && EntryRecord.hasBackslashes(b, at);
    }
}
