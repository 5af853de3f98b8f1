package dev.zipfs.testkit.engine;

import dev.zipfs.Archive;
import dev.zipfs.NameRules;
import dev.zipfs.ZipDrive;
import dev.zipfs.testkit.model.ArchiveModel;
import dev.zipfs.testkit.model.EntryBuilder;
import dev.zipfs.testkit.model.InMemoryArchive;
import java.io.IOException;

/** Ways into the engine. */
final class Opening {
    private Opening() {}

    static ZipDrive.Builder builder(ArchiveModel model, NameRules rules) {
        return ZipDrive.builder(InMemoryArchive.of(model)).nameRules(rules);
    }

    static Archive open(ArchiveModel model, NameRules rules) throws IOException {
        return builder(model, rules).open();
    }

    static Archive open(ArchiveModel model) throws IOException {
        return open(model, NameRules.POSIX);
    }

    static Archive open(EntryBuilder... entries) throws IOException {
        return open(model(entries));
    }

    static Archive open(byte[] bytes) throws IOException {
        return ZipDrive.builder(InMemoryArchive.of(bytes))
                .nameRules(NameRules.POSIX)
                .open();
    }

    static ArchiveModel model(EntryBuilder... entries) {
        ArchiveModel.Builder model = ArchiveModel.builder();
        for (EntryBuilder entry : entries) {
            model.add(entry.build());
        }
        return model.build();
    }
}
