package dev.zipfs;

import dev.zipfs.cache.CachePolicy;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Everything that can be chosen about a drive or an open archive: a snapshot of what a {@link ZipDrive.Builder} was told,
 * with the defaults filled in. Immutable.
 *
 * @since 0.1.0
 */
public final class MountOptions {
    private final MountPoint mountPoint;
    private final @Nullable String backend;
    private final @Nullable Charset charset;
    private final @Nullable ZoneId zone;
    private final PasswordProvider passwords;
    private final @Nullable CachePolicy cachePolicy;
    private final long memoryBudget;
    private final long maxMemoryPerFile;
    private final long diskBudget;
    private final Path cacheDirectory;
    private final @Nullable Path indexCache;
    private final long readAhead;
    private final EncryptedOnDisk encryptedOnDisk;
    private final @Nullable String label;
    private final Visibility visibility;
    private final NameRules nameRules;
    private final OutsideLinks outsideLinks;
    private final ArchiveLimits limits;
    private final DriveListener listener;

    /** Who may use a drive. */
    public enum Visibility {
        /** The user who mounts it. */
        OWNER,
        /** Every user of the machine, where the system allows it (on Linux: {@code user_allow_other}, or root). */
        EVERYONE
    }

    /** Whether plain bytes of encrypted entries may reach the disk tier of the cache. */
    public enum EncryptedOnDisk {
        /** They never do. */
        NEVER,
        /** They may. */
        ALLOWED
    }

    MountOptions(ZipDrive.Builder builder) {
        this.mountPoint = builder.mountPoint;
        this.backend = builder.backend;
        this.charset = builder.charset;
        this.zone = builder.zone;
        this.passwords = builder.passwords;
        this.cachePolicy = builder.cachePolicy;
        this.memoryBudget = builder.memoryBudget;
        this.maxMemoryPerFile = builder.maxMemoryPerFile;
        this.diskBudget = builder.diskBudget;
        this.cacheDirectory = builder.cacheDirectory;
        this.indexCache = builder.indexCache;
        this.readAhead = builder.readAhead;
        this.encryptedOnDisk = builder.encryptedOnDisk;
        this.label = builder.label;
        this.visibility = builder.visibility;
        this.nameRules = builder.nameRules;
        this.outsideLinks = builder.outsideLinks;
        this.limits = builder.limits;
        this.listener = builder.listener;
    }

    /**
     * Where the drive appears.
     *
     * @return the mount point; default {@link MountPoint#auto()}
     */
    public MountPoint mountPoint() {
        return mountPoint;
    }

    /**
     * Which backend must serve the drive.
     *
     * @return a backend's id, or empty for the first available one; default empty
     */
    public Optional<String> backend() {
        return Optional.ofNullable(backend);
    }

    /**
     * The encoding of names that carry no mark of theirs.
     *
     * @return the encoding, or empty to detect it; default empty
     */
    public Optional<Charset> charset() {
        return Optional.ofNullable(charset);
    }

    /**
     * The zone of times that carry none.
     *
     * @return the zone; default the system's
     */
    public ZoneId zone() {
        return zone == null ? ZoneId.systemDefault() : zone;
    }

    /**
     * Gives passwords.
     *
     * @return the provider; default {@link PasswordProvider#none()}
     */
    public PasswordProvider passwords() {
        return passwords;
    }

    /**
     * What decides where decoded blocks live.
     *
     * @return the policy, or empty for {@code CachePolicies.tiered}; default empty
     */
    public Optional<CachePolicy> cachePolicy() {
        return Optional.ofNullable(cachePolicy);
    }

    /**
     * How much memory decoded blocks may take.
     *
     * @return bytes; default the smaller of 512 MiB and a quarter of the maximum heap
     */
    public long memoryBudget() {
        return memoryBudget;
    }

    /**
     * From which size on the default policy keeps an entry's blocks on disk rather than in memory.
     *
     * @return bytes; default 512 MiB
     */
    public long maxMemoryPerFile() {
        return maxMemoryPerFile;
    }

    /**
     * How much disk space decoded blocks may take; half of what is free when they first need it bounds it, too.
     *
     * @return bytes; default 4 GiB
     */
    public long diskBudget() {
        return diskBudget;
    }

    /**
     * Where the drive's private cache directory is made.
     *
     * @return a directory; default the JVM's directory for temporary files
     */
    public Path cacheDirectory() {
        return cacheDirectory;
    }

    /**
     * Where places from which decoding can start again are kept between mounts.
     *
     * @return a directory, or empty to keep nothing; default empty
     */
    public Optional<Path> indexCache() {
        return Optional.ofNullable(indexCache);
    }

    /**
     * How far sequential readers are decoded ahead.
     *
     * @return bytes, 0 for not at all; default 4 MiB
     */
    public long readAhead() {
        return readAhead;
    }

    /**
     * Whether plain bytes of encrypted entries may reach the disk.
     *
     * @return default {@link EncryptedOnDisk#NEVER}
     */
    public EncryptedOnDisk encryptedOnDisk() {
        return encryptedOnDisk;
    }

    /**
     * The drive's volume label.
     *
     * @return the label, or empty for the archive's file name without extension; default empty
     */
    public Optional<String> label() {
        return Optional.ofNullable(label);
    }

    /**
     * Who may use the drive.
     *
     * @return default {@link Visibility#OWNER}
     */
    public Visibility visibility() {
        return visibility;
    }

    /**
     * Which names the drive shows.
     *
     * @return the rules; default those of this platform
     */
    public NameRules nameRules() {
        return nameRules;
    }

    /**
     * What becomes of links that leave the archive.
     *
     * @return default {@link OutsideLinks#AS_TEXT}
     */
    public OutsideLinks outsideLinks() {
        return outsideLinks;
    }

    /**
     * How much the archive may make us hold.
     *
     * @return the limits; default {@link ArchiveLimits#defaults()}
     */
    public ArchiveLimits limits() {
        return limits;
    }

    /**
     * Who is told what happens.
     *
     * @return the listener; by default one that does nothing
     */
    public DriveListener listener() {
        return listener;
    }
}
