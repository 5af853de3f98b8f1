package dev.zipfs.testkit.model;

import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What follows an archive's entries: the end records, their lies, comment, and bytes that belong to nothing. Immutable.
 *
 * @since 0.1.0
 */
public final class ArchiveEnd {
    final byte[] gap;
    final byte[] comment;
    final byte[] trailing;
    final Zip64 zip64;
    final byte[] zip64Data;
    final int disk;
    final @Nullable Integer claimedCommentLength;
    final @Nullable Long claimedEntries;
    final @Nullable Long claimedSize;
    final @Nullable Long claimedOffset;
    final @Nullable Long zip64Entries;
    final @Nullable Long zip64Size;
    final @Nullable Long zip64Offset;
    final @Nullable Long zip64RecordSize;
    final @Nullable Long locatorOffset;

    private ArchiveEnd(Builder builder) {
        gap = builder.gap;
        comment = builder.comment;
        trailing = builder.trailing;
        zip64 = builder.zip64;
        zip64Data = builder.zip64Data;
        disk = builder.disk;
        claimedCommentLength = builder.claimedCommentLength;
        claimedEntries = builder.claimedEntries;
        claimedSize = builder.claimedSize;
        claimedOffset = builder.claimedOffset;
        zip64Entries = builder.zip64Entries;
        zip64Size = builder.zip64Size;
        zip64Offset = builder.zip64Offset;
        zip64RecordSize = builder.zip64RecordSize;
        locatorOffset = builder.locatorOffset;
    }

    /**
     * An end that says the truth and nothing more.
     *
     * @return the end
     */
    public static ArchiveEnd plain() {
        return builder().build();
    }

    /**
     * Starts from an end that says the truth and nothing more.
     *
     * @return a builder
     */
    public static Builder builder() {
        return new Builder();
    }

    /** Describes an end. Not thread-safe. */
    public static final class Builder {
        private byte[] gap = {};
        private byte[] comment = {};
        private byte[] trailing = {};
        private Zip64 zip64 = Zip64.AUTO;
        private byte[] zip64Data = {};
        private int disk;
        private @Nullable Integer claimedCommentLength;
        private @Nullable Long claimedEntries;
        private @Nullable Long claimedSize;
        private @Nullable Long claimedOffset;
        private @Nullable Long zip64Entries;
        private @Nullable Long zip64Size;
        private @Nullable Long zip64Offset;
        private @Nullable Long zip64RecordSize;
        private @Nullable Long locatorOffset;

        private Builder() {}

        /**
         * Puts bytes between the last entry and the central directory.
         *
         * @param bytes the bytes
         * @return this builder
         */
        public Builder gap(byte[] bytes) {
            this.gap = bytes.clone();
            return this;
        }

        /**
         * Sets the archive's comment.
         *
         * @param text up to 65,535 bytes of UTF-8
         * @return this builder
         */
        public Builder comment(String text) {
            return comment(text.getBytes(StandardCharsets.UTF_8));
        }

        /**
         * Sets the archive's comment.
         *
         * @param bytes up to 65,535 bytes
         * @return this builder
         */
        public Builder comment(byte[] bytes) {
            this.comment = bytes.clone();
            return this;
        }

        /**
         * Puts bytes after everything else; no record knows of them.
         *
         * @param bytes the bytes
         * @return this builder
         */
        public Builder trailing(byte[] bytes) {
            this.trailing = bytes.clone();
            return this;
        }

        /**
         * Chooses whether there is a ZIP64 end record with its locator.
         *
         * @param choice default {@link Zip64#AUTO}
         * @return this builder
         */
        public Builder zip64(Zip64 choice) {
            this.zip64 = Objects.requireNonNull(choice, "choice");
            return this;
        }

        /**
         * Fills the ZIP64 end record's extensible data sector (APPNOTE 6.3.10 §4.3.14.4).
         *
         * @param bytes the bytes
         * @return this builder
         */
        public Builder zip64Data(byte[] bytes) {
            this.zip64Data = bytes.clone();
            return this;
        }

        /**
         * Says that the archive has several disks and this is one of them.
         *
         * @param number the number of this disk, from 0 on
         * @return this builder
         */
        public Builder disk(int number) {
            this.disk = number;
            return this;
        }

        /**
         * Lies about the comment's length.
         *
         * @param bytes 16 bits
         * @return this builder
         */
        public Builder claimedCommentLength(int bytes) {
            this.claimedCommentLength = bytes;
            return this;
        }

        /**
         * Lies in the end record about how many entries there are.
         *
         * @param count 16 bits
         * @return this builder
         */
        public Builder claimedEntries(long count) {
            this.claimedEntries = count;
            return this;
        }

        /**
         * Lies in the end record about the central directory's size.
         *
         * @param bytes 32 bits
         * @return this builder
         */
        public Builder claimedSize(long bytes) {
            this.claimedSize = bytes;
            return this;
        }

        /**
         * Lies in the end record about where the central directory begins.
         *
         * @param offset 32 bits
         * @return this builder
         */
        public Builder claimedOffset(long offset) {
            this.claimedOffset = offset;
            return this;
        }

        /**
         * Lies in the ZIP64 end record about how many entries there are.
         *
         * @param count 64 bits
         * @return this builder
         */
        public Builder zip64Entries(long count) {
            this.zip64Entries = count;
            return this;
        }

        /**
         * Lies in the ZIP64 end record about the central directory's size.
         *
         * @param bytes 64 bits
         * @return this builder
         */
        public Builder zip64Size(long bytes) {
            this.zip64Size = bytes;
            return this;
        }

        /**
         * Lies in the ZIP64 end record about where the central directory begins.
         *
         * @param offset 64 bits
         * @return this builder
         */
        public Builder zip64Offset(long offset) {
            this.zip64Offset = offset;
            return this;
        }

        /**
         * Lies about the ZIP64 end record's own size.
         *
         * @param bytes 64 bits; the truth is 44 and the extensible data, without signature and this field
         * @return this builder
         */
        public Builder zip64RecordSize(long bytes) {
            this.zip64RecordSize = bytes;
            return this;
        }

        /**
         * Lies in the locator about where the ZIP64 end record is.
         *
         * @param offset 64 bits
         * @return this builder
         */
        public Builder locatorOffset(long offset) {
            this.locatorOffset = offset;
            return this;
        }

        /**
         * Makes the end.
         *
         * @return an immutable value
         */
        public ArchiveEnd build() {
            return new ArchiveEnd(this);
        }
    }
}
