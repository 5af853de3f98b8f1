package dev.zipfs.spi;

import dev.zipfs.EntryType;
import java.io.Closeable;
import java.io.IOException;
import java.util.Map;
import java.util.OptionalLong;

/**
 * What an archive says about its entries. Entries are numbers from 0 to {@link #entryCount()} - 1 in the archive's order;
 * no object per entry is needed. Immutable and thread-safe. Nothing here has been made safe for a file system: names may
 * be empty, absolute, climb, or collide; the view settles that.
 *
 * <p>Numbers outside the range are a caller's mistake and give {@link IndexOutOfBoundsException}.
 *
 * @since 0.1.0
 */
public interface ArchiveIndex extends Closeable {
    /**
     * How many entries there are.
     *
     * @return the count, 0 or more
     */
    int entryCount();

    /**
     * The archive's own comment.
     *
     * @return the comment, or an empty string
     */
    String comment();

    /**
     * What else there is to say about the archive as a whole, for people: which of the format's ways it goes, what was
     * assumed about it. May take time in proportion to the entries.
     *
     * @return by what it is about, in the order in which to show it; nothing by default
     */
    default Map<String, String> details() {
        return Map.of();
    }

    /**
     * How long an entry's path is.
     *
     * @param entry the entry's number
     * @return bytes of UTF-8, 0 or more
     */
    int pathLength(int entry);

    /**
     * Copies an entry's path: valid UTF-8 with {@code /} (and nothing else) between components, a trailing {@code /} on
     * folders where the archive has one. Other characters are as in the archive, {@code NUL} included.
     *
     * @param entry the entry's number
     * @param dst receives {@link #pathLength} bytes
     * @param offset where in {@code dst}
     * @return how many bytes were copied
     * @throws IndexOutOfBoundsException if {@code dst} is too short
     */
    int copyPath(int entry, byte[] dst, int offset);

    /**
     * The name as the bytes that stand in the archive.
     *
     * @param entry the entry's number
     * @return a fresh array
     */
    byte[] rawName(int entry);

    /**
     * What the entry is.
     *
     * @param entry the entry's number
     * @return the type
     */
    EntryType type(int entry);

    /**
     * How many plain bytes it has.
     *
     * @param entry the entry's number
     * @return bytes, 0 or more; an impossible size (2^63 or more) is given as {@link Long#MAX_VALUE}, and opening fails
     */
    long size(int entry);

    /**
     * How many bytes it takes in the archive.
     *
     * @param entry the entry's number
     * @return bytes, 0 or more, as for {@link #size}
     */
    long compressedSize(int entry);

    /**
     * How it is compressed, in the format's terms.
     *
     * @param entry the entry's number
     * @return for example {@code "stored"}, {@code "deflated"}, {@code "method 97"}
     */
    String method(int entry);

    /**
     * The CRC-32 that the archive gives.
     *
     * @param entry the entry's number
     * @return an unsigned 32-bit value, or empty
     */
    OptionalLong crc32(int entry);

    /**
     * When it was last modified, whole seconds.
     *
     * @param entry the entry's number
     * @return seconds since 1970-01-01T00:00Z
     */
    long modifiedSeconds(int entry);

    /**
     * When it was last modified, the fraction.
     *
     * @param entry the entry's number
     * @return nanoseconds, 0 to 999,999,999
     */
    int modifiedNanos(int entry);

    /**
     * Its permissions as the archive says them.
     *
     * @param entry the entry's number
     * @return the lower twelve mode bits, or -1 where the archive has none
     */
    int permissions(int entry);

    /**
     * Whether a password is needed to read it.
     *
     * @param entry the entry's number
     * @return {@code true} if it is encrypted
     */
    boolean encrypted(int entry);

    /**
     * Opens an entry. Called when it is first needed, from any thread; this is where the format checks what it did not
     * check at opening (for ZIP the local header).
     *
     * @param entry the entry's number
     * @return a reader over its plain bytes (for a symbolic link: its target's text); the caller closes it
     * @throws IOException if it cannot be opened: {@link dev.zipfs.PasswordException},
     *     {@link dev.zipfs.UnsupportedFeatureException}, {@link dev.zipfs.ArchiveFormatException}
     */
    EntryReader open(int entry) throws IOException;

    /**
     * Gives back what the index holds, not the source it reads from.
     *
     * @throws IOException if that fails
     */
    @Override
    default void close() throws IOException {}
}
