package dev.zipfs.testkit.corpus;

import dev.zipfs.testkit.model.ArchiveModel;
import dev.zipfs.testkit.model.EntryBuilder;
import dev.zipfs.testkit.model.EntryModel;
import dev.zipfs.testkit.model.ExpectedTree;

/** What the recipes share. */
final class Cases {
    private Cases() {}

    static ArchiveModel archive(EntryBuilder... entries) {
        ArchiveModel.Builder archive = ArchiveModel.builder();
        for (EntryBuilder entry : entries) {
            archive.add(entry.build());
        }
        return archive.build();
    }

    static EntryBuilder ok() {
        return EntryModel.file("ok.txt", "ok\n");
    }

    /** A tree that has {@code ok.txt} already. */
    static ExpectedTree.Builder okTree() {
        return ExpectedTree.builder().file("ok.txt", "ok\n");
    }
}
