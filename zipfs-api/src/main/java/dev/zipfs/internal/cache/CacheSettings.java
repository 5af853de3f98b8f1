package dev.zipfs.internal.cache;

import dev.zipfs.MountOptions;
import dev.zipfs.MountOptions.EncryptedOnDisk;
import java.nio.file.Path;

/**
 * What a cache needs to know of {@link MountOptions}; sizes are bytes, 0 or more.
 *
 * @param memoryBudget how much memory blocks may take
 * @param maxMemoryPerFile where a policy that misbehaves is replaced: from which size on entries live on disk
 * @param diskBudget how much disk space blocks may take
 * @param cacheDirectory where the private directory of the disk tier is made
 * @param readAhead how far sequential readers are decoded ahead
 * @param encryptedOnDisk whether plain bytes of encrypted entries may reach the disk
 */
public record CacheSettings(
        long memoryBudget,
        long maxMemoryPerFile,
        long diskBudget,
        Path cacheDirectory,
        long readAhead,
        EncryptedOnDisk encryptedOnDisk) {
    /** The part of the options that concerns the cache. */
    public static CacheSettings of(MountOptions options) {
        return new CacheSettings(
                options.memoryBudget(),
                options.maxMemoryPerFile(),
                options.diskBudget(),
                options.cacheDirectory(),
                options.readAhead(),
                options.encryptedOnDisk());
    }
}
