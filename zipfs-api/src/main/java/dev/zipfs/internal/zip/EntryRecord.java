package dev.zipfs.internal.zip;

import static dev.zipfs.internal.io.LittleEndian.i32;
import static dev.zipfs.internal.io.LittleEndian.i64;
import static dev.zipfs.internal.io.LittleEndian.putI32;
import static dev.zipfs.internal.io.LittleEndian.putI64;
import static dev.zipfs.internal.io.LittleEndian.putU16;
import static dev.zipfs.internal.io.LittleEndian.u16;
import static dev.zipfs.internal.io.LittleEndian.u32;

/**
 * What is kept of a {@link CentralHeader}: its fields from the flags to the length of the extra fields, those from the
 * external attributes on, the name's bytes, and the extra fields that are read later on. Dropped are the signature,
 * versions, disk number, internal attributes and the comment; of the host that made the entry two bits are left. That
 * is 33 bytes beside the name instead of 46, for every entry there is.
 *
 * <p>Most names begin like one that came before, and fresh memory is what reading a large directory spends most of its time
 * on: such a name is kept as a reference to the record whose name it begins like, which stands in the same bytes and has
 * its own name whole, and what is different from there on.
 *
 * <p>There is no object per record either: every method takes the bytes and the record's position.
 */
final class EntryRecord {
    private static final int TRAITS = 0;
    private static final int FLAGS = 1;
    private static final int METHOD = 3;
    private static final int TIME = 5;
    private static final int DATE = 7;
    private static final int CRC = 9;
    static final int COMPRESSED_SIZE = 13;
    static final int SIZE = 17;
    private static final int NAME_LENGTH = 21;
    private static final int EXTRA_LENGTH = 23;
    private static final int EXTERNAL_ATTRIBUTES = 25;
    static final int LOCAL_OFFSET = 29;

    /**
     * The fixed part; the name, or a reference and the rest of the name, the number of a converted name, a position, and extra
     * fields follow.
     */
    static final int LENGTH = 33;

    /** Three bytes for where the other name starts, and one for how many bytes of it are this one's, too. */
    static final int REFERENCE_LENGTH = 4;

    private static final int REFERENCE_SHARED = 3;

    /** How many bytes of another name may be referred to. */
    static final int MOST_SHARED = 0xFF;

    /** The position of the local header in an archive of several volumes. */
    static final int POSITION_LENGTH = Long.BYTES;

    /** The number of a converted name. */
    static final int NAME_NUMBER_LENGTH = Integer.BYTES;

    private static final int FIRST_FIELDS = CentralHeader.COMMENT_LENGTH - CentralHeader.FLAGS;
    private static final int LAST_FIELDS = CentralHeader.LENGTH - CentralHeader.EXTERNAL_ATTRIBUTES;

    private static final int MADE_ON_UNIX = 1;
    private static final int NAME_HAS_BACKSLASHES = 2;
    private static final int NAME_IS_CONVERTED = 4;
    private static final int HAS_POSITION = 8;
    private static final int NAME_IS_GUESSED = 16;
    private static final int BACKSLASH_SEPARATES = 32;
    private static final int NAME_IS_SHARED = 64;

    private static final long FULL = 0xFFFF_FFFFL;

    private EntryRecord() {}

    /**
     * Keeps a header with its name and no extra fields.
     *
     * @param to where in {@code dst}; {@link #LENGTH} and the name must fit
     * @return where the record ends
     */
    static int keep(byte[] header, int at, int nameLength, byte[] dst, int to) {
        dst[to + TRAITS] = (byte) (CentralHeader.unixHost(header, at) ? MADE_ON_UNIX : 0);
        System.arraycopy(header, at + CentralHeader.FLAGS, dst, to + FLAGS, FIRST_FIELDS);
        System.arraycopy(
                header,
                at + CentralHeader.EXTERNAL_ATTRIBUTES,
                dst,
                to + EXTERNAL_ATTRIBUTES,
                LAST_FIELDS + nameLength);
        return to + LENGTH + nameLength;
    }

    /**
     * Keeps a header with no extra fields whose name begins like another.
     *
     * @param shared how many bytes they have in common, 1 to {@link #MOST_SHARED} and less than this name has
     * @param otherNameAt where the other name stands in {@code dst}, whole
     * @param to where in {@code dst}; {@link #LENGTH}, the reference and the rest of the name must fit
     * @return where the record ends
     */
    static int keepShared(byte[] header, int at, int nameLength, int shared, int otherNameAt, byte[] dst, int to) {
        dst[to + TRAITS] = (byte) (CentralHeader.unixHost(header, at) ? MADE_ON_UNIX | NAME_IS_SHARED : NAME_IS_SHARED);
        System.arraycopy(header, at + CentralHeader.FLAGS, dst, to + FLAGS, FIRST_FIELDS);
        System.arraycopy(header, at + CentralHeader.EXTERNAL_ATTRIBUTES, dst, to + EXTERNAL_ATTRIBUTES, LAST_FIELDS);
        putI32(dst, to + LENGTH, otherNameAt | shared << 24);
        int rest = to + LENGTH + REFERENCE_LENGTH;
        System.arraycopy(header, CentralHeader.nameAt(at) + shared, dst, rest, nameLength - shared);
        return rest + nameLength - shared;
    }

    /**
     * Notes that nothing but a guess says what encoding the name has.
     *
     * @param backslashSeparates whether a backslash in it separates folders
     */
    static void nameIsGuessed(byte[] b, int at, boolean backslashSeparates) {
        b[at + TRAITS] |= NAME_IS_GUESSED;
        if (backslashSeparates) {
            b[at + TRAITS] |= BACKSLASH_SEPARATES;
        }
    }

    static boolean guessedName(byte[] b, int at) {
        return (b[at + TRAITS] & NAME_IS_GUESSED) != 0;
    }

    static boolean backslashSeparates(byte[] b, int at) {
        return (b[at + TRAITS] & BACKSLASH_SEPARATES) != 0;
    }

    static void nameHasBackslashes(byte[] b, int at) {
        b[at + TRAITS] |= NAME_HAS_BACKSLASHES;
    }

    static boolean hasBackslashes(byte[] b, int at) {
        return (b[at + TRAITS] & NAME_HAS_BACKSLASHES) != 0;
    }

    /** Notes under which number the name's converted form is kept. Room for it must be behind the name. */
    static void nameIsConverted(byte[] b, int at, int number) {
        b[at + TRAITS] |= NAME_IS_CONVERTED;
        putI32(b, at + LENGTH + nameLength(b, at), number);
    }

    /** The number of the name's converted form, or -1 where the bytes here are the name. */
    static int convertedName(byte[] b, int at) {
        return (b[at + TRAITS] & NAME_IS_CONVERTED) == 0 ? -1 : i32(b, at + LENGTH + nameLength(b, at));
    }

    /**
     * Notes where the local header is, whatever the fields say. Room for it must be behind the name and its number, and
     * the number must have been noted before.
     */
    static void positionIs(byte[] b, int at, long position) {
        putI64(b, extraAt(b, at), position);
        b[at + TRAITS] |= HAS_POSITION;
    }

    private static boolean hasPosition(byte[] b, int at) {
        return (b[at + TRAITS] & HAS_POSITION) != 0;
    }

    static void extraLengthIs(byte[] b, int at, int length) {
        putU16(b, at + EXTRA_LENGTH, length);
    }

    static boolean madeOnUnix(byte[] b, int at) {
        return (b[at + TRAITS] & MADE_ON_UNIX) != 0;
    }

    static int flags(byte[] b, int at) {
        return u16(b, at + FLAGS);
    }

    static boolean encrypted(byte[] b, int at) {
        return (flags(b, at) & CentralHeader.FLAG_ENCRYPTED) != 0;
    }

    static int method(byte[] b, int at) {
        return u16(b, at + METHOD);
    }

    static int dosTime(byte[] b, int at) {
        return u16(b, at + TIME);
    }

    static int dosDate(byte[] b, int at) {
        return u16(b, at + DATE);
    }

    static long crc32(byte[] b, int at) {
        return u32(b, at + CRC);
    }

    /** The length of the name as the archive has it. */
    static int nameLength(byte[] b, int at) {
        return u16(b, at + NAME_LENGTH);
    }

    /** How many bytes of the name stand in another record, at {@link #sharedNameAt}; 0 where all stand here. */
    static int sharedLength(byte[] b, int at) {
        return (b[at + TRAITS] & NAME_IS_SHARED) == 0 ? 0 : b[at + LENGTH + REFERENCE_SHARED] & 0xFF;
    }

    static int sharedNameAt(byte[] b, int at) {
        return i32(b, at + LENGTH) & 0xFF_FFFF;
    }

    /** Where those bytes of the name start that stand here. */
    static int nameRestAt(byte[] b, int at) {
        return (b[at + TRAITS] & NAME_IS_SHARED) == 0 ? at + LENGTH : at + LENGTH + REFERENCE_LENGTH;
    }

    /** Where the name ends. Its last byte always stands here. */
    private static int nameEnd(byte[] b, int at) {
        return nameRestAt(b, at) + nameLength(b, at) - sharedLength(b, at);
    }

    /** The last byte of a name that has one. */
    static byte lastOfName(byte[] b, int at) {
        return b[nameEnd(b, at) - 1];
    }

    /** Copies the name as the archive has it, and gives its length. */
    static int copyName(byte[] b, int at, byte[] dst, int offset) {
        int length = nameLength(b, at);
        int shared = sharedLength(b, at);
        if (shared > 0) {
            System.arraycopy(b, sharedNameAt(b, at), dst, offset, shared);
        }
        System.arraycopy(b, nameRestAt(b, at), dst, offset + shared, length - shared);
        return length;
    }

    /** The name as the archive has it. */
    static byte[] name(byte[] b, int at) {
        byte[] name = new byte[nameLength(b, at)];
        copyName(b, at, name, 0);
        return name;
    }

    static int extraAt(byte[] b, int at) {
        int traits = b[at + TRAITS];
        return nameEnd(b, at)
                + ((traits & NAME_IS_CONVERTED) == 0 ? 0 : NAME_NUMBER_LENGTH)
                + ((traits & HAS_POSITION) == 0 ? 0 : POSITION_LENGTH);
    }

    static int extraLength(byte[] b, int at) {
        return u16(b, at + EXTRA_LENGTH);
    }

    /** Of the whole record. */
    static int length(byte[] b, int at) {
        return extraAt(b, at) + extraLength(b, at) - at;
    }

    /**
     * Copies a record whose name needed no conversion, and is not shared, to where there is room for the number of a converted one.
     *
     * @return how many bytes it has there
     */
    static int moveWithNameNumber(byte[] b, int at, byte[] dst, int to, int number) {
        int head = LENGTH + nameLength(b, at);
        int length = length(b, at);
        System.arraycopy(b, at, dst, to, head);
        System.arraycopy(b, at + head, dst, to + head + NAME_NUMBER_LENGTH, length - head);
        nameIsConverted(dst, to, number);
        return length + NAME_NUMBER_LENGTH;
    }

    static int externalAttributes(byte[] b, int at) {
        return i32(b, at + EXTERNAL_ATTRIBUTES);
    }

    /** Whether some value is not in its four-byte field. */
    static boolean valuesElsewhere(byte[] b, int at) {
        return hasPosition(b, at) || needsZip64(b, at);
    }

    /** Whether some value has to be looked for in the ZIP64 extra field. */
    static boolean needsZip64(byte[] b, int at) {
        return i32(b, at + SIZE) == -1 || i32(b, at + COMPRESSED_SIZE) == -1 || i32(b, at + LOCAL_OFFSET) == -1;
    }

    /** The four-byte field, for who knows that the value is not elsewhere. */
    static long shortCompressedSize(byte[] b, int at) {
        return u32(b, at + COMPRESSED_SIZE);
    }

    /** The four-byte field, for who knows that the value is not elsewhere. */
    static long shortLocalOffset(byte[] b, int at) {
        return u32(b, at + LOCAL_OFFSET);
    }

    /** Plain bytes; {@link Long#MAX_VALUE} for 2^63 and more. */
    static long size(byte[] b, int at) {
        long size = u32(b, at + SIZE);
        return size == FULL ? zip64(b, at, 0, size) : size;
    }

    /** Bytes in the archive; {@link Long#MAX_VALUE} for 2^63 and more. */
    static long compressedSize(byte[] b, int at) {
        long size = u32(b, at + COMPRESSED_SIZE);
        return size == FULL ? zip64(b, at, full(b, at + SIZE), size) : size;
    }

    /** Where the local header stands, before the bias of prepended data; {@link Long#MAX_VALUE} for 2^63 and more. */
    static long localOffset(byte[] b, int at) {
        if (hasPosition(b, at)) {
            return i64(b, extraAt(b, at) - POSITION_LENGTH);
        }
        long offset = u32(b, at + LOCAL_OFFSET);
        return offset == FULL ? zip64(b, at, full(b, at + SIZE) + full(b, at + COMPRESSED_SIZE), offset) : offset;
    }

    /**
     * The number of the disk, as the ZIP64 field has it behind the values of the full fields (APPNOTE 6.3.10 §4.5.3).
     *
     * @return -1 where the field has none
     */
    static long zip64Disk(byte[] b, int at) {
        int before = Long.BYTES * (full(b, at + SIZE) + full(b, at + COMPRESSED_SIZE) + full(b, at + LOCAL_OFFSET));
        int field = ExtraFields.find(b, extraAt(b, at), extraLength(b, at), ExtraFields.ZIP64);
        return field >= 0 && ExtraFields.length(b, field) >= before + Integer.BYTES ? u32(b, field + before) : -1;
    }

    /**
     * Whether every value that should be in the ZIP64 extra field is there. Where one is not, the four-byte field is
     * taken at its word: 2^32 - 1.
     */
    static boolean zip64Complete(byte[] b, int at) {
        int needed = full(b, at + SIZE) + full(b, at + COMPRESSED_SIZE) + full(b, at + LOCAL_OFFSET);
        if (needed == 0) {
            return true;
        }
        int field = ExtraFields.find(b, extraAt(b, at), extraLength(b, at), ExtraFields.ZIP64);
        return field >= 0 && ExtraFields.length(b, field) >= needed * Long.BYTES;
    }

    private static int full(byte[] b, int field) {
        return i32(b, field) == -1 ? 1 : 0;
    }

    /** The field holds only those values whose four-byte fields are full, in a fixed order (APPNOTE 6.3.10 §4.5.3). */
    private static long zip64(byte[] b, int at, int index, long otherwise) {
        int field = ExtraFields.find(b, extraAt(b, at), extraLength(b, at), ExtraFields.ZIP64);
        if (field < 0 || ExtraFields.length(b, field) < (index + 1) * Long.BYTES) {
            return otherwise;
        }
        long value = i64(b, field + index * Long.BYTES);
        return value < 0 ? Long.MAX_VALUE : value;
    }
}
