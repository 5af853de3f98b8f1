package dev.zipfs.internal.zip;

import static dev.zipfs.internal.io.LittleEndian.i32;

import dev.zipfs.ArchiveFormatException;
import dev.zipfs.ArchiveLimits;
import dev.zipfs.ArchiveWarning;
import dev.zipfs.LimitExceededException;
import dev.zipfs.ZipDriveException;
import dev.zipfs.spi.ArchiveSource;
import dev.zipfs.spi.OpenRequest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * Walks the central directory once, while it is read. What the directory's size covers decides, not the count in the
 * end record: that one lies in honest archives too. A header that is no header ends the walk; what was found before it
 * is kept, and the user is told. Used once, by one thread.
 */
final class CentralDirectoryReader {
    /** How much is read at a time: small enough to be walked while it is in the processor's cache, and any header fits. */
    private static final int PIECE = 256 << 10;

    private final ArchiveSource source;
    private final OpenRequest request;
    private final ArchiveLimits limits;
    private final DirectoryLocation location;
    private final ZipNames zipNames;
    private final UnmarkedNames unmarked = new UnmarkedNames();
    private NameTable names = new NameTable();
    private @Nullable Charset guess;
    private final RecordWriter records;
    private final PlainPaths paths;
    private final long bias;
    private final long sourceSize;

    /** Whether a header with no extra fields and a simple name has nothing odd about it. */
    private final boolean mayBePlain;

    /** Whether offsets are counted from the starts of several volumes. */
    private final boolean split;

    private final EntryFaults faults = new EntryFaults();
    private final CRC32 checksum = new CRC32();
    private int[] positions;
    private int count;

    /** How much of the directory was not walked yet, header by header. */
    private long left;

    private boolean ended;
    private long nameBytes;

    /** The first entry whose name is not settled before all are known. */
    private int firstUnsettled = Integer.MAX_VALUE;

    /** Where the local header of the entry before this one starts, and where its data ends at the earliest. */
    private long previousStart;

    private long previousEnd;
    private long claimed;

    CentralDirectoryReader(ArchiveSource source, OpenRequest request, DirectoryLocation location, ZipNames zipNames) {
        this.source = source;
        this.request = request;
        this.limits = request.limits();
        this.location = location;
        this.zipNames = zipNames;
        this.records = new RecordWriter(location.size());
        this.paths = new PlainPaths(limits);
        long fit = location.size() / CentralHeader.LENGTH;
        // Believed only as far as the directory has room for it.
        this.positions = new int[(int) Math.min(Math.min(location.entries(), fit), limits.maxEntries())];
        this.bias = location.bias();
        this.sourceSize = source.size();
        this.split = source.volumeCount() > 1;
        this.mayBePlain = !split && zipNames.asciiStays();
    }

    /**
     * Reads the directory.
     *
     * @throws LimitExceededException before anything is held that a limit forbids
     * @throws ArchiveFormatException if not even its first header can be read
     */
    CentralDirectory read() throws IOException {
        if (location.size() > limits.maxIndexBytes()) {
            throw new LimitExceededException("bytes of central directory", limits.maxIndexBytes(), "maxIndexBytes");
        }
        byte[] piece = new byte[(int) Math.min(PIECE, location.size())];
        long next = location.start();
        long unread = location.size();
        left = unread;
        int filled = 0;
        while (unread > 0 && !ended) {
            int length = (int) Math.min(piece.length - filled, unread);
            if (source.read(next, ByteBuffer.wrap(piece, filled, length)) != length) {
                throw new ZipDriveException(source.name() + ": " + length + " bytes expected at offset " + next);
            }
            checksum.update(piece, filled, length);
            next += length;
            unread -= length;
            filled += length;
            int walked = walk(piece, filled);
            checkNameBytes();
            announce();
            System.arraycopy(piece, walked, piece, 0, filled - walked);
            filled -= walked;
        }
        List<byte[]> chunks = records.finish();
        settleNames(chunks);
        paths.end(count, nameBytes);
        names.trim();
        CentralDirectory directory = new CentralDirectory(
                chunks.toArray(new byte[0][]),
                count == positions.length ? positions : Arrays.copyOf(positions, count),
                names);
        finish(directory);
        return directory;
    }

    /** Tells who wants to know which entries will not change any more. What they stand in is only added to from here on. */
    private void announce() {
        if (request instanceof EarlyEntries early) {
            CentralDirectory soFar = new CentralDirectory(records.chunks(), positions, names);
            ZipIndex index = new ZipIndex(
                    soFar,
                    new EntryAccess(source, request, bias, 0, null),
                    request,
                    "",
                    new ZipDetails(soFar, location, source, 0, null),
                    null);
            early.known(index, Math.min(count, firstUnsettled), positions.length, paths.all());
        }
    }

    /** The encoding in which names without a mark were taken, where it is neither UTF-8 nor CP437. */
    @Nullable
    Charset guess() {
        return guess;
    }

    /** What it takes to search the directory that was read for a path; {@code null} where a search does not tell what is shown. */
    @Nullable
    NameGroups searchable() {
        return paths.all() ? records.groups() : null;
    }

    /** How many names had no mark of their encoding and were no UTF-8. */
    int unmarkedNames() {
        return unmarked.count();
    }

    /** The CRC-32 of the bytes that {@link #read} has read: with the archive's size and time it tells its state. */
    long checksum() {
        return checksum.getValue();
    }

    /** Takes all headers that are complete and gives where the first one starts that is not. */
    private int walk(byte[] b, int end) throws IOException {
        int at = 0;
        int next = step(b, at, end);
        while (next > at) {
            left -= next - at;
            at = next;
            next = step(b, at, end);
        }
        return at;
    }

    /**
     * Takes one header and gives where the next one starts, or stays where it is. A method of its own because a fresh
     * JVM compiles what is called often long before it compiles a long loop, and an archive of a hundred thousand
     * entries is read by then. For the same reason headers with nothing odd about them, which are nearly all, are dealt
     * with in few steps.
     */
    private int step(byte[] b, int at, int end) throws IOException {
        if (end - at < CentralHeader.LENGTH) {
            return at;
        }
        if (i32(b, at) != CentralHeader.SIGNATURE) {
            ended = true;
            return at;
        }
        int nameLength = CentralHeader.nameLength(b, at);
        int rest = CentralHeader.restLength(b, at);
        int length = CentralHeader.LENGTH + nameLength + rest;
        if (length > end - at) {
            return at;
        }
        if (count == positions.length) {
            grow();
        }
        int nameAt = CentralHeader.nameAt(at);
        int shared = records.shared(b, nameAt, nameLength);
        int seen = PlainPaths.look(b, nameAt + shared, nameLength - shared);
        if ((seen & PlainPaths.SLASH) != 0) {
            shared = records.sharedFromOtherFolder(shared);
        }
        if (rest == 0 && mayBePlain && PlainPaths.isSimple(seen)) {
            int position = records.keep(b, at, nameLength, shared, true, 0, left);
            positions[count++] = position;
            nameBytes += nameLength;
            if (PlainPaths.counts(nameLength, shared, seen)) {
                paths.add(b, nameAt, nameLength, shared);
            }
            byte[] record = records.bytes();
            int to = position & CentralDirectory.CHUNK_MASK;
            int compressedSize = i32(record, to + EntryRecord.COMPRESSED_SIZE);
            int offset = i32(record, to + EntryRecord.LOCAL_OFFSET);
            if (compressedSize != -1 && offset != -1 && i32(record, to + EntryRecord.SIZE) != -1) {
                checkPlainRange(compressedSize & 0xFFFF_FFFFL, offset & 0xFFFF_FFFFL);
            } else {
                checkRange(record, to);
            }
        } else {
            takeOdd(b, at, nameLength, shared, seen);
        }
        return at + length;
    }

    private void grow() throws LimitExceededException {
        if (count >= limits.maxEntries()) {
            throw new LimitExceededException("entries", limits.maxEntries(), "maxEntries");
        }
        long wanted = Math.min(limits.maxEntries(), count + (count >> 1) + 16L);
        positions = Arrays.copyOf(positions, (int) Math.min(Integer.MAX_VALUE - 16, wanted));
    }

    private void takeOdd(byte[] b, int at, int nameLength, int simplyShared, int seen) throws IOException {
        int extraAt = CentralHeader.extraAt(b, at);
        int extraLength = CentralHeader.extraLength(b, at);
        ZipNames.Kind kind = zipNames.kind(b, at);
        byte[] converted = kind == ZipNames.Kind.CONVERTED ? zipNames.convert(b, at) : null;
        if (firstUnsettled > count && (converted != null || ZipNames.isUnmarked(b, at))) {
            firstUnsettled = count;
        }
        nameBytes += converted == null ? nameLength : converted.length;
        checkNameBytes();

        boolean simple = kind == ZipNames.Kind.RAW && PlainPaths.isSimple(seen);
        int shared = simple ? simplyShared : 0;
        int more = EntryRecord.NAME_NUMBER_LENGTH + EntryRecord.POSITION_LENGTH + extraLength;
        int position = records.keep(b, at, nameLength, shared, simple, more, left);
        positions[count++] = position;
        byte[] record = records.bytes();
        int to = position & CentralDirectory.CHUNK_MASK;
        if (converted != null) {
            EntryRecord.nameIsConverted(record, to, names.add(converted));
            records.extend(EntryRecord.NAME_NUMBER_LENGTH);
            if (zipNames.isGuess(b, at)) {
                EntryRecord.nameIsGuessed(record, to, CentralHeader.backslashSeparates(b, at));
                unmarked.add(b, CentralHeader.nameAt(at), nameLength, CentralHeader.consoleCodePage(b, at));
            }
        } else if (kind == ZipNames.Kind.RAW_BACKSLASHES) {
            EntryRecord.nameHasBackslashes(record, to);
        }
        if (kind != ZipNames.Kind.RAW) {
            paths.addOdd();
        } else if (PlainPaths.counts(nameLength, shared, seen)) {
            paths.add(b, CentralHeader.nameAt(at), nameLength, shared);
        }
        int useful = ExtraFields.copyUseful(b, extraAt, extraLength, record, records.end());
        EntryRecord.extraLengthIs(record, to, useful);
        records.extend(useful);
        if (split) {
            resolve(CentralHeader.disk(b, at), record, to, useful);
        }

        if (!ExtraFields.wellFormed(b, extraAt, extraLength)) {
            warn("its extra fields claim more bytes than they have");
        }
        checkRange(record, to);
    }

    /** Notes where the entry is in the volumes taken together. */
    private void resolve(int shortDisk, byte[] record, int to, int extraLength) {
        long zip64Disk = shortDisk == 0xFFFF ? EntryRecord.zip64Disk(record, to) : -1;
        long disk = zip64Disk < 0 ? shortDisk : zip64Disk;
        long position = Volumes.position(source, disk, EntryRecord.localOffset(record, to));
        if (disk >= source.volumeCount()) {
            warn("it would start in part " + (disk + 1) + ", the archive has " + source.volumeCount());
        }
        int extraAt = records.end() - extraLength;
        System.arraycopy(record, extraAt, record, extraAt + EntryRecord.POSITION_LENGTH, extraLength);
        EntryRecord.positionIs(record, to, position);
        records.extend(EntryRecord.POSITION_LENGTH);
    }

    private void checkNameBytes() throws LimitExceededException {
        if (nameBytes > limits.maxNameBytes()) {
            throw new LimitExceededException("bytes of names", limits.maxNameBytes(), "maxNameBytes");
        }
    }

    /**
     * Entries that share data are how an archive bomb gets its size. Where headers stand in the order of their data, as
     * nearly always, each is held against the one before; for the rest the sum of what all claim is held against what
     * there is.
     */
    private void checkRange(byte[] b, int at) {
        if (EntryRecord.valuesElsewhere(b, at)) {
            if (!EntryRecord.zip64Complete(b, at)) {
                warn("its ZIP64 extra field lacks values that its header leaves to it");
            }
            checkOddRange(
                    EntryRecord.localOffset(b, at) + bias, LocalHeader.LENGTH + EntryRecord.compressedSize(b, at));
            return;
        }
        checkPlainRange(EntryRecord.shortCompressedSize(b, at), EntryRecord.shortLocalOffset(b, at));
    }

    private void checkPlainRange(long compressedSize, long localOffset) {
        // The local header's name may be shorter than this one: a sound archive must not be accused, so it does not
        // count.
        long length = LocalHeader.LENGTH + compressedSize;
        long start = localOffset + bias;
        long end = start + length;
        if (start >= previousEnd && end <= sourceSize) {
            claimed += length;
            previousStart = start;
            previousEnd = end;
        } else {
            checkOddRange(start, length);
        }
    }

    private void checkOddRange(long start, long length) {
        if (length < 0) {
            warn("it claims 2^63 bytes or more");
        } else if (start < 0 || start > sourceSize - length) {
            // Says nothing about the entries around it.
            warn("its data would lie outside the archive");
        } else {
            claimed = claimed + length < 0 ? Long.MAX_VALUE : claimed + length;
            if (start >= previousStart && start < previousEnd) {
                warn("its data overlaps that of the entry before it");
            }
            previousStart = start;
            previousEnd = start + length;
        }
    }

    /** Names were taken as CP437 so far; all together may tell that they are something else. */
    private void settleNames(List<byte[]> chunks) throws IOException {
        UnmarkedNames.Guess found = unmarked.decide();
        if (found == null) {
            return;
        }
        paths.addOdd();
        guess = found.charset();
        request.warn(ArchiveWarning.of(ArchiveWarning.Kind.ENCODING, "", found.reason()));
        NameSettler settler = new NameSettler(chunks, positions, count, found.charset());
        names = settler.settle(names);
        nameBytes += settler.growth();
        checkNameBytes();
    }

    private void finish(CentralDirectory directory) throws IOException {
        if (count == 0 && left > 0) {
            throw ArchiveFormatException.of(
                            source.name() + ": the first header of the central directory is longer than the directory")
                    .record("central directory header")
                    .offset(location.start())
                    .section("APPNOTE 6.3.10 §4.3.12")
                    .build();
        }
        faults.tell(directory, request);
        for (String remark : location.remarks()) {
            warnAll(remark);
        }
        boolean asSaid = (count & location.entriesMask()) == location.entries();
        // A digital signature, or nothing worth a word, may follow the last header within the directory's size.
        if (left > 0 && !asSaid) {
            warnAll("the central directory breaks off at offset " + (location.start() + location.size() - left)
                    + " after " + count + " of " + location.entries() + " entries; those behind are lost");
        } else if (!asSaid) {
            warnAll("the central directory has " + count + " entries, the end of the archive says "
                    + location.entries());
        }
        if (claimed > location.start()) {
            warnAll("entries share data: together they claim " + claimed + " bytes, the archive has "
                    + location.start());
        }
        if (faults.untold() > 0) {
            warnAll(faults.untold() + " more entries have faults of this kind");
        }
    }

    private void warn(String message) {
        faults.add(count - 1, message);
    }

    private void warnAll(String message) {
        request.warn(ArchiveWarning.of(ArchiveWarning.Kind.INCONSISTENT, "", message));
    }
}
