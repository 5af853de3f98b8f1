package dev.zipfs.testkit.engine;

import static dev.zipfs.testkit.assertion.DriveAssertions.assertThatArchive;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zipfs.Archive;
import dev.zipfs.ArchiveWarning;
import dev.zipfs.Entry;
import dev.zipfs.EntryType;
import dev.zipfs.NameRules;
import dev.zipfs.OutsideLinks;
import dev.zipfs.testkit.corpus.Corpus;
import dev.zipfs.testkit.model.ArchiveModel;
import dev.zipfs.testkit.model.EntryModel;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Symbolic links stay inside. */
class LinksTest {
    private static String read(Archive archive, String path) throws IOException {
        try (var in = archive.entry(path).openStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void linksAreFollowedInsideTheArchiveOnly() throws Exception {
        try (Archive archive = Opening.open(Corpus.B15_LINKS.model())) {
            assertThat(archive.entry("rel").linkTarget()).contains("t.txt");
            assertThat(read(archive, "rel")).isEqualTo("target\n");
            assertThat(read(archive, "defl")).isEqualTo("target\n");
            assertThatThrownBy(() -> archive.entry("dang").openStream()).isInstanceOf(NoSuchFileException.class);
            assertThatThrownBy(() -> archive.entry("l1").openStream()).isInstanceOf(FileSystemLoopException.class);
            assertThat(read(archive, "abs")).isEqualTo("/etc/hostname");
            assertThat(read(archive, "up")).isEqualTo("../../../etc/hostname");
            assertThat(archive.entry("t.txt").linkTarget()).isEmpty();
            assertThat(archive.warnings()).extracting(ArchiveWarning::kind).contains(ArchiveWarning.Kind.LINK);
        }
    }

    @Test
    void linksThatLeaveAreLinksWhereTheUserWantsThem() throws Exception {
        try (Archive archive = Opening.builder(Corpus.B15_LINKS.model(), NameRules.POSIX)
                .outsideLinks(OutsideLinks.AS_LINKS)
                .open()) {
            assertThatArchive(archive).hasLink("abs", "/etc/hostname").hasLink("up", "../../../etc/hostname");
            assertThatThrownBy(() -> archive.entry("abs").openStream())
                    .as("we never open files of the host")
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void windowsShowsWhatALinkLeadsTo() throws Exception {
        ArchiveModel model = Opening.model(
                EntryModel.file("real/deep/f.txt", "f"),
                EntryModel.symlink("folder", "real/deep"),
                EntryModel.symlink("real/up", "../folder/f.txt"),
                EntryModel.symlink("again", "real/up"));
        try (Archive archive = Opening.open(model, NameRules.WINDOWS)) {
            assertThatArchive(archive)
                    .hasDirectory("folder")
                    .hasFile("folder/f.txt", "f")
                    .hasFile("real/up", "f")
                    .hasFile("again", "f");
        }
    }

    @Test
    void entryBelowALinkDoesNotGoThroughIt() throws Exception {
        ArchiveModel model = Opening.model(
                EntryModel.symlink("l", "target"),
                EntryModel.file("l/f.txt", "below"),
                EntryModel.file("target/t", "t"));
        for (NameRules rules : NameRules.values()) {
            try (Archive archive = Opening.open(model, rules)) {
                assertThatArchive(archive).hasFile("l/f.txt", "below").hasNothingAt("target/f.txt");
            }
        }
    }

    @Test
    void targetThatIsNoPathIsAFile() throws Exception {
        ArchiveModel model =
                Opening.model(EntryModel.symlink("nul", "a\0b"), EntryModel.symlink("long", "x/".repeat(3000)));
        try (Archive archive = Opening.open(model)) {
            assertThat(archive.entry("nul").type()).isEqualTo(EntryType.FILE);
            assertThat(archive.entry("long").type()).isEqualTo(EntryType.FILE);
        }
    }

    /** Links to folders that hold links to folders must not make a tree of 2^60 nodes. */
    @Test
    @Timeout(60)
    void linksThatMultiplyAreBounded() throws Exception {
        ArchiveModel.Builder model = ArchiveModel.builder();
        for (int i = 0; i < 60; i++) {
            model.add(EntryModel.symlink("d" + i + "/a", "../d" + (i + 1)).build());
            model.add(EntryModel.symlink("d" + i + "/b", "../d" + (i + 1)).build());
        }
        model.add(EntryModel.file("d60/f", "end").build());
        for (NameRules rules : NameRules.values()) {
            try (Archive archive = Opening.open(model.build(), rules)) {
                assertThatArchive(archive).hasFile("d60/f", "end");
                assertThat(archive.walk().limit(1_000_000).count()).isPositive();
            }
        }
    }

    @Test
    void resolvedLinkHasTheChecksumOfWhatItShows() throws IOException {
        try (Archive archive =
                Opening.builder(Corpus.B15_LINKS.model(), NameRules.WINDOWS).open()) {
            Entry target = archive.entry("t.txt");
            for (String link : List.of("rel", "defl")) {
                Entry shown = archive.entry(link);
                assertThat(shown.type()).as(link).isEqualTo(EntryType.FILE);
                assertThat(shown.size()).as(link).isEqualTo(target.size());
                assertThat(shown.crc32()).as(link).isEqualTo(target.crc32());
                assertThat(shown.method()).as(link).isEqualTo(target.method());
                assertThat(shown.compressedSize()).as(link).isEqualTo(target.compressedSize());
            }
        }
    }
}
