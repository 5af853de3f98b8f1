package dev.zipfs.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zipfs.examples.console.ExitCode;
import dev.zipfs.testkit.corpus.Corpus;
import dev.zipfs.testkit.model.ArchiveModel;
import dev.zipfs.testkit.model.Content;
import dev.zipfs.testkit.model.EntryModel;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CatCommandTest {
    private static final Content NOISE = Content.noise(400_000, 1);

    @TempDir
    Path dir;

    private Path archive;

    @BeforeEach
    void writeArchive() throws IOException {
        archive = dir.resolve("x.zip");
        ArchiveModel.of(
                        EntryModel.file("stored", NOISE).build(),
                        EntryModel.file("deflated", NOISE).deflated().build(),
                        EntryModel.file("empty", "").build(),
                        EntryModel.file("Grüße.txt", "hallo").build(),
                        EntryModel.symlink("link", "deflated").build(),
                        EntryModel.directory("folder").build())
                .write(archive);
    }

    @ParameterizedTest
    @ValueSource(strings = {"stored", "deflated", "link", "/deflated"})
    void writesEveryByte(String entry) {
        Run run = Run.of("cat", archive, entry);
        assertThat(run.exitCode).as("%s", run.err).isZero();
        assertThat(run.bytes).isEqualTo(NOISE.toBytes());
        assertThat(run.err).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"0,0", "0,1", "1,131072", "131071,2", "399999,1", "399999,100", "400000,1", "500000,1"})
    void writesTheRangeAskedFor(long offset, int length) {
        int there = (int) Math.max(0, Math.min(length, NOISE.size() - offset));
        for (String entry : new String[] {"stored", "deflated"}) {
            Run run = Run.of("cat", archive, entry, "--offset", offset, "--length", length);
            assertThat(run.exitCode).isZero();
            assertThat(run.bytes).as(entry).isEqualTo(NOISE.slice(Math.min(offset, NOISE.size()), there));
        }
    }

    @Test
    void emptyAndForeignNamesAreNothingSpecial() {
        assertThat(Run.of("cat", archive, "empty").bytes).isEmpty();
        assertThat(Run.of("cat", archive, "Grüße.txt").out).isEqualTo("hallo");
    }

    @Test
    void aFolderOrMissingEntryIsAnError() {
        assertThat(Run.of("cat", archive, "folder").toString())
                .isEqualTo("exit 1\nzipdrive: 'folder' is a folder; ls shows what is in it\n");
        assertThat(Run.of("cat", archive, "none\u001b[m").toString())
                .isEqualTo("exit 1\nzipdrive: no entry 'none\\u001b[m' in the archive; ls -R shows what is there\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"short.bin", "crc.bin", "past.bin"})
    void damageIsExitCodeOneAndNamesTheEntry(String entry) throws IOException {
        Path damaged = dir.resolve("b20.zip");
        Corpus.B20_DAMAGED.write(damaged);
        Run run = Run.of("cat", damaged, entry);
        assertThat(run.exitCode).as("%s", run.err).isEqualTo(ExitCode.ENTRY_FAILED);
        assertThat(run.err.lines())
                .filteredOn(line -> line.startsWith("zipdrive: entry '" + entry))
                .hasSize(1);
        assertThat(Run.of("cat", damaged, "ok.txt").out).isEqualTo("ok\n");
    }
}
