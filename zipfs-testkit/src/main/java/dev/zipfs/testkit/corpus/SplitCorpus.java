package dev.zipfs.testkit.corpus;

import dev.zipfs.testkit.model.ArchiveModel;
import dev.zipfs.testkit.model.Content;
import dev.zipfs.testkit.model.Descriptor;
import dev.zipfs.testkit.model.EntryModel;
import dev.zipfs.testkit.model.ExpectedTree;
import dev.zipfs.testkit.model.SplitArchive;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Archives of several files, which must open by any of them: {@code stored.bin}, 200,000 bytes that hold their offsets, {@code
 * d/deflated.bin} of 300,000 with a data descriptor, and {@code ok.txt}.
 *
 * @since 0.1.0
 */
public enum SplitCorpus {
    /** {@code game.z01 … game.zip} as {@code zip -s} makes them: offsets are counted from the start of a disk, no header is cut. */
    S01_DISKS {
        @Override
        public List<Path> write(Path directory) throws IOException {
            return SplitArchive.writeDisks(SplitArchive.disks(archive(), PART), directory, "game");
        }
    },
    /** {@code game.zip.001 …} as {@code 7z -v} makes them: one archive, cut anywhere. */
    S02_PARTS {
        @Override
        public List<Path> write(Path directory) throws IOException {
            byte[] whole = archive().build().toBytes();
            return SplitArchive.writeRaw(SplitArchive.raw(whole, PART), directory, "game.zip");
        }
    };

    private static final int PART = 64 << 10;

    /**
     * Writes the archive.
     *
     * @param directory where its files are made, or replaced
     * @return the files from the first part to the last
     * @throws IOException if they cannot be written
     */
    public abstract List<Path> write(Path directory) throws IOException;

    /**
     * What a drive must show of it.
     *
     * @return every folder and file
     */
    public ExpectedTree expected() {
        return ExpectedTree.of(archive().build());
    }

    private static ArchiveModel.Builder archive() {
        return ArchiveModel.builder()
                .add(
                        EntryModel.file("stored.bin", Content.offsets(200_000)).build(),
                        EntryModel.file("d/deflated.bin", Content.noise(300_000, 2))
                                .deflated()
                                .descriptor(Descriptor.SIGNED)
                                .build(),
                        Cases.ok().build());
    }
}
