package dev.zipfs;

/**
 * How much an archive may make a drive hold. The defaults pass an honest archive of five million entries; exceeding one
 * ends in {@link LimitExceededException}, which names it, but for {@link #maxDepth}, which only changes where an entry is shown.
 *
 * <p>What reading may take is limited elsewhere: memory by {@link ZipDrive.Builder#memoryBudget}, the size of the cache directory by
 * {@link ZipDrive.Builder#diskBudget}. Exceeding those is no error: blocks are dropped and decoded again when they are needed.
 *
 * @since 0.1.0
 */
public final class ArchiveLimits {
    private static final ArchiveLimits DEFAULTS = new Builder().build();

    private final long maxEntries;
    private final long maxNameBytes;
    private final int maxDepth;
    private final long maxIndexBytes;

    private ArchiveLimits(Builder builder) {
        this.maxEntries = builder.maxEntries;
        this.maxNameBytes = builder.maxNameBytes;
        this.maxDepth = builder.maxDepth;
        this.maxIndexBytes = builder.maxIndexBytes;
    }

    /**
     * The limits used where none are given.
     *
     * @return the defaults
     */
    public static ArchiveLimits defaults() {
        return DEFAULTS;
    }

    /**
     * Starts from the defaults.
     *
     * @return a builder
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * How many entries an archive may have, and how many nodes (entries and folders made for them) a drive.
     *
     * @return the limit; default 20,000,000
     */
    public long maxEntries() {
        return maxEntries;
    }

    /**
     * How long all names of an archive may be together.
     *
     * @return the limit in bytes of UTF-8; default 1 GiB
     */
    public long maxNameBytes() {
        return maxNameBytes;
    }

    /**
     * How many parts the path of an entry may have. Of one that has more the first ones are kept and the last: a file is shown in
     * the deepest folder that may be, a folder that lies deeper is not shown by itself; both are told as
     * {@link ArchiveWarning.Kind#RENAMED}. The rest of the archive is as it was.
     *
     * @return the limit in path components, the entry's own name included; default 4,096
     */
    public int maxDepth() {
        return maxDepth;
    }

    /**
     * How large the records of an archive that are read at opening (for ZIP the central directory) may be.
     *
     * @return the limit in bytes; default 2 GiB - 64 KiB
     */
    public long maxIndexBytes() {
        return maxIndexBytes;
    }

    @Override
    public String toString() {
        return "maxEntries=" + maxEntries + ", maxNameBytes=" + maxNameBytes + ", maxDepth=" + maxDepth
                + ", maxIndexBytes=" + maxIndexBytes;
    }

    /** Collects limits. Not thread-safe. */
    public static final class Builder {
        private long maxEntries = 20_000_000;
        private long maxNameBytes = 1L << 30;
        private int maxDepth = 4096;
        private long maxIndexBytes = (2L << 30) - (64 << 10);

        private Builder() {}

        /**
         * Sets how many entries an archive, and how many nodes a drive, may have.
         *
         * @param limit at least 1
         * @return this builder
         * @throws IllegalArgumentException if the limit is below 1
         */
        public Builder maxEntries(long limit) {
            this.maxEntries = positive(limit, "maxEntries");
            return this;
        }

        /**
         * Sets how long all names may be together.
         *
         * @param bytes bytes of UTF-8, at least 1
         * @return this builder
         * @throws IllegalArgumentException if it is below 1
         */
        public Builder maxNameBytes(long bytes) {
            this.maxNameBytes = positive(bytes, "maxNameBytes");
            return this;
        }

        /**
         * Sets how many parts the path of an entry may have.
         *
         * @param components path components, at least 1: then all files are shown in the root
         * @return this builder
         * @throws IllegalArgumentException if it is below 1
         */
        public Builder maxDepth(int components) {
            this.maxDepth = (int) positive(components, "maxDepth");
            return this;
        }

        /**
         * Sets how large the records read at opening may be.
         *
         * @param bytes at least 1
         * @return this builder
         * @throws IllegalArgumentException if it is below 1
         */
        public Builder maxIndexBytes(long bytes) {
            this.maxIndexBytes = positive(bytes, "maxIndexBytes");
            return this;
        }

        /**
         * Makes the limits.
         *
         * @return an immutable value
         */
        public ArchiveLimits build() {
            return new ArchiveLimits(this);
        }

        private static long positive(long value, String option) {
            if (value < 1) {
                throw new IllegalArgumentException(option + " must be at least 1: " + value);
            }
            return value;
        }
    }
}
