package dev.zipfs.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.zipfs.examples.console.ExitCode;
import dev.zipfs.testkit.corpus.Corpus;
import dev.zipfs.testkit.model.ArchiveModel;
import dev.zipfs.testkit.model.Content;
import dev.zipfs.testkit.model.EntryModel;
import dev.zipfs.testkit.model.HeaderLies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class VerifyCommandTest {
    @TempDir
    Path dir;

    @Test
    void everyFileAndLinkGetsALineInOrder() throws IOException {
        Content noise = Content.noise(300_000, 3);
        Path archive = write(
                EntryModel.file("d/stored", noise).build(),
                EntryModel.file("d/deflated", noise).deflated().build(),
                EntryModel.symlink("d/link", "stored").build(),
                EntryModel.file("empty", "").build());
        Run run = Run.of("verify", archive);
        assertThat(run.exitCode).as("%s", run).isZero();
        assertThat(run.lines())
                .containsExactlyInAnyOrder(
                        line(noise, "d/stored"),
                        line(noise, "d/deflated"),
                        line(Content.text("stored"), "d/link"),
                        line(Content.empty(), "empty"));
        assertThat(run.err).isEmpty();
        assertThat(Run.of("verify", "--json", archive).lines())
                .contains("{\"path\":\"d/stored\",\"size\":300000,\"sha256\":\"" + noise.sha256()
                        + "\",\"status\":\"ok\",\"error\":null}");
    }

    @Test
    void damageIsReportedAndTheRestIsChecked() throws IOException {
        Path archive = dir.resolve("b20.zip");
        Corpus.B20_DAMAGED.write(archive);
        Run run = Run.of("verify", "--json", archive);
        assertThat(run.exitCode).isEqualTo(ExitCode.ENTRY_FAILED);
        assertThat(run.lines()).hasSize(4);
        for (String entry : List.of("short.bin", "crc.bin", "past.bin")) {
            assertThat(run.lines())
                    .as(entry)
                    .anyMatch(line -> line.startsWith("{\"path\":\"" + entry + "\",")
                            && line.contains("\"sha256\":null,\"status\":\"error\",\"error\":\""));
        }
        assertThat(run.lines()).anyMatch(line -> line.contains("\"ok.txt\"") && line.contains("\"status\":\"ok\""));
        assertThat(run.err).contains("zipdrive: 3 of 4 entries failed; ");
    }

    @Test
    void theCrcOfStoredEntriesIsCheckedToo() throws IOException {
        Path archive = write(EntryModel.file("stored", "content")
                .lies(HeaderLies.none().crc(0x12345678))
                .build());
        Run run = Run.of("verify", archive);
        assertThat(run.exitCode).isEqualTo(ExitCode.ENTRY_FAILED);
        assertThat(run.lines()).singleElement().asString().startsWith("error").contains("12345678");
    }

    @Test
    void moreEntriesThanTheWindowAreAllReportedInOrder() throws IOException {
        List<EntryModel> entries = new ArrayList<>();
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            String name = String.format("f%04d", i);
            entries.add(EntryModel.file(name, name).build());
            lines.add(line(Content.text(name), name));
        }
        Run run = Run.of("verify", write(entries.toArray(EntryModel[]::new)));
        assertThat(run.lines()).containsExactlyElementsOf(lines);
    }

    @Test
    void theProgressBarIsDrawnOnStandardErrorOnlyWhereItIsWanted() throws IOException {
        Path archive = write(EntryModel.file("a", Content.noise(100_000, 1)).build());
        assertThat(Run.of("verify", archive).err).isEmpty();
        Run run = Run.of("verify", "--progress", archive);
        assertThat(run.err).contains("of 1 entries").endsWith("\r\u001b[K");
        assertThat(run.lines()).hasSize(1);
    }

    /** Of each method that 7-Zip has, sound and with one byte changed, both say the same. */
    @Test
    void sevenZipAgreesOnEveryMethod() throws Exception {
        for (EntryModel entry : Corpus.B24_METHODS.model().entries()) {
            if (List.of("reduced.txt", "bzip2-streams.txt").contains(entry.name())) {
                continue; // 7-Zip does not read the one and stops after the first stream of the other.
            }
            Path archive = write(entry);
            assertThat(sevenZipTests(archive)).as("7z on %s", entry).isZero();
            assertThat(Run.of("verify", archive).exitCode).as("%s", entry).isZero();
            byte[] bytes = Files.readAllBytes(archive);
            bytes[bytes.length / 2] ^= 0x20;
            Files.write(archive, bytes);
            assertThat(sevenZipTests(archive)).as("7z on damaged %s", entry).isNotZero();
            assertThat(Run.of("verify", archive).exitCode)
                    .as("damaged %s", entry)
                    .isEqualTo(ExitCode.ENTRY_FAILED);
        }
    }

    private static int sevenZipTests(Path archive) throws Exception {
        Process process;
        try {
            process = new ProcessBuilder("7z", "t", archive.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException absent) {
            return abort("7z is not here: " + absent.getMessage());
        }
        process.getOutputStream().close();
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }

    private Path write(EntryModel... entries) throws IOException {
        Path archive = dir.resolve("x.zip");
        ArchiveModel.of(entries).write(archive);
        return archive;
    }

    private static String line(Content content, String path) {
        return String.format("ok    %s %12d  %s", content.sha256(), content.size(), path);
    }
}
