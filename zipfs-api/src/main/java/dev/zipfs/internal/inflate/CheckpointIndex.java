package dev.zipfs.internal.inflate;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What the first pass over a deflate stream leaves behind: the checkpoints that later reads start from, and checksums of the
 * plain bytes in between. Checkpoints lie at multiples of the spacing, 1 MiB at first. Where they would take more memory than
 * allowed, every second one goes and the spacing doubles.
 *
 * <p>Thread-safe. Decoders that were made with it write to it, readers look things up, {@link CheckpointIndexFormat} saves and
 * loads it.
 */
public final class CheckpointIndex {
    /** Distance of checkpoints in plain bytes, unless memory is short. */
    public static final long SPACING = 1 << 20;

    private final long compressedSize;
    private final long plainSize;
    private final long maxMemory;
    private final GrainChecksums checksums;
    private List<Checkpoint> checkpoints = new ArrayList<>();
    private long spacing;
    private long memory;
    private boolean complete;

    /**
     * Makes an empty one.
     *
     * @param compressedSize how many bytes the stream has
     * @param plainSize how many it decodes to
     * @param maxMemory how many bytes the checkpoints may take, 0 or more; checksums come on top, 64 bytes per MiB and 1 MiB
     *     at most
     */
    public CheckpointIndex(long compressedSize, long plainSize, long maxMemory) {
        this(compressedSize, plainSize, maxMemory, SPACING);
    }

    CheckpointIndex(long compressedSize, long plainSize, long maxMemory, long spacing) {
        if (compressedSize < 0 || plainSize < 0 || maxMemory < 0) {
            throw new IllegalArgumentException(
                    "sizes must be 0 or more: " + compressedSize + ", " + plainSize + ", " + maxMemory);
        }
        this.compressedSize = compressedSize;
        this.plainSize = plainSize;
        this.maxMemory = maxMemory;
        this.checksums = new GrainChecksums(plainSize);
        this.spacing = Math.max(spacing, checksums.grain());
    }

    /** How many bytes the stream has. */
    public long compressedSize() {
        return compressedSize;
    }

    /** How many bytes it decodes to. */
    public long plainSize() {
        return plainSize;
    }

    /**
     * Where to start for a position.
     *
     * @param position a position in the plain bytes
     * @return the last checkpoint not after it, or {@code null}: start at 0
     */
    public synchronized @Nullable Checkpoint before(long position) {
        int low = 0;
        int high = checkpoints.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (checkpoints.get(middle).offset() <= position) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low == 0 ? null : checkpoints.get(low - 1);
    }

    /** How many checkpoints there are. */
    public synchronized int size() {
        return checkpoints.size();
    }

    /** How many bytes checkpoints and checksums take, about. */
    public synchronized long memory() {
        return memory + checksums.memory();
    }

    /** The distance of checkpoints in plain bytes; only grows, by doubling. */
    public synchronized long spacing() {
        return spacing;
    }

    /** How many plain bytes one checksum covers. A multiple of 64 KiB, a divisor of every checkpoint's offset; never changes. */
    public long grain() {
        return checksums.grain();
    }

    /** Up to which position plain bytes are covered by checksums. */
    public synchronized long checkedTo() {
        return Math.min(checksums.count() * checksums.grain(), plainSize);
    }

    /** Whether the whole stream was decoded once. */
    public synchronized boolean complete() {
        return complete;
    }

    /**
     * The checksum of all plain bytes.
     *
     * @return the CRC-32 as an unsigned number, or empty until {@link #complete}
     */
    public synchronized OptionalLong crc32() {
        return complete ? OptionalLong.of(checksums.whole() & 0xFFFFFFFFL) : OptionalLong.empty();
    }

    /**
     * Whether bytes are those of the first pass, as far as that can be said: every grain that lies in them whole, and whose
     * checksum is known, is compared.
     *
     * @param position where in the plain bytes they belong
     * @param bytes holds them
     * @param offset from where on
     * @param length how many
     * @return false if a grain differs
     */
    public synchronized boolean agrees(long position, byte[] bytes, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        return checksums.agree(position, bytes, offset, length);
    }

    /** Gives up every second checkpoint: for who has to save memory over all entries. */
    public synchronized void thinOut() {
        spacing *= 2;
        List<Checkpoint> kept = new ArrayList<>();
        memory = 0;
        for (Checkpoint checkpoint : checkpoints) {
            if (checkpoint.offset() % spacing == 0) {
                kept.add(checkpoint);
                memory += checkpoint.memory();
            }
        }
        checkpoints = kept;
    }

    /** Where the next checkpoint is wanted after a position, or {@link Long#MAX_VALUE}. */
    synchronized long nextTarget(long position) {
        long last = checkpoints.isEmpty()
                ? 0
                : checkpoints.get(checkpoints.size() - 1).offset();
        long target = (Math.max(position, last) / spacing + 1) * spacing;
        return target < plainSize ? target : Long.MAX_VALUE;
    }

    /** Takes a checkpoint in, unless it is not wanted any more. */
    synchronized void add(Checkpoint checkpoint) {
        long last = checkpoints.isEmpty()
                ? 0
                : checkpoints.get(checkpoints.size() - 1).offset();
        if (checkpoint.offset() <= last || checkpoint.offset() % spacing != 0) {
            return;
        }
        checkpoints.add(checkpoint);
        memory += checkpoint.memory();
        while (memory > maxMemory && spacing < plainSize) {
            thinOut();
        }
    }

    /** Learns or compares a checksum; false if it differs. */
    synchronized boolean putChecksum(long grainNumber, int crc) {
        return checksums.put(grainNumber, crc);
    }

    /** The stream has ended where it should. */
    synchronized void end() {
        complete = checksums.count() == checksums.total();
    }

    /** For {@link CheckpointIndexFormat}, which holds the lock. */
    List<Checkpoint> checkpoints() {
        return checkpoints;
    }

    /** For {@link CheckpointIndexFormat}, which holds the lock. */
    GrainChecksums checksums() {
        return checksums;
    }
}
