package dev.zipfs.testkit.model;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.zip.CRC32;

/**
 * An extra field of a local or central header: an identifier and data (APPNOTE 6.3.10 §4.5). {@link #lying} and
 * {@link #raw} make such as no sound archive has. Immutable.
 *
 * @since 0.1.0
 */
public final class ExtraField {
    /** 100-nanosecond steps between 1601-01-01, where NTFS begins to count, and 1970-01-01. */
    private static final long NTFS_EPOCH = 116_444_736_000_000_000L;

    private final byte[] bytes;

    private ExtraField(byte[] bytes) {
        this.bytes = bytes;
    }

    /**
     * A field of any kind.
     *
     * @param id its identifier, 16 bits
     * @param data its data
     * @return the field
     */
    public static ExtraField of(int id, byte[] data) {
        return lying(id, data.length, data);
    }

    /**
     * A field whose length is a lie.
     *
     * @param id its identifier, 16 bits
     * @param claimedLength the length it says it has, 16 bits
     * @param data its data
     * @return the field
     */
    public static ExtraField lying(int id, int claimedLength, byte[] data) {
        return new ExtraField(
                new LittleEndianBuffer().u16(id).u16(claimedLength).put(data).toBytes());
    }

    /**
     * Bytes that are no field at all, for example a single one.
     *
     * @param bytes the bytes, written as they are
     * @return the field
     */
    public static ExtraField raw(byte[] bytes) {
        return new ExtraField(bytes.clone());
    }

    /**
     * Extended timestamp 0x5455 with the time of modification alone.
     *
     * @param seconds since 1970-01-01T00:00Z, written as 32 bits with sign
     * @return the field, as it stands in both headers
     */
    public static ExtraField extendedTimestamp(long seconds) {
        return of(0x5455, new LittleEndianBuffer().u8(1).u32(seconds).toBytes());
    }

    /**
     * NTFS times 0x000a.
     *
     * @param modified the time of modification, also used for access and creation
     * @return the field
     */
    public static ExtraField ntfs(Instant modified) {
        long ticks = NTFS_EPOCH + modified.getEpochSecond() * 10_000_000 + modified.getNano() / 100;
        LittleEndianBuffer data = new LittleEndianBuffer().u32(0).u16(1).u16(24);
        return of(0x000A, data.u64(ticks).u64(ticks).u64(ticks).toBytes());
    }

    /**
     * Info-ZIP's first Unix field 0x5855 with times of access and modification.
     *
     * @param modifiedSeconds since 1970-01-01T00:00Z, written as 32 bits
     * @return the field as it stands in the central header
     */
    public static ExtraField infoZipUnix(long modifiedSeconds) {
        return of(
                0x5855,
                new LittleEndianBuffer()
                        .u32(modifiedSeconds)
                        .u32(modifiedSeconds)
                        .toBytes());
    }

    /**
     * Unicode Path 0x7075.
     *
     * @param rawName the bytes of the header's name, whose CRC the field holds
     * @param name the name in Unicode
     * @return the field
     */
    public static ExtraField unicodePath(byte[] rawName, String name) {
        CRC32 crc = new CRC32();
        crc.update(rawName);
        return unicodePath(1, crc.getValue(), name);
    }

    /**
     * Unicode Path 0x7075 with a version or CRC of one's own.
     *
     * @param version 1 in a sound archive
     * @param crc the CRC-32 of the header's name in a sound archive
     * @param name the name in Unicode
     * @return the field
     */
    public static ExtraField unicodePath(int version, long crc, String name) {
        return of(
                0x7075,
                new LittleEndianBuffer()
                        .u8(version)
                        .u32(crc)
                        .put(name.getBytes(StandardCharsets.UTF_8))
                        .toBytes());
    }

    /**
     * ZIP64 extended information 0x0001 with the values given, whether the header asks for them or not.
     *
     * @param values of 64 bits each; a sound archive has those of size, compressed size and offset whose 32 bits are all ones, in
     *     this order
     * @return the field
     */
    public static ExtraField zip64(long... values) {
        LittleEndianBuffer data = new LittleEndianBuffer();
        for (long value : values) {
            data.u64(value);
        }
        return of(0x0001, data.toBytes());
    }

    /**
     * The field as it stands in the archive.
     *
     * @return a fresh array: identifier, length, data
     */
    public byte[] toBytes() {
        return bytes.clone();
    }
}
