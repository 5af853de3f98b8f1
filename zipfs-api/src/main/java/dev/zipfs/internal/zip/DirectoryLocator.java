package dev.zipfs.internal.zip;

import static dev.zipfs.internal.io.LittleEndian.i32;

import dev.zipfs.ArchiveFormatException;
import dev.zipfs.UnsupportedFeatureException;
import dev.zipfs.ZipDriveException;
import dev.zipfs.spi.ArchiveSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the central directory from the end of the archive backwards. The signature of the end record may stand in
 * comments, in entries' data and in what follows the archive, so every place where it stands is weighed:
 *
 * <ol>
 *   <li>Its comment should reach the file's end. Data behind it is tolerated within the last 64 KiB.
 *   <li>A central directory should stand where it says, counted back from the record (which also holds for an archive
 *       with something put in front, whose offsets all are too small by as much), or else at the offset it gives.
 *   <li>An empty archive is believed last: twenty-two bytes in a comment can claim that.
 * </ol>
 *
 * <p>Among equals the last in the file wins, as it does everywhere else.
 */
final class DirectoryLocator {
    private static final String END = "end of central directory record";
    private static final String END_SECTION = "APPNOTE 6.3.10 §4.3.16";
    private static final int LOCAL_HEADER_SIGNATURE = 0x04034B50;
    private static final int SPLIT_SIGNATURE = 0x08074B50;
    private static final int SINGLE_PART_SPLIT_SIGNATURE = 0x30304B50;

    /** What starts an encrypted central directory (APPNOTE 6.3.10 §4.3.11). */
    private static final int ARCHIVE_EXTRA_DATA_SIGNATURE = 0x08064B50;

    private static final int BEST = 5;

    /** Records that lead to a directory cost a look at its first header; honest archives have one or two of them. */
    private static final int MOST_CONFIRMED = 64;

    private final ArchiveSource source;
    private final long size;
    private final long tailStart;
    private final byte[] tail;
    private final int firstBytes;

    private @Nullable DirectoryLocation best;
    private int bestRank;
    private int confirmed;
    private @Nullable EndOfCentralDirectory unconfirmed;
    private boolean multiPart;
    private boolean encrypted;

    private DirectoryLocator(ArchiveSource source) throws IOException {
        this.source = source;
        this.size = source.size();
        // The ZIP64 locator stands right before the end record, whose comment may fill the rest.
        int window = (int) Math.min(size, Zip64EndLocator.LENGTH + EndOfCentralDirectory.LONGEST);
        this.tailStart = size - window;
        this.tail = bytes(tailStart, window);
        this.firstBytes = size >= Integer.BYTES ? signature(0) : 0;
    }

    /** Whether the file is, or once was, a ZIP archive; an empty string for yes, or else why not. */
    static String recognize(ArchiveSource source) throws IOException {
        DirectoryLocator locator = new DirectoryLocator(source);
        return locator.startsLikeZip() || locator.hasEndSignature() ? "" : locator.describeStart();
    }

    /**
     * Finds the central directory.
     *
     * @throws ArchiveFormatException if there is none
     * @throws UnsupportedFeatureException if the archive is one part of several, or its directory is encrypted
     */
    static DirectoryLocation locate(ArchiveSource source) throws IOException {
        DirectoryLocator locator = new DirectoryLocator(source);
        locator.search();
        DirectoryLocation found = locator.best;
        if (found == null) {
            throw locator.notFound();
        }
        return found;
    }

    private void search() throws IOException {
        for (int at = tail.length - EndOfCentralDirectory.LENGTH;
                at >= 0 && bestRank < BEST && confirmed < MOST_CONFIRMED;
                at--) {
            if (tail[at] == 'P' && i32(tail, at) == EndOfCentralDirectory.SIGNATURE) {
                weigh(EndOfCentralDirectory.read(tail, at, tailStart + at), at);
            }
        }
    }

    private void weigh(EndOfCentralDirectory end, int at) throws IOException {
        boolean exact = end.end() == size;
        Zip64EndLocator locator =
                at >= Zip64EndLocator.LENGTH ? Zip64EndLocator.read(tail, at - Zip64EndLocator.LENGTH) : null;
        Zip64EndRecord zip64 = locator == null ? null : zip64(locator, end);
        if (zip64 != null && zip64.directoryEncrypted()) {
            encrypted |= exact;
            return;
        }
        // Without a record of its own and where no field asks for one, it is the end of a name that looks like a
        // locator.
        boolean located = zip64 != null || end.needsZip64();
        boolean onSeveral = locator != null && located && locator.disks() > 1;
        boolean split = lastOfOurDisks(end, zip64);
        if (!split && (onOtherDisk(end, zip64) || onSeveral)) {
            multiPart |= exact;
            return;
        }
        EndClaims claims = EndClaims.of(end, zip64);
        if (split) {
            claims = claims.inOnePiece(source);
        }
        List<String> remarks = new ArrayList<>();
        long start = directoryStart(claims, remarks);
        if (start < 0) {
            long back = claims.countedBack();
            encrypted |= exact && back >= 0 && signature(back) == ARCHIVE_EXTRA_DATA_SIGNATURE;
            unconfirmed = unconfirmed == null || exact ? end : unconfirmed;
            return;
        }
        confirmed++;
        long bias = split || start == claims.directoryEnd() ? 0 : bias(claims, start, remarks);
        int rank = rank(end, exact, start == claims.directoryEnd(), bias);
        if (rank > bestRank) {
            bestRank = rank;
            if (!exact) {
                remarks.add("the archive's comment should end at " + end.end() + ", the file ends at " + size);
            }
            best = new DirectoryLocation(
                    start,
                    claims.directoryEnd() - start,
                    claims.entries(),
                    claims.entriesMask(),
                    bias,
                    comment(at, end.commentLength()),
                    List.copyOf(remarks));
        }
    }

    private static boolean onOtherDisk(EndOfCentralDirectory end, @Nullable Zip64EndRecord zip64) {
        return end.disk() != 0 && !(end.disk() == 0xFFFF && zip64 != null && zip64.disk() == 0);
    }

    /** Whether this is the end of an archive of as many disks as there are files. */
    private boolean lastOfOurDisks(EndOfCentralDirectory end, @Nullable Zip64EndRecord zip64) {
        int last = source.volumeCount() - 1;
        return last > 0 && (end.disk() == last || end.disk() == 0xFFFF && zip64 != null && zip64.disk() == last);
    }

    /** Where the directory is; its end for an empty one, -1 where there is none. */
    private long directoryStart(EndClaims claims, List<String> remarks) throws IOException {
        if (claims.directorySize() >= CentralHeader.LENGTH
                && directoryAt(claims.countedBack(), claims.directoryEnd())) {
            return claims.countedBack();
        }
        if (directoryAt(claims.directoryOffset(), claims.directoryEnd())) {
            remarks.add("the size of the central directory is given as " + claims.directorySize()
                    + " bytes; what stands at its offset was taken");
            return claims.directoryOffset();
        }
        return claims.empty() ? claims.directoryEnd() : -1;
    }

    private long bias(EndClaims claims, long start, List<String> remarks) throws IOException {
        long bias = start - claims.directoryOffset();
        if (bias == 0
                || leadsToLocalHeader(start, claims.directoryEnd(), bias)
                || !leadsToLocalHeader(start, claims.directoryEnd(), 0)) {
            return bias;
        }
        remarks.add(
                "the offset of the central directory is given as " + claims.directoryOffset() + ", it is at " + start);
        return 0;
    }

    /** 0 is not believed at all. */
    private int rank(EndOfCentralDirectory end, boolean exact, boolean empty, long bias) {
        if (empty) {
            return exact ? 2 : end.position() == 0 ? 1 : 0;
        }
        if (exact) {
            return bias == 0 ? BEST : 4;
        }
        // Where an archive that was cut short held another one, the inner one's end is found here. What is in front
        // gives it away: that starts like an archive.
        return bias == 0 ? 3 : startsLikeZip() ? 0 : 1;
    }

    /** The record stands where the locator says, or right before the locator where something was put in front. */
    private @Nullable Zip64EndRecord zip64(Zip64EndLocator locator, EndOfCentralDirectory end) throws IOException {
        long locatorAt = end.position() - Zip64EndLocator.LENGTH;
        Zip64EndRecord record =
                zip64At(Volumes.position(source, locator.recordDisk(), locator.recordOffset()), locatorAt);
        if (record == null || !record.agreesWith(end)) {
            record = zip64At(locatorAt - Zip64EndRecord.LENGTH, locatorAt);
        }
        return record != null && (record.directoryEncrypted() || record.agreesWith(end)) ? record : null;
    }

    private @Nullable Zip64EndRecord zip64At(long position, long limit) throws IOException {
        if (position < 0 || position > limit - Zip64EndRecord.LENGTH) {
            return null;
        }
        int length = (int) Math.min(Zip64EndRecord.VERSION_2_LENGTH, limit - position);
        return Zip64EndRecord.read(bytes(position, length), 0, length, position);
    }

    private boolean directoryAt(long start, long limit) throws IOException {
        return start >= 0 && start <= limit - CentralHeader.LENGTH && signature(start) == CentralHeader.SIGNATURE;
    }

    /**
     * Whether the first entry's offset is right if this is added: a lie about the directory's offset looks like a
     * prefix.
     */
    private boolean leadsToLocalHeader(long start, long limit, long bias) throws IOException {
        byte[] header = bytes(start, CentralHeader.LENGTH);
        int length = CentralHeader.totalLength(header, 0);
        if (length > limit - start) {
            return false;
        }
        long at = EntryRecord.localOffset(kept(bytes(start, length)), 0) + bias;
        return at >= 0 && at <= start - Integer.BYTES && signature(at) == LOCAL_HEADER_SIGNATURE;
    }

    private static byte[] kept(byte[] header) {
        byte[] record = new byte[header.length];
        int end = EntryRecord.keep(header, 0, CentralHeader.nameLength(header, 0), record, 0);
        ExtraFields.copyUseful(
                header, CentralHeader.extraAt(header, 0), CentralHeader.extraLength(header, 0), record, end);
        return record;
    }

    private byte[] comment(int at, int length) {
        int from = at + EndOfCentralDirectory.LENGTH;
        return Arrays.copyOfRange(tail, from, Math.min(tail.length, from + length));
    }

    private IOException notFound() throws IOException {
        if (encrypted) {
            return new UnsupportedFeatureException(
                    source.name() + ": an encrypted central directory (APPNOTE 6.3.10 §7.3)",
                    null,
                    "make the archive again without encrypting its names");
        }
        if (multiPart || firstBytes == SPLIT_SIGNATURE && unconfirmed == null) {
            return new UnsupportedFeatureException(
                    source.name() + ": one part of a multi-part archive",
                    null,
                    "put its other parts (name.z01, name.z02 ...) beside it under their own names, or join them,"
                            + " for example with zip -s 0 archive.zip --out joined.zip");
        }
        EndOfCentralDirectory end = unconfirmed;
        if (end != null) {
            return ArchiveFormatException.of(source.name() + ": there is no central directory where the archive says ("
                            + end.directorySize() + " bytes at offset " + end.directoryOffset()
                            + "); the file is damaged or part of it is missing: get it again")
                    .record(END)
                    .offset(end.position())
                    .section(END_SECTION)
                    .build();
        }
        if (startsLikeZip()) {
            return ArchiveFormatException.of(source.name() + ": the archive is cut short after " + size
                            + " bytes: its end of central directory record is missing; "
                            + (source.volumeCount() == 1
                                    ? ""
                                    : "is there a part " + (source.volumeCount() + 1) + "? If not, ")
                            + "download or copy it again")
                    .section(END_SECTION)
                    .build();
        }
        return ArchiveFormatException.of(source.name() + ": not a ZIP archive: " + describeStart())
                .build();
    }

    private boolean startsLikeZip() {
        return firstBytes == LOCAL_HEADER_SIGNATURE
                || firstBytes == EndOfCentralDirectory.SIGNATURE
                || firstBytes == SPLIT_SIGNATURE
                || firstBytes == SINGLE_PART_SPLIT_SIGNATURE;
    }

    private boolean hasEndSignature() {
        for (int at = tail.length - EndOfCentralDirectory.LENGTH; at >= 0; at--) {
            if (i32(tail, at) == EndOfCentralDirectory.SIGNATURE) {
                return true;
            }
        }
        return false;
    }

    private String describeStart() throws IOException {
        return FileStart.describe(bytes(0, (int) Math.min(size, FileStart.LENGTH)));
    }

    private int signature(long position) throws IOException {
        return i32(bytes(position, Integer.BYTES), 0);
    }

    private byte[] bytes(long position, int length) throws IOException {
        byte[] bytes = new byte[length];
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        if (length > 0 && source.read(position, buffer) != length) {
            throw new ZipDriveException(source.name() + ": " + length + " bytes expected at offset " + position);
        }
        return bytes;
    }
}
