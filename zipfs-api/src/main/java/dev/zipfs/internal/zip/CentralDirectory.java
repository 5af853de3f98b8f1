package dev.zipfs.internal.zip;

import static dev.zipfs.internal.io.LittleEndian.i32;
import static dev.zipfs.internal.io.LittleEndian.putI32;

/**
 * The central directory as it stands in the archive, less comments and extra fields that nothing here reads, in chunks
 * of just under 16 MiB, and where each header starts: four bytes an entry beside the archive's own. No header crosses a
 * chunk's end.
 *
 * <p>A header's signature is of no use once it has been seen. Where it still stands, the bytes that follow are the
 * name; 0 stands for the same with {@code \} as separator, a negative number for a name in the table: its complement.
 */
final class CentralDirectory {
    static final int CHUNK_BITS = 24;

    /** With the array's header this stays within 16 MiB, which is whole regions of the heap. */
    static final int CHUNK = (1 << CHUNK_BITS) - 64;

    /** As many as a position of 32 bits can tell apart. */
    static final int MOST_CHUNKS = 1 << Integer.SIZE - CHUNK_BITS;

    private static final int BACKSLASHES = 0;

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

    /** The bytes in which an entry's header stands. */
    byte[] bytes(int entry) {
        return chunks[positions[entry] >>> CHUNK_BITS];
    }

    /** Where in {@link #bytes} it starts. */
    int at(int entry) {
        return positions[entry] & (1 << CHUNK_BITS) - 1;
    }

    static void nameHasBackslashes(byte[] b, int at) {
        putI32(b, at, BACKSLASHES);
    }

    static void nameIsConverted(byte[] b, int at, int number) {
        putI32(b, at, ~number);
    }

    int nameLength(int entry) {
        byte[] b = bytes(entry);
        int at = at(entry);
        int name = i32(b, at);
        return name < 0 ? names.length(~name) : CentralHeader.nameLength(b, at);
    }

    int copyName(int entry, byte[] dst, int offset) {
        byte[] b = bytes(entry);
        int at = at(entry);
        int name = i32(b, at);
        if (name < 0) {
            return names.copy(~name, dst, offset);
        }
        int length = CentralHeader.nameLength(b, at);
        System.arraycopy(b, CentralHeader.nameAt(at), dst, offset, length);
        if (name == BACKSLASHES) {
            ZipNames.swapBackslashes(dst, offset, length);
        }
        return length;
    }

    /** Whether the name ends with a separator, which makes it a folder's. */
    boolean nameEndsWithSlash(int entry) {
        byte[] b = bytes(entry);
        int at = at(entry);
        int name = i32(b, at);
        if (name < 0) {
            int length = names.length(~name);
            return length > 0 && names.last(~name) == '/';
        }
        int length = CentralHeader.nameLength(b, at);
        if (length == 0) {
            return false;
        }
        byte last = b[CentralHeader.nameAt(at) + length - 1];
        return last == '/' || name == BACKSLASHES && last == '\\';
    }
}
