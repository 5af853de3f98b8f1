package dev.zipfs.testkit.corpus;

import dev.zipfs.testkit.model.ArchiveModel;
import dev.zipfs.testkit.model.Content;
import dev.zipfs.testkit.model.EntryModel;
import dev.zipfs.testkit.model.ExpectedTree;
import dev.zipfs.testkit.model.SparseArchive;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Archives with one stored entry, {@code edge.bin}, whose size is next to what 32 bits can say, and {@code behind.txt} ("behind")
 * after it. The content is zeros with a mark, its own position, at each GiB, so that neither memory nor disk is taken for it.
 *
 * @since 0.1.0
 */
public enum LargeCorpus {
    /** No bytes at all. */
    L01_EMPTY(0),
    /** 2^32 - 2 bytes, the last size without ZIP64; what is behind needs it. */
    L02_BELOW_THE_MARK(0xFFFF_FFFEL),
    /** 2^32 - 1 bytes, the number that means "see the ZIP64 field". */
    L03_THE_MARK(0xFFFF_FFFFL),
    /** 2^32 bytes. */
    L04_FOUR_GIB(1L << 32),
    /** 5 GiB. */
    L05_FIVE_GIB(5L << 30);

    private static final long STRIDE = 1L << 30;

    private final long size;

    LargeCorpus(long size) {
        this.size = size;
    }

    /**
     * What {@code edge.bin} holds.
     *
     * @return the content, computed on demand
     */
    public Content content() {
        return Content.sparse(size, STRIDE);
    }

    /**
     * The archive.
     *
     * @return a fresh model
     */
    public ArchiveModel model() {
        return Cases.archive(EntryModel.file("edge.bin", content()), EntryModel.file("behind.txt", "behind"));
    }

    /**
     * The archive without a file.
     *
     * @return an open source
     */
    public SparseArchive source() {
        return SparseArchive.of(model());
    }

    /**
     * Writes the archive. Where the file system has holes it takes a few kilobytes.
     *
     * @param file made, or replaced
     * @throws IOException if it cannot be written
     */
    public void write(Path file) throws IOException {
        model().write(file);
    }

    /**
     * What a drive must show of it.
     *
     * @return both files
     */
    public ExpectedTree expected() {
        return ExpectedTree.of(model());
    }
}
