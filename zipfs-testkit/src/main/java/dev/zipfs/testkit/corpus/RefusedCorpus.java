package dev.zipfs.testkit.corpus;

import dev.zipfs.testkit.model.ArchiveEnd;
import dev.zipfs.testkit.model.ArchiveModel;
import dev.zipfs.testkit.model.Content;
import dev.zipfs.testkit.model.EntryModel;
import dev.zipfs.testkit.model.ErrorKind;
import dev.zipfs.testkit.model.SplitArchive;
import dev.zipfs.testkit.model.Zip64;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/**
 * Archives of which nothing can be shown: opening must say why.
 *
 * @since 0.1.0
 */
public enum RefusedCorpus {
    /**
     * In place of the central directory an archive extra data record and made-up bytes, as many as the end record says (APPNOTE
     * 6.3.10 §4.3.11, §7.3).
     */
    R01_ENCRYPTED_DIRECTORY(RefusedCorpus::encryptedDirectory, ErrorKind.UNSUPPORTED, "encrypted central directory"),
    /** The same told by a ZIP64 end record of version 2 with AES-256 (APPNOTE 6.3.10 §7.3.4). */
    R02_ENCRYPTED_DIRECTORY_ZIP64(
            RefusedCorpus::encryptedDirectoryZip64, ErrorKind.UNSUPPORTED, "encrypted central directory"),
    /** The last of several disks alone. */
    R03_LAST_DISK_ALONE(RefusedCorpus::lastDisk, ErrorKind.UNSUPPORTED, "multi-part"),
    /** The first half of an archive. */
    R04_CUT_SHORT(RefusedCorpus::firstHalf, ErrorKind.DAMAGED, "cut short"),
    /** Something else: a page of text. */
    R05_TEXT(
            () -> "No archive at all.\n".repeat(100).getBytes(StandardCharsets.US_ASCII),
            ErrorKind.DAMAGED,
            "it looks like text");

    private static final int END = 22;

    private final Supplier<byte[]> bytes;
    private final ErrorKind error;
    private final String reason;

    RefusedCorpus(Supplier<byte[]> bytes, ErrorKind error, String reason) {
        this.bytes = bytes;
        this.error = error;
        this.reason = reason;
    }

    /**
     * The file.
     *
     * @return a fresh array
     */
    public byte[] toBytes() {
        return bytes.get();
    }

    /**
     * Writes the file.
     *
     * @param file made, or replaced
     * @throws IOException if it cannot be written
     */
    public void write(Path file) throws IOException {
        Files.write(file, toBytes());
    }

    /**
     * How opening must fail.
     *
     * @return the kind of exception
     */
    public ErrorKind error() {
        return error;
    }

    /**
     * What the message must say.
     *
     * @return a part of it
     */
    public String reason() {
        return reason;
    }

    private static ArchiveModel.Builder archive() {
        return ArchiveModel.builder()
                .add(
                        EntryModel.file("noise.bin", Content.noise(20_000, 1)).build(),
                        Cases.ok().build());
    }

    private static byte[] encryptedDirectory() {
        byte[] archive = archive().build().toBytes();
        ByteBuffer fields = ByteBuffer.wrap(archive).order(ByteOrder.LITTLE_ENDIAN);
        int directory = fields.getInt(archive.length - END + 16);
        for (int at = directory; at < archive.length - END; at++) {
            archive[at] ^= (byte) (at * 37 + 11);
        }
        fields.putInt(directory, 0x08064B50).putInt(directory + 4, 16);
        return archive;
    }

    private static byte[] encryptedDirectoryZip64() {
        byte[] sector = ByteBuffer.allocate(28 + 32)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putShort((short) 8)
                .putLong(100)
                .putLong(200)
                .putShort((short) 0x6610)
                .putShort((short) 256)
                .putShort((short) 1)
                .putShort((short) 0x8004)
                .putShort((short) 32)
                .array();
        byte[] archive = archive()
                .end(ArchiveEnd.builder().zip64(Zip64.FORCED).zip64Data(sector).build())
                .build()
                .toBytes();
        ByteBuffer fields = ByteBuffer.wrap(archive).order(ByteOrder.LITTLE_ENDIAN);
        int record = (int) fields.getLong(archive.length - END - 12);
        fields.putShort(record + 12, (short) 62).putShort(record + 14, (short) 62);
        int directory = (int) fields.getLong(record + 48);
        for (int at = directory; at < record; at++) {
            archive[at] ^= (byte) (at * 37 + 11);
        }
        return archive;
    }

    private static byte[] lastDisk() {
        List<byte[]> disks = SplitArchive.disks(archive(), 8000);
        return disks.get(disks.size() - 1);
    }

    private static byte[] firstHalf() {
        byte[] archive = archive().build().toBytes();
        return Arrays.copyOf(archive, archive.length / 2);
    }
}
