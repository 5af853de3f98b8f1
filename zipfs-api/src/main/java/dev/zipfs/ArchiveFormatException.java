package dev.zipfs;

import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The archive, or one entry of it, is not what its format demands: damaged, cut short, contradictory, or no archive at
 * all. Where one entry is at fault, {@link #entry()} names it and the rest of the archive stays readable.
 *
 * @since 0.1.0
 */
public final class ArchiveFormatException extends ZipDriveException {
    private static final long serialVersionUID = 1L;

    private final String problem;

    /** Byte offset in the archive, or -1. */
    private final long offset;

    private final @Nullable String record;
    private final @Nullable String section;
    private final @Nullable String entry;

    private ArchiveFormatException(Builder builder, String message) {
        super(message, builder.cause);
        this.problem = builder.problem;
        this.offset = builder.offset;
        this.record = builder.record;
        this.section = builder.section;
        this.entry = builder.entry;
    }

    /**
     * Starts an exception; {@link Builder#build()} composes the message out of what was given.
     *
     * @param problem what is wrong, with what was expected and what was found
     * @return a builder
     */
    public static Builder of(String problem) {
        return new Builder(problem);
    }

    /**
     * What is wrong, without the place that {@link #getMessage()} has as well.
     *
     * @return what was given to {@link #of}
     */
    public String problem() {
        return problem;
    }

    /**
     * Where in the archive the fault lies.
     *
     * @return the 0-based byte offset, empty where no single place is at fault
     */
    public OptionalLong offset() {
        return offset < 0 ? OptionalLong.empty() : OptionalLong.of(offset);
    }

    /**
     * Which record is at fault, in the terms of the format's specification.
     *
     * @return for example {@code "central directory header"}, or empty
     */
    public Optional<String> record() {
        return Optional.ofNullable(record);
    }

    /**
     * Which rule is broken.
     *
     * @return for example {@code "APPNOTE 6.3.10 §4.3.12"} or {@code "RFC 1951 §3.2.7"}, or empty
     */
    public Optional<String> section() {
        return Optional.ofNullable(section);
    }

    /**
     * Which entry is at fault.
     *
     * @return its path inside the archive, or empty where the archive as a whole is at fault
     */
    public Optional<String> entry() {
        return Optional.ofNullable(entry);
    }

    /** Collects the details of an {@link ArchiveFormatException}. Not thread-safe. */
    public static final class Builder {
        private final String problem;
        private long offset = -1;
        private @Nullable String record;
        private @Nullable String section;
        private @Nullable String entry;
        private @Nullable Throwable cause;

        private Builder(String problem) {
            this.problem = problem;
        }

        /**
         * Says where the fault lies.
         *
         * @param offset the 0-based byte offset in the archive; a negative one means that it is not known
         * @return this builder
         */
        public Builder offset(long offset) {
            this.offset = offset;
            return this;
        }

        /**
         * Says which record is at fault.
         *
         * @param record the specification's name for it
         * @return this builder
         */
        public Builder record(String record) {
            this.record = record;
            return this;
        }

        /**
         * Says which rule is broken.
         *
         * @param section the specification and section
         * @return this builder
         */
        public Builder section(String section) {
            this.section = section;
            return this;
        }

        /**
         * Says which entry is at fault.
         *
         * @param entry its path inside the archive, or {@code null}
         * @return this builder
         */
        public Builder entry(@Nullable String entry) {
            this.entry = entry;
            return this;
        }

        /**
         * Adds what led to it.
         *
         * @param cause the cause, or {@code null}
         * @return this builder
         */
        public Builder cause(@Nullable Throwable cause) {
            this.cause = cause;
            return this;
        }

        /**
         * Makes the exception.
         *
         * @return an exception whose message holds the entry, the problem, the record, the offset and the section, as far as given
         */
        public ArchiveFormatException build() {
            StringBuilder message = new StringBuilder();
            if (entry != null) {
                message.append("entry '").append(entry).append("': ");
            }
            message.append(problem);
            if (record != null || offset >= 0) {
                message.append(" (");
                if (record != null) {
                    message.append(record);
                }
                if (offset >= 0) {
                    message.append(record == null ? "offset " : " at offset ").append(offset);
                }
                if (section != null) {
                    message.append(", ").append(section);
                }
                message.append(')');
            } else if (section != null) {
                message.append(" (").append(section).append(')');
            }
            return new ArchiveFormatException(this, message.toString());
        }
    }
}
