package dev.zipfs.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zipfs.testkit.corpus.Corpus;
import dev.zipfs.testkit.model.ArchiveModel;
import dev.zipfs.testkit.model.Content;
import dev.zipfs.testkit.model.Encryption;
import dev.zipfs.testkit.model.EntryModel;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InfoCommandTest {
    @TempDir
    Path dir;

    @Test
    void countsWhatAnArchiveHolds() throws IOException {
        Path archive = dir.resolve("x.zip");
        ArchiveModel.of(
                        EntryModel.file("a/one", Content.zeros(1000)).build(),
                        EntryModel.file("a/two", Content.zeros(1000)).deflated().build(),
                        EntryModel.symlink("a/link", "one").build(),
                        EntryModel.file("secret", "s")
                                .encrypted(Encryption.zipCrypto("pw"))
                                .build())
                .write(archive);
        Run run = Run.of("info", archive);
        assertThat(run.exitCode).isZero();
        assertThat(run.lines())
                .startsWith("archive:   " + archive, "format:    zip", "entries:   4")
                .contains("shown:     3 files, 1 folders, 1 links", "encrypted: 1", "methods:   deflated 1, stored 3");
        assertThat(Run.of("info", "--json", archive).out)
                .contains("\"format\":\"zip\",\"entries\":4,\"files\":3,\"dirs\":1,\"symlinks\":1,\"encrypted\":1,")
                .contains("\"size\":2004,", "\"methods\":{\"deflated\":1,\"stored\":3}", "\"warnings\":[]}");
    }

    @Test
    void listsWhatIsOdd() throws IOException {
        Path archive = dir.resolve("b10.zip");
        Corpus.B10_TWINS.write(archive);
        assertThat(Run.of("info", archive).lines()).anyMatch(line -> line.matches("warning: +duplicate: .*dup.txt.*"));
        assertThat(Run.of("info", "--json", archive).out).contains("{\"kind\":\"duplicate\",\"entry\":\"dup.txt\",");
    }
}
