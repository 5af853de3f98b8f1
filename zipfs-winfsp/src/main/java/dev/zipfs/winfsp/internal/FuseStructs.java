package dev.zipfs.winfsp.internal;

import com.kenai.jffi.MemoryIO;
import dev.zipfs.spi.DriveView;

/** Writes what a view says of a node into the driver's structures. Thread-safe. */
final class FuseStructs {
    private static final MemoryIO MEMORY = MemoryIO.getInstance();

    private final FuseLayout layout;
    private final FuseOperations operations;
    private final DriveView view;
    private final FuseAdapter.Owner owner;

    FuseStructs(FuseLayout layout, FuseOperations operations, FuseAdapter.Owner owner) {
        this.layout = layout;
        this.operations = operations;
        this.view = operations.view();
        this.owner = owner;
    }

    /** Writes a {@code struct statvfs}. */
    void writeStatvfs(long vfs) {
        MEMORY.setMemory(vfs, layout.statvfsSize, (byte) 0);
        MEMORY.putInt(vfs + layout.vfsBlockSize, FuseOperations.BLOCK);
        MEMORY.putInt(vfs + layout.vfsFragmentSize, FuseOperations.BLOCK);
        long blocks = view.totalSize() / FuseOperations.BLOCK + 1;
        putCount(vfs + layout.vfsBlocks, layout.vfsCountsWide, blocks);
        putCount(vfs + layout.vfsFiles, layout.vfsCountsWide, view.nodeCount());
        MEMORY.putInt(vfs + layout.vfsLongestName, 255);
    }

    private static void putCount(long address, boolean wide, long count) {
        if (wide) {
            MEMORY.putLong(address, count);
        } else {
            MEMORY.putInt(address, (int) Math.min(count, Integer.MAX_VALUE));
        }
    }

    /** Writes a {@code struct stat}. */
    void writeStat(long stat, int node) {
        MEMORY.setMemory(stat, layout.statSize, (byte) 0);
        int mode = operations.mode(node);
        long size = view.size(node);
        MEMORY.putLong(stat + layout.statInode, node + 1L);
        MEMORY.putShort(stat + layout.statMode, (short) mode);
        // A folder whose link count is 1 has an unknown number of folders in it; 2 would promise that there are none.
        MEMORY.putShort(stat + layout.statLinks, (short) 1);
        MEMORY.putInt(stat + layout.statUid, owner.uid());
        MEMORY.putInt(stat + layout.statGid, owner.gid());
        MEMORY.putLong(stat + layout.statSizeField, size);
        MEMORY.putInt(stat + layout.statBlockSize, FuseOperations.BLOCK);
        MEMORY.putLong(stat + layout.statBlocks, size / 512 + (size % 512 == 0 ? 0 : 1));
        long seconds = view.modifiedSeconds(node);
        int nanos = view.modifiedNanos(node);
        putTime(stat + layout.statAccessed, seconds, nanos);
        putTime(stat + layout.statModified, seconds, nanos);
        putTime(stat + layout.statChanged, seconds, nanos);
        if (layout.statBorn >= 0) {
            putTime(stat + layout.statBorn, seconds, nanos);
        }
    }

    /** {@code struct timespec}: 64 bits of seconds, then nanoseconds in at least 32 of 64 bits. */
    private static void putTime(long time, long seconds, int nanos) {
        MEMORY.putLong(time, seconds);
        MEMORY.putInt(time + 8, nanos);
    }
}
