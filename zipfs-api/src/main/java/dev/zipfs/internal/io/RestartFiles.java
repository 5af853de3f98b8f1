package dev.zipfs.internal.io;

import dev.zipfs.internal.metrics.LateLogger;
import dev.zipfs.spi.ArchiveSource;
import dev.zipfs.spi.RestartStore;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * Restart points in files, one per entry, in a directory that any number of archives and processes share. A file's name
 * is a hash of the archive's fingerprint and the entry's key; its content begins with a magic number, a version, the
 * hash again and a CRC-32 of what follows. What does not fit in every respect counts as not there. Files are written
 * beside their place and moved there; the ones that were used longest ago go when all of them take too much.
 */
public final class RestartFiles implements RestartStore {
    private static final LateLogger LOG = new LateLogger(RestartFiles.class);
    private static final String SUFFIX = ".zipfs-index";
    private static final String PART_SUFFIX = ".zipfs-part";
    private static final int MAGIC = 0x49505A31;
    private static final int VERSION = 1;
    private static final int HASH = 32;
    private static final int HEAD = 4 + 4 + HASH + 4 + 4;

    /** No entry's restart points take as much. */
    private static final int MOST_PER_FILE = 64 << 20;

    /** What all files may take. */
    static final long MOST_BYTES = 256L << 20;

    /** After so long nobody writes a part any more. */
    private static final long PART_SECONDS = 3600;

    private final Path directory;
    private final String fingerprint;
    private final long mostBytes;
    private final AtomicBoolean warned = new AtomicBoolean();

    private RestartFiles(Path directory, String fingerprint, long mostBytes) {
        this.directory = directory;
        this.fingerprint = fingerprint;
        this.mostBytes = mostBytes;
    }

    /**
     * A store for one archive.
     *
     * @param directory where files are kept; made when the first one is saved
     * @param source the archive; without a fingerprint nothing is kept
     */
    public static RestartStore in(Path directory, ArchiveSource source) {
        return in(directory, source, MOST_BYTES);
    }

    static RestartStore in(Path directory, ArchiveSource source, long mostBytes) {
        String fingerprint = source.fingerprint();
        return fingerprint.isEmpty() ? RestartStore.none() : new RestartFiles(directory, fingerprint, mostBytes);
    }

    @Override
    public Optional<ByteBuffer> load(String key) {
        byte[] hash = hash(key);
        Path file = file(hash);
        try {
            if (!Files.isRegularFile(file) || Files.size(file) > MOST_PER_FILE) {
                return Optional.empty();
            }
            ByteBuffer content = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
            if (!fits(content, hash)) {
                LOG.get().debug("{} is damaged or of another version; it is not used", file);
                return Optional.empty();
            }
            Files.setLastModifiedTime(file, FileTime.from(Instant.now()));
            return Optional.of(content.slice().order(ByteOrder.LITTLE_ENDIAN));
        } catch (IOException e) {
            LOG.get().debug("{} cannot be read: {}", file, e.toString());
            return Optional.empty();
        }
    }

    private static boolean fits(ByteBuffer content, byte[] hash) {
        if (content.remaining() < HEAD || content.getInt() != MAGIC || content.getInt() != VERSION) {
            return false;
        }
        byte[] found = new byte[HASH];
        content.get(found);
        int length = content.getInt();
        int crc = content.getInt();
        return MessageDigest.isEqual(found, hash) && length == content.remaining() && crc == crcOf(content);
    }

    @Override
    public void save(String key, ByteBuffer content) {
        int length = content.remaining();
        if (length > MOST_PER_FILE - HEAD) {
            return;
        }
        byte[] hash = hash(key);
        ByteBuffer out = ByteBuffer.allocate(HEAD + length).order(ByteOrder.LITTLE_ENDIAN);
        out.putInt(MAGIC).putInt(VERSION).put(hash).putInt(length).putInt(crcOf(content));
        out.put(content.duplicate());
        try {
            Files.createDirectories(directory);
            Path part = Files.createTempFile(directory, "", PART_SUFFIX);
            try {
                Files.write(part, out.array());
                Files.move(part, file(hash), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(part);
            }
            prune();
        } catch (IOException e) {
            if (warned.compareAndSet(false, true)) {
                LOG.get().warn("places to seek to cannot be kept in {}: {}", directory, e.toString());
            }
        }
    }

    /** Deletes what was used longest ago until the rest takes no more than it may, and parts nobody finished. */
    private void prune() throws IOException {
        List<Kept> all = new ArrayList<>();
        long bytes = 0;
        try (DirectoryStream<Path> files =
                Files.newDirectoryStream(directory, "*{" + SUFFIX + "," + PART_SUFFIX + "}")) {
            for (Path file : files) {
                Kept kept = Kept.of(file);
                if (kept == null) {
                    continue;
                }
                if (!file.toString().endsWith(PART_SUFFIX)) {
                    all.add(kept);
                    bytes += kept.size;
                } else if (kept.used.toInstant().isBefore(Instant.now().minusSeconds(PART_SECONDS))) {
                    Files.deleteIfExists(file);
                }
            }
        }
        all.sort(Comparator.comparing(kept -> kept.used));
        for (Kept oldest : all) {
            if (bytes <= mostBytes) {
                return;
            }
            Files.deleteIfExists(oldest.file);
            bytes -= oldest.size;
        }
    }

    private record Kept(Path file, long size, FileTime used) {
        /** {@code null} if another process has just deleted it. */
        static @Nullable Kept of(Path file) {
            try {
                return new Kept(file, Files.size(file), Files.getLastModifiedTime(file));
            } catch (IOException e) {
                return null;
            }
        }
    }

    private Path file(byte[] hash) {
        return directory.resolve(HexFormat.of().formatHex(hash) + SUFFIX);
    }

    private byte[] hash(String key) {
        try {
            return MessageDigest.getInstance("SHA-256")
                    .digest((fingerprint + "\n" + key).getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }

    private static int crcOf(ByteBuffer content) {
        CRC32 crc = new CRC32();
        crc.update(content.duplicate());
        return (int) crc.getValue();
    }
}
