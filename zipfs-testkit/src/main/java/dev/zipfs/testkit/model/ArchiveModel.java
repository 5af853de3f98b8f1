package dev.zipfs.testkit.model;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A whole ZIP archive as a value: {@link #write(Path)} and {@link #toBytes()} make the same bytes each time. For archives too
 * large to describe whole there is {@link ZipWriter}. Immutable.
 *
 * @since 0.1.0
 */
public final class ArchiveModel {
    private final Prefix prefix;
    private final List<EntryModel> entries;
    private final List<Integer> directoryOrder;
    private final ArchiveEnd end;

    private ArchiveModel(Builder builder) {
        this.prefix = builder.prefix;
        this.entries = List.copyOf(builder.entries);
        this.directoryOrder = List.copyOf(builder.directoryOrder);
        this.end = builder.end;
    }

    /**
     * An archive of these entries and nothing unusual.
     *
     * @param entries in the order of both data and central directory
     * @return the archive
     */
    public static ArchiveModel of(EntryModel... entries) {
        return builder().add(entries).build();
    }

    /**
     * Starts from an archive without entries.
     *
     * @return a builder
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * What it holds.
     *
     * @return the entries in the order of their data, immutable
     */
    public List<EntryModel> entries() {
        return entries;
    }

    /**
     * What stands before the first entry.
     *
     * @return the prefix
     */
    public Prefix prefix() {
        return prefix;
    }

    /**
     * Writes it.
     *
     * @param file made, or replaced
     * @throws IOException if the file cannot be written
     */
    public void write(Path file) throws IOException {
        try (ZipWriter writer = ZipWriter.create(file, prefix)) {
            writeTo(writer);
        }
    }

    /**
     * Writes it into memory.
     *
     * @return a fresh array
     */
    public byte[] toBytes() {
        Sink.Memory memory = new Sink.Memory();
        try {
            writeTo(memory);
        } catch (IOException impossible) {
            throw new IllegalStateException("memory does not fail", impossible);
        }
        return memory.toBytes();
    }

    void writeTo(Sink sink) throws IOException {
        try (ZipWriter writer = ZipWriter.to(sink, prefix)) {
            writeTo(writer);
        }
    }

    private void writeTo(ZipWriter writer) throws IOException {
        for (EntryModel entry : entries) {
            writer.add(entry);
        }
        writer.finish(end, directoryOrder);
    }

    @Override
    public String toString() {
        return "archive of " + entries;
    }

    /** Describes an archive. Not thread-safe. */
    public static final class Builder {
        private Prefix prefix = Prefix.none();
        private final List<EntryModel> entries = new ArrayList<>();
        private final List<Integer> directoryOrder = new ArrayList<>();
        private ArchiveEnd end = ArchiveEnd.plain();

        private Builder() {}

        /**
         * Adds entries.
         *
         * @param more in the order of their data
         * @return this builder
         */
        public Builder add(EntryModel... more) {
            entries.addAll(List.of(more));
            return this;
        }

        /**
         * Adds entries.
         *
         * @param more in the order of their data
         * @return this builder
         */
        public Builder addAll(List<EntryModel> more) {
            entries.addAll(more);
            return this;
        }

        /**
         * Puts bytes before the first entry.
         *
         * @param prefix the bytes, and whether offsets count them
         * @return this builder
         */
        public Builder prefix(Prefix prefix) {
            this.prefix = Objects.requireNonNull(prefix, "prefix");
            return this;
        }

        /**
         * Orders the central directory otherwise than the data. An entry may be left out, or be there twice.
         *
         * @param numbers of entries, the first one added is 0
         * @return this builder
         */
        public Builder directoryOrder(List<Integer> numbers) {
            directoryOrder.clear();
            directoryOrder.addAll(numbers);
            return this;
        }

        /**
         * Chooses the end.
         *
         * @param end default {@link ArchiveEnd#plain()}
         * @return this builder
         */
        public Builder end(ArchiveEnd end) {
            this.end = Objects.requireNonNull(end, "end");
            return this;
        }

        /**
         * Makes the archive.
         *
         * @return an immutable value
         */
        public ArchiveModel build() {
            return new ArchiveModel(this);
        }
    }
}
