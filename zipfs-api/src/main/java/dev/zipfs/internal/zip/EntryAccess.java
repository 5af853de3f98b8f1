package dev.zipfs.internal.zip;

import dev.zipfs.ArchiveFormatException;
import dev.zipfs.ArchiveWarning;
import dev.zipfs.UnsupportedFeatureException;
import dev.zipfs.ZipDriveException;
import dev.zipfs.internal.codec.CompressedBytes;
import dev.zipfs.internal.codec.DeflateReader;
import dev.zipfs.internal.codec.EntryData;
import dev.zipfs.internal.codec.SavedIndex;
import dev.zipfs.internal.codec.SourceRange;
import dev.zipfs.internal.codec.StoredReader;
import dev.zipfs.spi.ArchiveSource;
import dev.zipfs.spi.EntryReader;
import dev.zipfs.spi.OpenRequest;
import dev.zipfs.spi.RestartStore;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * Opens entries: checks the local header against the central one, finds the data, and puts the right reader over it.
 *
 * <p>What the two headers may differ in: the name (tools that rename, re-encode or mask it do so in one place only) is
 * told to the user and the central one holds; what the data is must be found in the central header alone, so that a
 * data descriptor or a sloppy local header makes no difference. Should the offset lead to another entry's data, its
 * checksum tells.
 */
final class EntryAccess {
    private static final String LOCAL_HEADER = "local header";
    private static final String LOCAL_SECTION = "APPNOTE 6.3.10 §4.3.7";
    private static final String CENTRAL_HEADER = "central directory header";
    private static final String CENTRAL_SECTION = "APPNOTE 6.3.10 §4.3.12";

    private final ArchiveSource source;
    private final OpenRequest request;
    private final long bias;
    private final long directoryChecksum;
    private final Passwords passwords;

    /** Entries whose headers were found to differ: told once, however often they are opened. */
    private final BitSet told = new BitSet();

    /**
     * Makes the access to an archive's entries.
     *
     * @param guess the encoding that the names without a mark turned out to have
     */
    EntryAccess(ArchiveSource source, OpenRequest request, long bias, long directoryChecksum, @Nullable Charset guess) {
        this.source = source;
        this.request = request;
        this.bias = bias;
        this.directoryChecksum = directoryChecksum;
        this.passwords = new Passwords(request.passwords(), request.charset().orElse(guess));
    }

    EntryReader open(int number, byte[] b, int at, String entry) throws IOException {
        long size = EntryRecord.size(b, at);
        long compressedSize = EntryRecord.compressedSize(b, at);
        int flags = EntryRecord.flags(b, at);
        int method = EntryRecord.method(b, at);
        if (size == Long.MAX_VALUE || compressedSize == Long.MAX_VALUE) {
            throw inconsistent(entry, "it claims 2^63 bytes or more");
        }
        refuseUnsupported(flags, entry);
        long dataAt = dataPosition(number, b, at, entry, compressedSize);
        CompressedBytes bytes = new SourceRange(source, dataAt, compressedSize);
        EntryData data = new EntryData(source.name(), entry, dataAt, size, EntryRecord.crc32(b, at));
        if ((flags & CentralHeader.FLAG_ENCRYPTED) == 0) {
            return reader(method, flags, bytes, data);
        }
        return method == CompressionMethod.WINZIP_AES
                ? aes(b, at, flags, bytes, data)
                : zipCrypto(b, at, flags, bytes, data);
    }

    private EntryReader zipCrypto(byte[] b, int at, int flags, CompressedBytes bytes, EntryData data)
            throws IOException {
        if (bytes.size() < ZipCrypto.HEADER) {
            throw inconsistent(data.entry(), "it is encrypted, but has no room for an encryption header");
        }
        int method = EntryRecord.method(b, at);
        int byCrc = (int) (data.crc32() >>> 24);
        // With a data descriptor the checksum was not known yet when the header was written (APPNOTE 6.3.10 §6.1.6, as
        // Info-ZIP does it).
        int byTime = (flags & CentralHeader.FLAG_DESCRIPTOR) != 0 ? EntryRecord.dosTime(b, at) >>> 8 : byCrc;
        ZipCryptoLock.Readers readers = plain -> reader(method, flags, plain, data);
        boolean stored = method == CompressionMethod.STORED;
        // What is wrong with an entry whatever the password is said before one is asked for.
        if (stored && bytes.size() - ZipCrypto.HEADER != data.size()) {
            throw storedSizesDiffer(data, bytes.size() - ZipCrypto.HEADER);
        }
        Passwords.Opened<ZipCrypto> opened =
                passwords.open(data.entry(), new ZipCryptoLock(bytes, byCrc, byTime, stored, data.size(), readers));
        EntryReader reader = readers.over(opened.content());
        return opened.password().proven()
                ? reader
                : new DoubtfulReader(reader, data.entry(), passwords, opened.password());
    }

    private EntryReader aes(byte[] b, int at, int flags, CompressedBytes bytes, EntryData data) throws IOException {
        WinZipAes.Parameters parameters = WinZipAes.Parameters.of(b, at);
        if (parameters == null || bytes.size() < parameters.overhead()) {
            throw inconsistent(data.entry(), "it is encrypted with AES, but does not say how or has no room for it");
        }
        CompressedBytes plain = passwords
                .open(data.entry(), new WinZipAes.Lock(bytes, data.entry(), parameters))
                .content();
        EntryData checked = parameters.hasCrc()
                ? data
                : new EntryData(data.archive(), data.entry(), data.offset(), data.size(), EntryData.NO_CRC);
        return reader(parameters.method(), flags, plain, checked);
    }

    /** Wipes remembered passwords. */
    void close() {
        passwords.forget();
    }

    private void refuseUnsupported(int flags, String entry) throws UnsupportedFeatureException {
        if ((flags & CentralHeader.FLAG_STRONG_ENCRYPTION) != 0) {
            throw new UnsupportedFeatureException(
                    "strong encryption (APPNOTE 6.3.10 §7)", entry, "make the archive again with AES encryption");
        }
        if ((flags & CentralHeader.FLAG_PATCHED) != 0) {
            throw new UnsupportedFeatureException("compressed patched data", entry, "");
        }
    }

    private EntryReader reader(int method, int flags, CompressedBytes bytes, EntryData data) throws IOException {
        if (data.size() == 0 && data.crc32() > 0) {
            throw inconsistent(data.entry(), "it claims to be empty, but its CRC-32 is not that of nothing");
        }
        return switch (method) {
            case CompressionMethod.STORED -> stored(bytes, data);
            case CompressionMethod.DEFLATED -> new DeflateReader(bytes, data, savedIndex(flags, bytes, data));
            default -> MethodReaders.open(method, flags, bytes, data);
        };
    }

    /** Checkpoints hold plain bytes, so those of encrypted entries are not written to disk. */
    private SavedIndex savedIndex(int flags, CompressedBytes bytes, EntryData data) {
        boolean encrypted = (flags & CentralHeader.FLAG_ENCRYPTED) != 0;
        // By hand: the first String.format of a JVM costs more than the first block of the entry.
        String key = new StringBuilder("zip deflate directory=")
                .append(Long.toHexString(directoryChecksum))
                .append(" at=")
                .append(data.offset())
                .append(" packed=")
                .append(bytes.size())
                .append(" size=")
                .append(data.size())
                .append(" crc=")
                .append(Long.toHexString(data.crc32()))
                .toString();
        return new SavedIndex(encrypted ? RestartStore.none() : request.restarts(), key);
    }

    private EntryReader stored(CompressedBytes bytes, EntryData data) throws ArchiveFormatException {
        if (bytes.size() != data.size()) {
            throw storedSizesDiffer(data, bytes.size());
        }
        return new StoredReader(bytes, data);
    }

    private ArchiveFormatException storedSizesDiffer(EntryData data, long packed) {
        return inconsistent(
                data.entry(),
                "it is stored, so its sizes must be equal: " + packed + " in the archive, " + data.size() + " plain");
    }

    private long dataPosition(int number, byte[] b, int at, String entry, long compressedSize) throws IOException {
        long claimed = EntryRecord.localOffset(b, at);
        if (claimed == Long.MAX_VALUE) {
            throw inconsistent(
                    entry, "its local header would lie past every possible end, or in a part that does not exist");
        }
        long headerAt = claimed + bias;
        if (headerAt < 0 || headerAt > source.size() - LocalHeader.LENGTH) {
            throw inconsistent(
                    entry,
                    "its local header would be at offset " + headerAt + ", the archive has " + source.size()
                            + " bytes");
        }
        int nameLength = EntryRecord.nameLength(b, at);
        int length = (int) Math.min(LocalHeader.LENGTH + nameLength, source.size() - headerAt);
        byte[] local = new byte[length];
        if (source.read(headerAt, ByteBuffer.wrap(local)) != length) {
            throw new ZipDriveException(source.name() + ": " + length + " bytes expected at offset " + headerAt);
        }
        if (!LocalHeader.signed(local)) {
            throw ArchiveFormatException.of("there is no local header where the central directory says, in "
                            + source.name() + "; the archive is damaged or part of it is missing")
                    .entry(entry)
                    .record(LOCAL_HEADER)
                    .offset(headerAt)
                    .section(LOCAL_SECTION)
                    .build();
        }
        LocalHeader header = LocalHeader.read(local);
        long dataAt = headerAt + header.dataDistance();
        if (dataAt > source.size() || compressedSize > source.size() - dataAt) {
            throw ArchiveFormatException.of("its " + compressedSize + " bytes at offset " + dataAt
                            + " would reach past the end of the archive (" + source.size() + " bytes), in "
                            + source.name() + "; the archive is damaged or part of it is missing")
                    .entry(entry)
                    .record(CENTRAL_HEADER)
                    .section(CENTRAL_SECTION)
                    .build();
        }
        tellDifferences(number, b, at, entry, local, header);
        return dataAt;
    }

    private void tellDifferences(int number, byte[] b, int at, String entry, byte[] local, LocalHeader header) {
        byte[] name = EntryRecord.name(b, at);
        int method = EntryRecord.method(b, at);
        boolean sameName = header.nameLength() == name.length
                && Arrays.equals(name, 0, name.length, local, LocalHeader.LENGTH, LocalHeader.LENGTH + name.length);
        boolean masked = (EntryRecord.flags(b, at) & CentralHeader.FLAG_MASKED) != 0;
        if (masked || sameName && header.method() == method || !firstTime(number)) {
            return;
        }
        if (!sameName) {
            warn(entry, "its local header has another name; that of the central directory was taken");
        }
        if (header.method() != method) {
            warn(
                    entry,
                    "its local header says " + CompressionMethod.describe(header.method())
                            + ", the central directory " + CompressionMethod.describe(method)
                            + "; the latter was taken");
        }
    }

    private boolean firstTime(int number) {
        synchronized (told) {
            boolean first = !told.get(number);
            told.set(number);
            return first;
        }
    }

    private void warn(String entry, String message) {
        request.warn(ArchiveWarning.of(ArchiveWarning.Kind.INCONSISTENT, entry, message));
    }

    private ArchiveFormatException inconsistent(String entry, String problem) {
        return ArchiveFormatException.of(problem + ", in " + source.name())
                .entry(entry)
                .record(CENTRAL_HEADER)
                .section(CENTRAL_SECTION)
                .build();
    }
}
