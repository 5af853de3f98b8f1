package dev.zipfs.examples.cli;

import dev.zipfs.MountOptions;
import dev.zipfs.ZipDrive;
import java.nio.file.Path;
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

    /** Hands over what was chosen. */
    void applyTo(ZipDrive.Builder builder) {
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
