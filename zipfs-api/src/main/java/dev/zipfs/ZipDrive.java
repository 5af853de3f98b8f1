package dev.zipfs;

import dev.zipfs.cache.CachePolicy;
import dev.zipfs.internal.assembly.DriveAssembly;
import dev.zipfs.internal.assembly.Rehearsal;
import dev.zipfs.internal.metrics.Silence;
import dev.zipfs.spi.ArchiveSource;
import dev.zipfs.spi.Availability;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Shows an archive as a drive, or opens it inside this process. The entry point of the library.
 *
 * <pre>{@code
 * try (MountedDrive drive = ZipDrive.mount(Path.of("game.zip"), 'M')) {
 *     new ProcessBuilder(drive.root().resolve("game.exe").toString()).start().waitFor();
 * }
 * }</pre>
 *
 * <p>Mounting needs a backend ({@code zipfs-winfsp} or {@code zipfs-dokan}) on the class path and its driver on the
 * machine; {@link #drivers()} says what is there. Opening needs neither.
 *
 * <p>An archive that cannot be opened is told by the type: {@link ArchiveFormatException} where it is damaged or of no known
 * format, {@link UnsupportedFeatureException}, {@link LimitExceededException}, and a plain {@link ZipDriveException} where its
 * file cannot be used (missing, a folder, not readable), with the file system's exception as the cause where there is one.
 * {@link MountException} means that the archive is fine and the drive is not.
 *
 * @since 0.1.0
 */
public final class ZipDrive {
    private ZipDrive() {}

    /**
     * Mounts an archive as a drive letter. Windows only.
     *
     * @param archive the archive's file
     * @param letter a letter from A to Z, any case
     * @return the drive; the caller closes it
     * @throws IOException if the archive cannot be opened, or ({@link MountException}) the drive not be mounted
     * @throws IllegalArgumentException if it is not a letter from A to Z
     */
    public static MountedDrive mount(Path archive, char letter) throws IOException {
        return builder(archive).mountPoint(MountPoint.letter(letter)).mount();
    }

    /**
     * Mounts an archive where a user says.
     *
     * @param archive the archive's file
     * @param mountPoint a letter such as {@code M:}, a directory, or {@code auto}; see {@link MountPoint#parse}
     * @return the drive; the caller closes it
     * @throws IOException if the archive cannot be opened, or ({@link MountException}) the drive not be mounted
     * @throws IllegalArgumentException if the mount point is empty
     */
    public static MountedDrive mount(Path archive, String mountPoint) throws IOException {
        return builder(archive).mountPoint(MountPoint.parse(mountPoint)).mount();
    }

    /**
     * Opens an archive for reading inside this process, with the default options.
     *
     * @param archive the archive's file
     * @return the archive; the caller closes it
     * @throws IOException if it cannot be opened
     */
    public static Archive open(Path archive) throws IOException {
        return builder(archive).open();
    }

    /**
     * Starts choosing options for an archive in a file.
     *
     * @param archive the archive's file
     * @return a builder
     */
    public static Builder builder(Path archive) {
        return new Builder(Objects.requireNonNull(archive, "archive"), null);
    }

    /**
     * Starts choosing options for an archive that comes from elsewhere.
     *
     * @param source the archive's bytes; closed with the drive or archive, also when opening it fails
     * @return a builder, good for one mount or open
     */
    public static Builder builder(ArchiveSource source) {
        return new Builder(null, Objects.requireNonNull(source, "source"));
    }

    /**
     * Says which drivers this process can use.
     *
     * @return by backend id, in the order in which they are tried; a backend that could not be loaded stands under its
     *     class name with the reason
     */
    public static Map<String, Availability> drivers() {
        return DriveAssembly.drivers();
    }

    /** Chooses options. Bad values are refused at once, with the value in the message. Not thread-safe. */
    public static final class Builder {
        private static final long MIB = 1L << 20;

        private final @Nullable Path path;
        private final @Nullable ArchiveSource source;

        MountPoint mountPoint = MountPoint.auto();

        @Nullable
        String backend;

        @Nullable
        Charset charset;

        @Nullable
        ZoneId zone;

        PasswordProvider passwords = PasswordProvider.none();

        @Nullable
        CachePolicy cachePolicy;

        long memoryBudget = Math.min(512 * MIB, Runtime.getRuntime().maxMemory() / 4);
        long maxMemoryPerFile = 512 * MIB;
        long diskBudget = 4096 * MIB;
        Path cacheDirectory = Path.of(System.getProperty("java.io.tmpdir", "."));

        @Nullable
        Path indexCache;

        long readAhead = 4 * MIB;
        MountOptions.EncryptedOnDisk encryptedOnDisk = MountOptions.EncryptedOnDisk.NEVER;

        @Nullable
        String label;

        MountOptions.Visibility visibility = MountOptions.Visibility.OWNER;
        NameRules nameRules = NameRules.ofThisPlatform();
        OutsideLinks outsideLinks = OutsideLinks.AS_TEXT;
        ArchiveLimits limits = ArchiveLimits.defaults();
        DriveListener listener = Silence.LISTENER;

        private Builder(@Nullable Path path, @Nullable ArchiveSource source) {
            Rehearsal.ofOpening();
            this.path = path;
            this.source = source;
        }

        /**
         * Chooses where the drive appears.
         *
         * @param mountPoint a letter, a directory or auto; default auto
         * @return this builder
         */
        public Builder mountPoint(MountPoint mountPoint) {
            this.mountPoint = Objects.requireNonNull(mountPoint, "mountPoint");
            return this;
        }

        /**
         * Insists on a backend.
         *
         * @param id the backend's id, for example {@code "winfsp"}; by default the first available one is taken
         * @return this builder
         */
        public Builder backend(String id) {
            this.backend = Objects.requireNonNull(id, "id");
            return this;
        }

        /**
         * Sets the encoding of names that carry no mark of theirs.
         *
         * @param charset the encoding; by default it is detected: valid UTF-8 is UTF-8, and all else CP437 unless all names
         *     together make another encoding by far the likelier one
         * @return this builder
         */
        public Builder charset(Charset charset) {
            this.charset = Objects.requireNonNull(charset, "charset");
            return this;
        }

        /**
         * Sets the zone of times that carry none.
         *
         * @param zone the zone; default the system's
         * @return this builder
         */
        public Builder zone(ZoneId zone) {
            this.zone = Objects.requireNonNull(zone, "zone");
            return this;
        }

        /**
         * Sets who gives passwords.
         *
         * @param passwords the provider; by default there is none and encrypted entries stay closed
         * @return this builder
         */
        public Builder password(PasswordProvider passwords) {
            this.passwords = Objects.requireNonNull(passwords, "passwords");
            return this;
        }

        /**
         * Sets what decides where decoded blocks live.
         *
         * @param policy a policy of this drive's own
         * @return this builder
         */
        public Builder cachePolicy(CachePolicy policy) {
            this.cachePolicy = Objects.requireNonNull(policy, "policy");
            return this;
        }

        /**
         * Sets how much memory decoded blocks may take.
         *
         * @param bytes 0 or more; default the smaller of 512 MiB and a quarter of the maximum heap
         * @return this builder
         * @throws IllegalArgumentException if it is negative
         */
        public Builder memoryBudget(long bytes) {
            this.memoryBudget = notNegative(bytes, "memoryBudget");
            return this;
        }

        /**
         * Sets from which size on the default policy keeps an entry on disk rather than in memory.
         *
         * @param bytes 0 or more; default 512 MiB
         * @return this builder
         * @throws IllegalArgumentException if it is negative
         */
        public Builder maxMemoryPerFile(long bytes) {
            this.maxMemoryPerFile = notNegative(bytes, "maxMemoryPerFile");
            return this;
        }

        /**
         * Sets how much disk space decoded blocks may take, and so how large the cache directory may get; half of what is
         * free when they first need it bounds it, too.
         *
         * @param bytes 0 (nothing goes to disk) or more; default 4 GiB
         * @return this builder
         * @throws IllegalArgumentException if it is negative
         */
        public Builder diskBudget(long bytes) {
            this.diskBudget = notNegative(bytes, "diskBudget");
            return this;
        }

        /**
         * Sets where the drive's private cache directory is made. Where that is not possible, memory alone is used.
         *
         * @param directory a directory; default the JVM's directory for temporary files
         * @return this builder
         */
        public Builder cacheDirectory(Path directory) {
            this.cacheDirectory = Objects.requireNonNull(directory, "directory");
            return this;
        }

        /**
         * Keeps the places from which decoding can start again between mounts, so that the next mount of the same archive
         * seeks at once. They are saved when an entry is no longer in use. One of a few megabytes that is read whole while the
         * JVM has just started may leave none: it is then decoded before there is a place to note.
         *
         * @param directory a directory; made where it is missing
         * @return this builder
         */
        public Builder indexCache(Path directory) {
            this.indexCache = Objects.requireNonNull(directory, "directory");
            return this;
        }

        /**
         * Sets how far sequential readers are decoded ahead.
         *
         * @param bytes 0 for not at all; default 4 MiB
         * @return this builder
         * @throws IllegalArgumentException if it is negative
         */
        public Builder readAhead(long bytes) {
            this.readAhead = notNegative(bytes, "readAhead");
            return this;
        }

        /**
         * Sets whether plain bytes of encrypted entries may reach the disk.
         *
         * @param choice default never
         * @return this builder
         */
        public Builder encryptedOnDisk(MountOptions.EncryptedOnDisk choice) {
            this.encryptedOnDisk = Objects.requireNonNull(choice, "choice");
            return this;
        }

        /**
         * Sets the drive's volume label.
         *
         * @param label the label; default the archive's file name without extension. Drivers shorten what they cannot hold
         *     (32 characters on Windows)
         * @return this builder
         */
        public Builder label(String label) {
            this.label = Objects.requireNonNull(label, "label");
            return this;
        }

        /**
         * Sets who may use the drive.
         *
         * @param visibility default the owner
         * @return this builder
         */
        public Builder visibility(MountOptions.Visibility visibility) {
            this.visibility = Objects.requireNonNull(visibility, "visibility");
            return this;
        }

        /**
         * Sets which names the drive shows.
         *
         * @param rules default those of this platform
         * @return this builder
         */
        public Builder nameRules(NameRules rules) {
            this.nameRules = Objects.requireNonNull(rules, "rules");
            return this;
        }

        /**
         * Sets what becomes of links that leave the archive.
         *
         * @param choice default small files that hold the target's text
         * @return this builder
         */
        public Builder outsideLinks(OutsideLinks choice) {
            this.outsideLinks = Objects.requireNonNull(choice, "choice");
            return this;
        }

        /**
         * Sets how much the archive may make us hold.
         *
         * @param limits default {@link ArchiveLimits#defaults()}
         * @return this builder
         */
        public Builder limits(ArchiveLimits limits) {
            this.limits = Objects.requireNonNull(limits, "limits");
            return this;
        }

        /**
         * Sets who is told what happens.
         *
         * @param listener default one that does nothing
         * @return this builder
         */
        public Builder listener(DriveListener listener) {
            this.listener = Objects.requireNonNull(listener, "listener");
            return this;
        }

        /**
         * Opens the archive and mounts it. Returns when the drive answers.
         *
         * @return the drive; the caller closes it
         * @throws IOException if the archive cannot be opened, or ({@link MountException}) the drive not be mounted; nothing
         *     stays open or mounted then
         */
        public MountedDrive mount() throws IOException {
            return source == null
                    ? DriveAssembly.mount(Objects.requireNonNull(path), new MountOptions(this))
                    : DriveAssembly.mount(source, new MountOptions(this));
        }

        /**
         * Opens the archive for reading inside this process. Options about mounting are ignored.
         *
         * @return the archive; the caller closes it
         * @throws IOException if it cannot be opened; nothing stays open then
         */
        public Archive open() throws IOException {
            return source == null
                    ? DriveAssembly.open(Objects.requireNonNull(path), new MountOptions(this))
                    : DriveAssembly.open(source, new MountOptions(this));
        }

        private static long notNegative(long value, String option) {
            if (value < 0) {
                throw new IllegalArgumentException(option + " must not be negative: " + value);
            }
            return value;
        }
    }
}
