package dev.zipfs.examples.cli;

import dev.zipfs.MountOptions;
import dev.zipfs.ZipDrive;
import dev.zipfs.cache.CachePolicies;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** How much a drive may keep, and where. */
final class CacheOptions {
    @Option(
            names = "--memory",
            paramLabel = "MiB",
            converter = Mebibytes.class,
            description =
                    "Memory for decoded data, all files together. Default: 512, or a quarter of the heap if less.")
    private Long memory;

    @Option(
            names = "--memory-per-file",
            paramLabel = "MiB",
            converter = Mebibytes.class,
            description = "Files larger than this are kept on disk rather than in memory. Default: 512.")
    private Long memoryPerFile;

    @Option(
            names = "--disk",
            paramLabel = "MiB",
            converter = Mebibytes.class,
            description = "Disk space for decoded data; 0 for none. Default: 4096.")
    private Long disk;

    @Option(
            names = "--cache-dir",
            paramLabel = "DIR",
            description = "Where that disk space is taken. Default: the directory for temporary files.")
    private Path cacheDirectory;

    @Option(
            names = "--index-cache",
            paramLabel = "DIR",
            description =
                    "Keep there what lets the next mount of the same archive seek at once. Default: keep nothing.")
    private Path indexCache;

    @Option(
            names = "--read-ahead",
            paramLabel = "MiB",
            converter = Mebibytes.class,
            description = "How far sequential readers are decoded ahead; 0 for not at all. Default: 4.")
    private Long readAhead;

    @Option(
            names = "--encrypted-on-disk",
            description = "Let decoded data of encrypted entries go to disk as well. Default: it never does.")
    private boolean encryptedOnDisk;

    @Option(
            names = "--policy",
            paramLabel = "NAME",
            converter = PolicyName.class,
            description =
                    "What is kept where: tiered (default; small files in memory, large ones on disk), lru (memory first, "
                            + "for all), disk-only or none.")
    private Policy policy;

    @Option(
            names = "--pin",
            paramLabel = "GLOB",
            converter = GlobSyntax.class,
            description = "As lru, but files that match are kept as long as there are others to drop; may be repeated.")
    private List<String> pinned = new ArrayList<>();

    /** The policies that need no more than a name. */
    private enum Policy {
        TIERED,
        LRU,
        DISK_ONLY,
        NONE
    }

    /** Whether the user lets decoded bytes of encrypted entries go to disk. */
    boolean encryptedOnDisk() {
        return encryptedOnDisk;
    }

    /** Hands over what was chosen. */
    void applyTo(ZipDrive.Builder builder) {
        if (!pinned.isEmpty()) {
            builder.cachePolicy(CachePolicies.pinning(pinned.toArray(String[]::new)));
        } else if (policy != null) {
            switch (policy) {
                case TIERED -> {
                    // What the library takes where it is told nothing; it knows the size that --memory-per-file sets.
                }
                case LRU -> builder.cachePolicy(CachePolicies.lru());
                case DISK_ONLY -> builder.cachePolicy(CachePolicies.diskOnly());
                case NONE -> builder.cachePolicy(CachePolicies.none());
            }
        }
        if (memory != null) {
            builder.memoryBudget(memory);
        }
        if (memoryPerFile != null) {
            builder.maxMemoryPerFile(memoryPerFile);
        }
        if (disk != null) {
            builder.diskBudget(disk);
        }
        if (cacheDirectory != null) {
            builder.cacheDirectory(cacheDirectory);
        }
        if (indexCache != null) {
            builder.indexCache(indexCache);
        }
        if (readAhead != null) {
            builder.readAhead(readAhead);
        }
        if (encryptedOnDisk) {
            builder.encryptedOnDisk(MountOptions.EncryptedOnDisk.ALLOWED);
        }
    }

    private static final class PolicyName implements ITypeConverter<Policy> {
        @Override
        public Policy convert(String name) {
            return switch (name) {
                case "tiered" -> Policy.TIERED;
                case "lru" -> Policy.LRU;
                case "disk-only" -> Policy.DISK_ONLY;
                case "none" -> Policy.NONE;
                default ->
                    throw new TypeConversionException(
                            "'" + name + "' is no policy; there are tiered, lru, disk-only and none");
            };
        }
    }

    /** Refuses a bad pattern where it was typed. */
    private static final class GlobSyntax implements ITypeConverter<String> {
        @Override
        public String convert(String glob) {
            try {
                CachePolicies.pinning(glob);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
            return glob;
        }
    }

    /** Reads a number of MiB as bytes. */
    private static final class Mebibytes implements ITypeConverter<Long> {
        private static final long MOST = Long.MAX_VALUE >> 20;

        @Override
        public Long convert(String text) {
            long mebibytes;
            try {
                mebibytes = Long.parseLong(text);
            } catch (NumberFormatException e) {
                mebibytes = -1;
            }
            if (mebibytes < 0 || mebibytes > MOST) {
                throw new TypeConversionException("'" + text + "' is no number of MiB, 0 or more");
            }
            return mebibytes << 20;
        }
    }
}
