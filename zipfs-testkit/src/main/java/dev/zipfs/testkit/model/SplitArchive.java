package dev.zipfs.testkit.model;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Cuts archives into several files as other tools do it: anywhere ({@code name.zip.001 …}), or between records and with
 * offsets that are counted from the start of a disk ({@code name.z01 … name.zip}, APPNOTE 6.3.10 §8).
 *
 * @since 0.1.0
 */
public final class SplitArchive {
    private static final byte[] MARKER = {'P', 'K', 7, 8};
    private static final int END = 22;

    private final byte[] bytes;
    private final ByteBuffer fields;

    /** Where records start and how long they are: no cut may go through one. */
    private final NavigableMap<Integer, Integer> records = new TreeMap<>();

    private final List<Integer> headers = new ArrayList<>();
    private final List<Integer> cuts = new ArrayList<>(List.of(0));

    private SplitArchive(byte[] bytes) {
        this.bytes = bytes;
        this.fields = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Cuts an archive anywhere.
     *
     * @param archive the archive
     * @param partSize bytes in every part but the last
     * @return the parts
     */
    public static List<byte[]> raw(byte[] archive, int partSize) {
        List<byte[]> parts = new ArrayList<>();
        for (int at = 0; at < archive.length; at += partSize) {
            parts.add(Arrays.copyOfRange(archive, at, Math.min(archive.length, at + partSize)));
        }
        return parts;
    }

    /**
     * Makes an archive of several disks.
     *
     * @param entries an archive with a sound and uncommented end; its prefix is replaced by the marker of split archives
     * @param partSize about how many bytes each part has
     * @return the parts
     */
    public static List<byte[]> disks(ArchiveModel.Builder entries, int partSize) {
        SplitArchive archive =
                new SplitArchive(entries.prefix(Prefix.counted(MARKER)).build().toBytes());
        archive.findRecords();
        archive.cut(partSize);
        archive.renumber();
        List<byte[]> parts = new ArrayList<>();
        for (int i = 0; i < archive.cuts.size(); i++) {
            int end = i + 1 < archive.cuts.size() ? archive.cuts.get(i + 1) : archive.bytes.length;
            parts.add(Arrays.copyOfRange(archive.bytes, archive.cuts.get(i), end));
        }
        return parts;
    }

    /**
     * Writes parts as {@code stem.001}, {@code stem.002} and so on.
     *
     * @param parts the parts
     * @param directory where
     * @param stem for example {@code "name.zip"}
     * @return the files
     * @throws IOException if they cannot be written
     */
    public static List<Path> writeRaw(List<byte[]> parts, Path directory, String stem) throws IOException {
        List<Path> files = new ArrayList<>();
        for (byte[] part : parts) {
            String name = String.format(Locale.ROOT, "%s.%03d", stem, files.size() + 1);
            files.add(Files.write(directory.resolve(name), part));
        }
        return files;
    }

    /**
     * Writes parts as {@code stem.z01}, {@code stem.z02} … {@code stem.zip}.
     *
     * @param parts the parts
     * @param directory where
     * @param stem for example {@code "name"}
     * @return the files
     * @throws IOException if they cannot be written
     */
    public static List<Path> writeDisks(List<byte[]> parts, Path directory, String stem) throws IOException {
        List<Path> files = new ArrayList<>();
        for (byte[] part : parts) {
            int number = files.size() + 1;
            String extension = number == parts.size() ? "zip" : String.format(Locale.ROOT, "z%02d", number);
            files.add(Files.write(directory.resolve(stem + "." + extension), part));
        }
        return files;
    }

    private void findRecords() {
        int end = bytes.length - END;
        int zip64 = wide() ? (int) fields.getLong(end - 12) : -1;
        int start = zip64 < 0 ? fields.getInt(end + 16) : (int) fields.getLong(zip64 + 48);
        int stop = zip64 < 0 ? end : zip64;
        for (int at = start; at < stop && fields.getInt(at) == 0x02014B50; at += records.get(at)) {
            headers.add(at);
            records.put(at, 46 + fields.getShort(at + 28) + fields.getShort(at + 30) + fields.getShort(at + 32));
            int local = (int) offset(at);
            records.put(local, 30 + fields.getShort(local + 26) + fields.getShort(local + 28));
        }
        records.put(stop, bytes.length - stop);
    }

    private boolean wide() {
        return fields.getInt(bytes.length - END - 20) == 0x07064B50;
    }

    private long offset(int header) {
        int field = zip64Field(header);
        return fields.getInt(header + 42) == -1
                ? fields.getLong(field + offsetInField(header))
                : fields.getInt(header + 42);
    }

    private int offsetInField(int header) {
        return (fields.getInt(header + 24) == -1 ? 8 : 0) + (fields.getInt(header + 20) == -1 ? 8 : 0);
    }

    private int zip64Field(int header) {
        int at = header + 46 + fields.getShort(header + 28);
        int end = at + fields.getShort(header + 30);
        while (at < end && fields.getShort(at) != 1) {
            at += 4 + fields.getShort(at + 2);
        }
        return at + 4;
    }

    private void cut(int partSize) {
        while (bytes.length - last() > partSize) {
            int cut = last() + partSize;
            var record = records.lowerEntry(cut);
            if (record != null && record.getKey() + record.getValue() > cut) {
                cut = record.getKey() > last() ? record.getKey() : record.getKey() + record.getValue();
            }
            if (cut >= bytes.length) {
                return;
            }
            cuts.add(cut);
        }
    }

    private int last() {
        return cuts.get(cuts.size() - 1);
    }

    private int disk(long position) {
        int disk = cuts.size() - 1;
        while (cuts.get(disk) > position) {
            disk--;
        }
        return disk;
    }

    private void renumber() {
        int lastDisk = cuts.size() - 1;
        int onLast = 0;
        for (int header : headers) {
            long offset = offset(header);
            int disk = disk(offset);
            long within = offset - cuts.get(disk);
            onLast += disk(header) == lastDisk ? 1 : 0;
            boolean wideOffset = fields.getInt(header + 42) == -1;
            if (wideOffset) {
                fields.putLong(zip64Field(header) + offsetInField(header), within);
            } else {
                fields.putInt(header + 42, (int) within);
            }
            if (fields.getShort(header + 34) == -1) {
                fields.putInt(zip64Field(header) + offsetInField(header) + (wideOffset ? 8 : 0), disk);
            } else {
                fields.putShort(header + 34, (short) disk);
            }
        }
        renumberEnd(headers.isEmpty() ? bytes.length - END : headers.get(0), onLast);
    }

    private void renumberEnd(int directory, int onLast) {
        int lastDisk = cuts.size() - 1;
        int directoryDisk = disk(directory);
        int within = directory - cuts.get(directoryDisk);
        int end = bytes.length - END;
        fields.putShort(end + 4, (short) lastDisk).putShort(end + 6, (short) directoryDisk);
        if (fields.getShort(end + 8) != -1) {
            fields.putShort(end + 8, (short) onLast);
        }
        if (fields.getInt(end + 16) != -1) {
            fields.putInt(end + 16, within);
        }
        if (wide()) {
            int record = (int) fields.getLong(end - 12);
            fields.putInt(record + 16, lastDisk).putInt(record + 20, directoryDisk);
            fields.putLong(record + 24, onLast).putLong(record + 48, within);
            int recordDisk = disk(record);
            fields.putInt(end - 16, recordDisk).putLong(end - 12, record - cuts.get(recordDisk));
            fields.putInt(end - 4, cuts.size());
        }
    }
}
