package dev.zipfs.internal.cache;

import dev.zipfs.internal.metrics.LateLogger;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * Places for blocks on disk, in a few files of a private directory that is made when the first block is written. Where it
 * cannot be made, there are no places; where a write fails, there are no more than so far.
 *
 * <p>Giving places out is guarded by the cache's lock, reading and writing need none: whoever has a place has it alone.
 */
final class DiskTier implements AutoCloseable {
    static final String PREFIX = "blocks-";
    private static final long SMALLEST_FILE = 64L << 20;
    private static final int MOST_FILES = 64;
    private static final int MOST_COPIES = 4;
    private static final LateLogger LOG = new LateLogger(DiskTier.class);

    private final Path parent;
    private final int slotSize;
    private final int slotsPerFile;
    private final BlockFile.Factory factory;
    private final Object filesLock = new Object();
    private final Queue<byte[]> copies = new ConcurrentLinkedQueue<>();

    // Guarded by filesLock.
    private final BlockFile[] files;
    private @Nullable CacheDirectory directory;
    private @Nullable IOException unusable;
    private boolean closed;

    /** No more than half of what was free on the disk when the directory was made: others need some, too. */
    private volatile int affordable = Integer.MAX_VALUE;

    // Guarded by the cache's lock.
    private int[] freed = new int[16];
    private int freedCount;
    private int fresh;
    private int taken;
    private int capacity;
    private boolean warned;

    DiskTier(Path parent, long budget, int slotSize, BlockFile.Factory factory) {
        this.parent = parent;
        this.slotSize = slotSize;
        this.factory = factory;
        this.capacity = (int) Math.min(Integer.MAX_VALUE - 8, budget / slotSize);
        long perFile = Math.max(SMALLEST_FILE / slotSize, ((long) capacity + MOST_FILES - 1) / MOST_FILES);
        this.slotsPerFile = (int) perFile;
        this.files = new BlockFile[(int) ((capacity + perFile - 1) / perFile)];
    }

    /** Whether a block may find a place, after others have made room. */
    boolean usable() {
        return Math.min(capacity, affordable) > 0;
    }

    /** A place, or -1 where all are taken. */
    int allocate() {
        if (taken >= Math.min(capacity, affordable)) {
            return -1;
        }
        taken++;
        return freedCount > 0 ? freed[--freedCount] : fresh++;
    }

    void free(int slot) {
        taken--;
        if (freedCount == freed.length) {
            freed = Arrays.copyOf(freed, freedCount * 2);
        }
        freed[freedCount++] = slot;
    }

    /** A place could not be written to: there are no more places than are taken by others. */
    void failed(int slot, IOException cause) {
        free(slot);
        capacity = Math.min(capacity, taken);
        if (!warned) {
            warned = true;
            LOG.get()
                    .warn(
                            "The disk tier of the cache in {} takes no more: {}. Memory and decoding again stand in",
                            parent,
                            cause.toString());
        }
    }

    /** Writes from the buffer's start; gives a checksum of what was written. */
    int write(int slot, ByteBuffer bytes, int length) throws IOException {
        BlockFile file = file(slot);
        byte[] copy = takeCopy();
        bytes.get(0, copy, 0, length);
        file.write(position(slot), copy, length);
        int checksum = checksum(copy, length);
        giveCopy(copy);
        return checksum;
    }

    /** Reads to the buffer's start; gives a checksum of what was read. */
    int read(int slot, ByteBuffer bytes, int length) throws IOException {
        BlockFile file = file(slot);
        byte[] copy = takeCopy();
        file.read(position(slot), copy, length);
        bytes.put(0, copy, 0, length);
        int checksum = checksum(copy, length);
        giveCopy(copy);
        return checksum;
    }

    /** Files take arrays only, see {@link RandomAccessBlockFile}. A few are kept, one for each thread that is at it. */
    private byte[] takeCopy() {
        byte[] copy = copies.poll();
        return copy != null ? copy : new byte[slotSize];
    }

    private void giveCopy(byte[] copy) {
        if (copies.size() < MOST_COPIES) {
            copies.add(copy);
        }
    }

    private static int checksum(byte[] bytes, int length) {
        CRC32 crc = new CRC32();
        crc.update(bytes, 0, length);
        return (int) crc.getValue();
    }

    private long position(int slot) {
        return (long) (slot % slotsPerFile) * slotSize;
    }

    private BlockFile file(int slot) throws IOException {
        int index = slot / slotsPerFile;
        synchronized (filesLock) {
            if (closed) {
                throw new IOException("the cache is closed");
            }
            if (unusable != null) {
                throw unusable;
            }
            BlockFile file = files[index];
            if (file == null) {
                if (directory == null) {
                    directory = makeDirectory();
                }
                file = factory.create(directory.path().resolve(PREFIX + index));
                files[index] = file;
            }
            return file;
        }
    }

    private CacheDirectory makeDirectory() throws IOException {
        // Locking goes through a channel, which an interrupted thread would close.
        boolean interrupted = Thread.interrupted();
        try {
            CacheDirectory made = CacheDirectory.create(parent);
            long free = made.path().toFile().getUsableSpace();
            affordable = (int) Math.min(Integer.MAX_VALUE, free / 2 / slotSize);
            return made;
        } catch (IOException e) {
            unusable = e;
            throw e;
        } catch (RuntimeException e) {
            // For instance a directory of another file system provider, whose paths are no files.
            unusable = new IOException(parent + ": no place for a disk cache", e);
            throw unusable;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public void close() {
        synchronized (filesLock) {
            closed = true;
            // Not clear(): it is made of lambdas, the first of which keep a fresh JVM busy for ten milliseconds.
            while (copies.poll() != null) {
                // Until none is left.
            }
            for (BlockFile file : files) {
                closeQuietly(file);
            }
            closeQuietly(directory);
            directory = null;
        }
    }

    private static void closeQuietly(@Nullable AutoCloseable closeable) {
        try {
            if (closeable != null) {
                closeable.close();
            }
        } catch (Exception e) {
            LOG.get().debug("a part of the disk cache stays for the next drive to delete", e);
        }
    }
}
