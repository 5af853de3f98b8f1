package dev.zipfs.winfsp.internal;

import java.util.List;
import java.util.Locale;
import jnr.ffi.Runtime;
import jnr.ffi.Struct;
import ru.serce.jnrfuse.struct.FileStat;
import ru.serce.jnrfuse.struct.FuseFileInfo;
import ru.serce.jnrfuse.struct.Statvfs;

/**
 * Where the fields of the native structures lie on this platform, in bytes, as jnr-fuse 0.5.8 has them; corrected where that
 * differs from what the libraries expect. All supported platforms are little-endian, so that writing the low half of a wider
 * field, in memory that is zero, writes the whole.
 */
final class FuseLayout {
    /** Tells where a callback's slot is; holds no callbacks itself. */
    final ru.serce.jnrfuse.struct.FuseOperations operations;

    final int operationsSize;

    final int statSize;
    final long statInode;
    final long statMode;
    final long statLinks;
    final long statUid;
    final long statGid;
    final long statSizeField;
    final long statBlockSize;
    final long statBlocks;
    final long statAccessed;
    final long statModified;
    final long statChanged;
    /** -1 where the platform has none. */
    final long statBorn;

    final int statvfsSize;
    final long vfsBlockSize;
    final long vfsFragmentSize;
    final long vfsBlocks;
    final long vfsFiles;
    final long vfsLongestName;
    /** Whether counts of blocks and files have 64 bits; 32 on macOS. */
    final boolean vfsCountsWide;

    final long infoFlags;
    final long infoHandle;
    /**
     * The 32 bits that hold {@code direct_io} (bit 0) and {@code keep_cache} (bit 1). jnr-fuse has a byte for each. They lie
     * before the handle on every platform.
     */
    final long infoBits;

    /** Whether this platform's layout is one that was checked: elsewhere we would write over what is not ours. */
    static boolean isKnown() {
        String architecture = System.getProperty("os.arch", "").toLowerCase(Locale.ROOT);
        return List.of("amd64", "x86_64", "aarch64", "arm64").contains(architecture);
    }

    FuseLayout(Runtime runtime) {
        operations = new ru.serce.jnrfuse.struct.FuseOperations(runtime);
        operationsSize = Struct.size(operations);

        FileStat stat = new FileStat(runtime);
        statSize = Struct.size(stat);
        statInode = stat.st_ino.offset();
        statMode = stat.st_mode.offset();
        statLinks = stat.st_nlink.offset();
        statUid = stat.st_uid.offset();
        statGid = stat.st_gid.offset();
        statSizeField = stat.st_size.offset();
        statBlockSize = stat.st_blksize.offset();
        statBlocks = stat.st_blocks.offset();
        statAccessed = stat.st_atim.tv_sec.offset();
        statModified = stat.st_mtim.tv_sec.offset();
        statChanged = stat.st_ctim.tv_sec.offset();
        statBorn = stat.st_birthtime == null ? -1 : stat.st_birthtime.tv_sec.offset();

        Statvfs vfs = new Statvfs(runtime);
        statvfsSize = Struct.size(vfs);
        vfsBlockSize = vfs.f_bsize.offset();
        vfsFragmentSize = vfs.f_frsize.offset();
        vfsBlocks = vfs.f_blocks.offset();
        vfsFiles = vfs.f_files.offset();
        vfsLongestName = vfs.f_namemax.offset();
        vfsCountsWide = vfs.f_bfree.offset() - vfsBlocks == 8;

        FuseFileInfo info = new FileInfo(runtime);
        infoFlags = info.flags.offset();
        infoHandle = info.fh.offset();
        infoBits = infoHandle - 4;
    }

    /** The constructor is protected. */
    private static final class FileInfo extends FuseFileInfo {
        FileInfo(Runtime runtime) {
            super(runtime);
        }
    }
}
