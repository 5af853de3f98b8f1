package dev.zipfs.internal.zip;

import dev.zipfs.EntryType;
import dev.zipfs.spi.ArchiveIndex;
import dev.zipfs.spi.EntryReader;
import dev.zipfs.spi.OpenRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What a ZIP archive says about its entries, answered from the central directory's own bytes each time it is asked:
 * reading a field where it stands costs a few nanoseconds, a column for it would cost memory for every entry.
 */
final class ZipIndex implements ArchiveIndex, PlainIndex {
    private static final int UNIX_TYPE = 0170000;
    private static final int UNIX_FOLDER = 0040000;
    private static final int UNIX_LINK = 0120000;
    private static final int UNIX_PERMISSIONS = 07777;
    private static final int DOS_FOLDER = 0x10;

    private final CentralDirectory directory;
    private final EntryAccess access;
    private final OpenRequest request;
    private final String comment;
    private final ZipDetails details;
    private final @Nullable NameGroups groups;

    /** Asked for with the first time: the rules of all zones take longer to load than a small archive's directory. */
    private volatile @Nullable ZoneId zone;

    /**
     * Makes an index.
     *
     * @param groups the entries' names, {@code null} unless all are known and {@link #plain}
     */
    ZipIndex(
            CentralDirectory directory,
            EntryAccess access,
            OpenRequest request,
            String comment,
            ZipDetails details,
            @Nullable NameGroups groups) {
        this.directory = directory;
        this.access = access;
        this.request = request;
        this.comment = comment;
        this.details = details;
        this.groups = groups;
    }

    @Override
    public int entryCount() {
        return directory.count();
    }

    @Override
    public String comment() {
        return comment;
    }

    @Override
    public Map<String, String> details() {
        return details.all(request);
    }

    @Override
    public int pathLength(int entry) {
        return directory.nameLength(entry);
    }

    @Override
    public int copyPath(int entry, byte[] dst, int offset) {
        return directory.copyName(entry, dst, offset);
    }

    @Override
    public byte[] rawName(int entry) {
        return EntryRecord.name(directory.bytes(entry), directory.at(entry));
    }

    /**
     * A trailing slash makes a folder whatever the attributes say. A DOS folder bit without one counts only where there
     * is no content that would vanish with it, and where there is no Unix type.
     */
    @Override
    public EntryType type(int entry) {
        byte[] b = directory.bytes(entry);
        int at = directory.at(entry);
        if (directory.nameEndsWithSlash(b, at)) {
            return EntryType.DIRECTORY;
        }
        int attributes = EntryRecord.externalAttributes(b, at);
        int unixType = EntryRecord.madeOnUnix(b, at) ? attributes >>> 16 & UNIX_TYPE : 0;
        if (unixType == UNIX_FOLDER) {
            return EntryType.DIRECTORY;
        }
        if (unixType == UNIX_LINK) {
            return EntryType.SYMLINK;
        }
        return unixType == 0 && (attributes & DOS_FOLDER) != 0 && EntryRecord.size(b, at) == 0
                ? EntryType.DIRECTORY
                : EntryType.FILE;
    }

    @Override
    public long size(int entry) {
        return EntryRecord.size(directory.bytes(entry), directory.at(entry));
    }

    @Override
    public long compressedSize(int entry) {
        return EntryRecord.compressedSize(directory.bytes(entry), directory.at(entry));
    }

    @Override
    public String method(int entry) {
        WinZipAes.Parameters aes = aes(entry);
        return CompressionMethod.name(
                aes == null ? EntryRecord.method(directory.bytes(entry), directory.at(entry)) : aes.method());
    }

    @Override
    public OptionalLong crc32(int entry) {
        WinZipAes.Parameters aes = aes(entry);
        return aes == null || aes.hasCrc()
                ? OptionalLong.of(EntryRecord.crc32(directory.bytes(entry), directory.at(entry)))
                : OptionalLong.empty();
    }

    private WinZipAes.@Nullable Parameters aes(int entry) {
        byte[] b = directory.bytes(entry);
        int at = directory.at(entry);
        return EntryRecord.method(b, at) == CompressionMethod.WINZIP_AES ? WinZipAes.Parameters.of(b, at) : null;
    }

    @Override
    public long modifiedSeconds(int entry) {
        ZoneId known = zone;
        if (known == null) {
            known = request.zone();
            zone = known;
        }
        return EntryTimes.seconds(directory.bytes(entry), directory.at(entry), known);
    }

    @Override
    public int modifiedNanos(int entry) {
        return EntryTimes.nanos(directory.bytes(entry), directory.at(entry));
    }

    @Override
    public int permissions(int entry) {
        byte[] b = directory.bytes(entry);
        int at = directory.at(entry);
        int mode = EntryRecord.externalAttributes(b, at) >>> 16;
        return EntryRecord.madeOnUnix(b, at) && mode != 0 ? mode & UNIX_PERMISSIONS : -1;
    }

    @Override
    public boolean encrypted(int entry) {
        return EntryRecord.encrypted(directory.bytes(entry), directory.at(entry));
    }

    @Override
    public boolean plain() {
        return groups != null;
    }

    @Override
    public int file(byte[] path) {
        int found = groups == null ? PathSearch.NONE : PathSearch.last(this, directory, groups, path);
        return found == PathSearch.NONE || type(found) != EntryType.FILE ? PathSearch.NONE : found;
    }

    @Override
    public EntryReader open(int entry) throws IOException {
        return access.open(entry, directory.bytes(entry), directory.at(entry), path(entry));
    }

    @Override
    public void close() {
        access.close();
    }

    private String path(int entry) {
        byte[] path = new byte[directory.nameLength(entry)];
        directory.copyName(entry, path, 0);
        return new String(path, StandardCharsets.UTF_8);
    }
}
