package dev.zipfs.internal.zip;

import static dev.zipfs.internal.io.LittleEndian.i32;

import dev.zipfs.ArchiveFormatException;
import dev.zipfs.ZipDriveException;
import dev.zipfs.internal.io.FileSource;
import dev.zipfs.internal.io.Siblings;
import dev.zipfs.spi.ArchiveSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds the files of an archive that was cut into several, whichever of them the user named:
 *
 * <ul>
 *   <li>{@code name.z01, name.z02 … name.z100 … name.zip}, as PKZIP and Info-ZIP split (APPNOTE 6.3.10 §8): the end
 *       record in the last one says how many there are.
 *   <li>{@code name.zip.001, name.zip.002 …}: an archive cut anywhere, as 7-Zip and file splitters do it. Nothing in
 *       them says how many there are; they are taken as long as they go on. A first part that is a whole archive stands
 *       for itself: that is how numbered backups look.
 * </ul>
 */
final class ZipVolumes {
    /** Disk numbers have sixteen bits; ZIP64 has more of them, nobody that many files. */
    private static final int MOST = 0xFFFF;

    private static final int SPLIT_SIGNATURE = 0x08074B50;

    private final Path file;
    private final ArchiveSource source;

    private ZipVolumes(Path file, ArchiveSource source) {
        this.file = file;
        this.source = source;
    }

    static List<Path> of(Path file, ArchiveSource source) throws IOException {
        String name = String.valueOf(file.getFileName());
        ZipVolumes volumes = new ZipVolumes(file, source);
        // Every archive passes here, and few names end like that: loading the patterns would cost more than the rest.
        if (!name.isEmpty() && Character.isDigit(name.charAt(name.length() - 1))) {
            Matcher raw = Names.RAW.matcher(name);
            if (raw.matches()) {
                return volumes.raw(raw.group(1), raw.group(2));
            }
            Matcher split = Names.SPLIT.matcher(name);
            if (split.matches()) {
                return volumes.fromEarlierPart(split.group(1), split.group(2));
            }
        }
        long disks = disks(source);
        if (disks < 2 || disks > MOST) {
            return List.of();
        }
        int dot = name.lastIndexOf('.');
        String stem = dot < 0 ? name + '.' : name.substring(0, dot + 1);
        boolean x = name.toLowerCase(Locale.ROOT).endsWith(".zipx");
        return volumes.split(stem, x ? "zx" : "z", file, (int) disks);
    }

    private List<Path> fromEarlierPart(String stem, String letters) throws IOException {
        if (disks(source) == 1 && startsLikeZip()) {
            return List.of();
        }
        String last = stem + (letters.length() == 1 ? "zip" : "zipx");
        Optional<Path> found = new Siblings(file, stem).find(last);
        if (found.isEmpty()) {
            throw missing(last, "the last part, which has the directory");
        }
        try (FileSource end = FileSource.open(found.get())) {
            long disks = disks(end);
            return disks < 2 || disks > MOST ? List.of() : split(stem, letters, found.get(), (int) disks);
        }
    }

    private List<Path> split(String stem, String letters, Path last, int count) throws IOException {
        Siblings siblings = new Siblings(file, stem);
        List<Path> parts = new ArrayList<>();
        for (int number = 1; number < count; number++) {
            String name = stem + letters + String.format(Locale.ROOT, "%02d", number);
            Optional<Path> part = siblings.find(name);
            if (part.isEmpty()) {
                if (parts.isEmpty() && !anyPart(siblings, stem + letters)) {
                    // One file alone: the locator says what to do about that.
                    return List.of();
                }
                throw missing(name, "one of the archive's " + count + " parts");
            }
            parts.add(part.get());
        }
        parts.add(last);
        return List.copyOf(parts);
    }

    private static boolean anyPart(Siblings siblings, String stem) throws IOException {
        return highest(siblings, stem) > 0;
    }

    private List<Path> raw(String stem, String digits) throws IOException {
        boolean zipName = stem.toLowerCase(Locale.ROOT).matches(".*\\.zipx?\\.");
        int named = Integer.parseInt(digits);
        if (named == 0 || disks(source) == 1 && startsLikeZip() || !zipName && !(named == 1 && startsLikeZip())) {
            return List.of();
        }
        Siblings siblings = new Siblings(file, stem);
        List<Path> parts = new ArrayList<>();
        String next = rawName(stem, 1, digits.length());
        for (Optional<Path> part = siblings.find(next); part.isPresent() && parts.size() < MOST; ) {
            parts.add(part.get());
            next = rawName(stem, parts.size() + 1, digits.length());
            part = siblings.find(next);
        }
        if (parts.size() < Math.max(2, named) || highest(siblings, stem) > parts.size()) {
            throw missing(next, "part " + (parts.size() + 1) + " of an archive that was cut into several files");
        }
        return List.copyOf(parts);
    }

    private static String rawName(String stem, int number, int width) {
        return stem + String.format(Locale.ROOT, "%0" + width + "d", number);
    }

    /** The highest number that stands behind this start of a name, or 0. */
    private static int highest(Siblings siblings, String stem) throws IOException {
        String start = Siblings.fold(stem);
        int highest = 0;
        for (String name : siblings.names().keySet()) {
            String rest = name.startsWith(start) ? name.substring(start.length()) : "";
            if (rest.matches("\\d{2,5}")) {
                highest = Math.max(highest, Integer.parseInt(rest));
            }
        }
        return highest;
    }

    private ZipDriveException missing(String name, String what) {
        return ArchiveFormatException.of(file.resolveSibling(name) + ": there is no such file; it is " + what
                        + "; put it beside " + file.getFileName())
                .section("APPNOTE 6.3.10 §8")
                .build();
    }

    private boolean startsLikeZip() throws IOException {
        byte[] start = new byte[Integer.BYTES];
        int signature = source.read(0, ByteBuffer.wrap(start)) == start.length ? i32(start, 0) : 0;
        return signature == LocalHeader.SIGNATURE || signature == SPLIT_SIGNATURE;
    }

    /** How many disks the end record at the file's very end speaks of; 0 where there is none. */
    private static long disks(ArchiveSource source) throws IOException {
        byte[] tail = tail(source, EndOfCentralDirectory.LENGTH + Zip64EndLocator.LENGTH);
        long disks = disks(tail, source.size());
        return disks > 0
                ? disks
                : disks(tail(source, Zip64EndLocator.LENGTH + EndOfCentralDirectory.LONGEST), source.size());
    }

    private static long disks(byte[] tail, long size) {
        long tailStart = size - tail.length;
        for (int at = tail.length - EndOfCentralDirectory.LENGTH; at >= 0; at--) {
            if (i32(tail, at) == EndOfCentralDirectory.SIGNATURE) {
                EndOfCentralDirectory end = EndOfCentralDirectory.read(tail, at, tailStart + at);
                if (end.end() == size) {
                    Zip64EndLocator zip64 = zip64(tail, at);
                    return zip64 == null ? end.disk() + 1L : Math.max(1, zip64.disks());
                }
            }
        }
        return 0;
    }

    private static @Nullable Zip64EndLocator zip64(byte[] tail, int at) {
        return at >= Zip64EndLocator.LENGTH ? Zip64EndLocator.read(tail, at - Zip64EndLocator.LENGTH) : null;
    }

    private static byte[] tail(ArchiveSource source, int most) throws IOException {
        byte[] tail = new byte[(int) Math.min(source.size(), most)];
        long from = source.size() - tail.length;
        if (source.read(from, ByteBuffer.wrap(tail)) != tail.length) {
            throw new ZipDriveException(source.name() + ": " + tail.length + " bytes expected at offset " + from);
        }
        return tail;
    }

    /** How the parts of archives are called. */
    private static final class Names {
        static final Pattern RAW = Pattern.compile("(.+\\.)(\\d{3,5})");
        static final Pattern SPLIT = Pattern.compile("(.+\\.)(zx?)(\\d{2,5})", Pattern.CASE_INSENSITIVE);

        private Names() {}
    }
}
