package dev.zipfs;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.SeekableByteChannel;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A file, folder or symbolic link of an {@link Archive}, exactly as a drive shows it. Immutable and thread-safe; made on
 * demand, so two look-ups give equal but not identical entries. Usable until its archive is closed.
 *
 * @since 0.1.0
 */
public interface Entry {
    /**
     * Where it is shown.
     *
     * @return the path from the root with {@code /} between components and no leading slash; empty for the root
     */
    String path();

    /**
     * The last component of {@link #path()}.
     *
     * @return the name; empty for the root
     */
    String name();

    /**
     * How the archive spells it, before any mapping.
     *
     * @return the whole path as decoded from the archive; for folders that no entry names, equal to {@link #path()}
     */
    String archivePath();

    /**
     * What it is.
     *
     * @return the type
     */
    EntryType type();

    /**
     * How long its content is.
     *
     * @return bytes, 0 or more; 0 for folders; the length of the target's text for links
     */
    long size();

    /**
     * How long its content is inside the archive.
     *
     * @return bytes, or empty where no entry is behind it or the format does not say
     */
    OptionalLong compressedSize();

    /**
     * How its content is compressed, in the format's terms.
     *
     * @return for example {@code "stored"} or {@code "deflated"}; empty where no entry is behind it
     */
    Optional<String> method();

    /**
     * The CRC-32 that the archive gives for its content.
     *
     * @return an unsigned 32-bit value, or empty where the archive gives none
     */
    OptionalLong crc32();

    /**
     * When it was last modified.
     *
     * @return the time
     */
    Instant modified();

    /**
     * Its permissions on a POSIX system.
     *
     * @return the lower nine mode bits, never with write bits
     */
    int permissions();

    /**
     * Whether a password is needed to read it.
     *
     * @return {@code true} if it is encrypted
     */
    boolean encrypted();

    /**
     * Where a symbolic link points.
     *
     * @return the target as stored; empty where this is no link
     * @throws IOException if the target cannot be read
     */
    Optional<String> linkTarget() throws IOException;

    /**
     * What lies directly in this folder, in the drive's order, which is stable.
     *
     * @return an immutable list; empty for files and links
     */
    List<Entry> children();

    /**
     * Opens the content for reading at any position. Symbolic links are followed inside the archive. The channel may be
     * shared by threads only with their own synchronisation; many channels may be open at once. The caller closes it.
     *
     * @return a read-only channel at position 0
     * @throws IOException if it is a folder, or cannot be opened: {@link PasswordException},
     *     {@link UnsupportedFeatureException}, {@link ArchiveFormatException}
     */
    SeekableByteChannel openChannel() throws IOException;

    /**
     * Opens the content as a stream. Symbolic links are followed inside the archive. The caller closes it.
     *
     * @return a stream from the first byte on
     * @throws IOException as {@link #openChannel()}
     */
    InputStream openStream() throws IOException;
}
