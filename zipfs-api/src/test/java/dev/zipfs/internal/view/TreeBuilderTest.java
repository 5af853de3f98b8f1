package dev.zipfs.internal.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zipfs.ArchiveLimits;
import dev.zipfs.ArchiveWarning;
import dev.zipfs.ArchiveWarning.Kind;
import dev.zipfs.EntryType;
import dev.zipfs.LimitExceededException;
import dev.zipfs.NameRules;
import dev.zipfs.OutsideLinks;
import dev.zipfs.spi.DriveView;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TreeBuilderTest {
    @Test
    void emptyArchiveIsAnEmptyRoot() throws IOException {
        Trees tree = Trees.posix(new FakeIndex());

        assertThat(tree.view.nodeCount()).isEqualTo(1);
        assertThat(tree.paths()).isEmpty();
        assertThat(tree.view.lookup("")).isEqualTo(DriveView.ROOT);
        assertThat(tree.view.modifiedSeconds(DriveView.ROOT)).isZero();
        assertThat(tree.view.permissions(DriveView.ROOT)).isEqualTo(0555);
    }

    @Test
    void foldersNobodyWroteAreMade() throws IOException {
        Trees tree = Trees.posix(
                new FakeIndex().file("a/b/c.txt").file("a/d/e/f.txt").file("ok.txt"));

        assertThat(tree.paths()).containsExactly("a/", "a/b/", "a/b/c.txt", "a/d/", "a/d/e/", "a/d/e/f.txt", "ok.txt");
        int folder = tree.node("a/d/e");
        assertThat(tree.view.type(folder)).isEqualTo(EntryType.DIRECTORY);
        assertThat(tree.view.permissions(folder)).isEqualTo(0555);
        assertThat(tree.view.entry(folder)).isEqualTo(-1);
        assertThat(tree.view.modifiedSeconds(folder))
                .as("the first child's time")
                .isEqualTo(1_001);
        assertThat(tree.warnings).isEmpty();
    }

    @Test
    void folderEntryAfterItsFilesGivesItsAttributes() throws IOException {
        Trees tree = Trees.posix(new FakeIndex().file("a/x").folder("a/").file("a/y"));

        assertThat(tree.paths()).containsExactly("a/", "a/x", "a/y");
        assertThat(tree.view.entry(tree.node("a"))).isEqualTo(1);
        assertThat(tree.view.modifiedSeconds(tree.node("a"))).isEqualTo(1_001);
    }

    @Test
    void severalEntriesOfOneFolderMergeAndTheLastCounts() throws IOException {
        Trees tree = Trees.posix(new FakeIndex().folder("a/").file("a/x").folder("a/"));

        assertThat(tree.paths()).containsExactly("a/", "a/x");
        assertThat(tree.view.entry(tree.node("a"))).isEqualTo(2);
        assertThat(tree.warned(Kind.DUPLICATE)).containsExactly("a/");
    }

    @Test
    void dotPartsAndEmptyPartsVanish() throws IOException {
        Trees tree = Trees.posix(new FakeIndex()
                .folder("./")
                .file("./x/one.txt")
                .file("x/./two.txt")
                .file("x//three.txt")
                .folder("/")
                .file("ok.txt"));

        assertThat(tree.paths()).containsExactly("x/", "x/one.txt", "x/two.txt", "x/three.txt", "ok.txt");
        assertThat(tree.view.modifiedSeconds(DriveView.ROOT)).isEqualTo(1_004);
    }

    @Test
    void nothingClimbsOutOfTheRoot() throws IOException {
        Trees tree = Trees.posix(new FakeIndex()
                .file("../../up.txt")
                .file("/abs.txt")
                .file("a/../../b.txt")
                .file("C:/win.txt")
                .file("../back.txt")
                .file("ok.txt"));

        assertThat(tree.paths()).containsExactly("up.txt", "abs.txt", "b.txt", "win.txt", "back.txt", "ok.txt");
        assertThat(tree.warned(Kind.UNSAFE_NAME))
                .containsExactly("../../up.txt", "/abs.txt", "a/../../b.txt", "C:/win.txt", "../back.txt");
    }

    @Test
    void dotDotInsideThePathTakesAPartAway() throws IOException {
        Trees tree = Trees.posix(new FakeIndex().file("a/b/../c").file("a/b/../../d/./e/..//f"));

        assertThat(tree.paths()).containsExactly("a/", "a/c", "d/", "d/f");
        assertThat(tree.warned(Kind.RENAMED)).containsExactly("a/b/../c", "a/b/../../d/./e/..//f");
    }

    @Test
    void namesThatOnlyLookLikeDotsStay() throws IOException {
        Trees tree = Trees.posix(new FakeIndex()
                .file("...")
                .file(".a")
                .file("..a/b.")
                .file("C:x")
                .file("C:"));

        assertThat(tree.paths()).containsExactly("...", ".a", "..a/", "..a/b.", "C:x", "C:");
        assertThat(tree.warnings).isEmpty();
    }

    @Test
    void fileWithoutANameIsShownAllTheSame() throws IOException {
        Trees tree = Trees.posix(new FakeIndex()
                .file("", "empty", 0)
                .file("./", "dot", 0)
                .file("x/..", "up", 0)
                .folder("C:/"));

        assertThat(tree.paths()).containsExactly("_ (1)", "_ (2)", "_");
        assertThat(tree.read("_")).isEqualTo("up");
        assertThat(tree.warnings).hasSize(7);
    }

    @Test
    void entriesBelowALinkOrFileDoNotFollowIt() throws IOException {
        Trees tree = Trees.posix(
                new FakeIndex().link("l", "/etc").file("l/passwd").file("f").file("f/x"));

        assertThat(tree.paths()).containsExactly("l (1)", "l/", "l/passwd", "f (1)", "f/", "f/x");
    }

    @Test
    void listingKeepsTheOrderOfTheArchive() throws IOException {
        Trees tree = Trees.posix(
                new FakeIndex().file("z").file("d/2").file("m").file("d/1").file("a"));

        assertThat(tree.paths()).containsExactly("z", "d/", "d/2", "d/1", "m", "a");
    }

    @Test
    void parentsHaveSmallerNumbers() throws IOException {
        Trees tree =
                Trees.posix(new FakeIndex().file("a").file("a/b/c").file("q/r").file("a/b"));

        for (int node = 1; node < tree.view.nodeCount(); node++) {
            assertThat(tree.view.parent(node)).isLessThan(node);
        }
    }

    @Test
    void lookupForgivesSlashesButNotMissingParts() throws IOException {
        Trees tree = Trees.posix(new FakeIndex().file("a/b/c.txt"));
        int node = tree.node("a/b/c.txt");

        assertThat(tree.view.lookup("//a///b/c.txt/")).isEqualTo(node);
        for (String path : new String[] {"a/./b", "a/..", "b", "a/b/c.txt/d", "A", "a/b/c.tx", "a/b/c.txt\0"}) {
            assertThat(tree.view.lookup(path)).as(path).isEqualTo(DriveView.NONE);
        }
        assertThatThrownBy(() -> tree.view.lookup(new byte[3], 1, 3)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> tree.view.size(tree.view.nodeCount())).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> tree.view.child(node, 0)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void unpairedSurrogateFindsNothing() throws IOException {
        Trees tree = Trees.posix(new FakeIndex().file("?"));

        assertThat(tree.view.lookup("?")).isPositive();
        assertThat(tree.view.lookup("\ud800")).isEqualTo(DriveView.NONE);
    }

    @Test
    void limitsAreNamed() {
        FakeIndex index = new FakeIndex().file("a/b/c/d").file("e");

        assertThatThrownBy(() ->
                        limited(index, ArchiveLimits.builder().maxEntries(4).build()))
                .isInstanceOf(LimitExceededException.class)
                .hasMessageContaining("maxEntries");
        assertThatThrownBy(() ->
                        limited(index, ArchiveLimits.builder().maxNameBytes(4).build()))
                .isInstanceOf(LimitExceededException.class)
                .hasMessageContaining("maxNameBytes");
    }

    @Test
    void whatTheLimitsJustAllowIsShown() throws IOException {
        FakeIndex index = new FakeIndex().file("a/b/c/d").file("e");
        Trees tree = limited(
                index,
                ArchiveLimits.builder()
                        .maxDepth(4)
                        .maxEntries(5)
                        .maxNameBytes(5)
                        .build());

        assertThat(tree.paths()).containsExactly("a/", "a/b/", "a/b/c/", "a/b/c/d", "e");
    }

    @Test
    void whatLiesTooDeepIsShownInTheDeepestFolder() throws IOException {
        FakeIndex index = new FakeIndex()
                .file("a/b/c/d")
                .folder("a/b/c/")
                .file("a/b/c/e")
                .file("a/b/f")
                .file("a/b/g/h/i/d")
                .file("a/b/../b/x/y/z")
                .file("e");
        Trees tree = limited(index, ArchiveLimits.builder().maxDepth(3).build());

        assertThat(tree.paths())
                .containsExactly("a/", "a/b/", "a/b/d (1)", "a/b/c/", "a/b/e", "a/b/f", "a/b/d", "a/b/z", "e");
        assertThat(tree.warnings)
                .filteredOn(warning -> warning.message().contains("maxDepth"))
                .extracting(ArchiveWarning::entry)
                .containsExactly("a/b/c/d", "a/b/c/e", "a/b/g/h/i/d", "a/b/../b/x/y/z");
    }

    @Test
    void depthOfOneShowsAllInTheRoot() throws IOException {
        FakeIndex index = new FakeIndex()
                .folder("a/b/")
                .file("a/b/c")
                .folder("d/")
                .file("d/e")
                .folder("./x/y/");
        Trees tree = limited(index, ArchiveLimits.builder().maxDepth(1).build());

        assertThat(tree.paths()).containsExactly("c", "d/", "e");
    }

    @Test
    void deepPathsAreNoTrouble() throws IOException {
        String path = "d/".repeat(200) + "deep.txt";
        Trees tree = Trees.posix(new FakeIndex().file(path).file("x".repeat(70_000) + "/y"));

        assertThat(tree.view.path(tree.node(path))).isEqualTo(path);
        assertThat(tree.view.nodeCount()).isEqualTo(204);
    }

    /** The way to each of thousands of folders would be text in the square of the path's length. */
    @Test
    void whatIsToldOfFoldersIsInProportionToThePaths() throws IOException {
        FakeIndex renamed = new FakeIndex();
        FakeIndex merged = new FakeIndex();
        for (int i = 0; i < 12; i++) {
            renamed.file(i + "/" + "folder\0/".repeat(3500) + "f");
            String other = i % 2 == 0 ? "folder" : "FOLDER";
            merged.file(i / 2 + "/" + (other + "/").repeat(3500) + i);
        }
        for (Trees tree : List.of(Trees.posix(renamed), Trees.windows(merged))) {
            assertThat(tree.warnings)
                    .hasSizeGreaterThan(100)
                    .filteredOn(warning -> warning.message().startsWith("more folders"))
                    .hasSize(1);
            assertThat(tree.warnings.stream()
                            .mapToLong(warning -> warning.toString().length())
                            .sum())
                    .isLessThan((4 << 20) + 3L * 12 * 3500 * 8);
        }
    }

    @Test
    void everyFolderOfPathsOfUsualLengthIsTold() throws IOException {
        FakeIndex index = new FakeIndex();
        IntStream.range(0, 60_000).forEach(i -> index.file("some/where/far/away\0" + i + "/f"));

        assertThat(Trees.posix(index).warnings).hasSize(60_000);
    }

    @Test
    void growsFarBeyondWhatTheCountOfEntriesPromises() throws IOException {
        FakeIndex index = new FakeIndex();
        IntStream.range(0, 40).forEach(i -> index.file((i + "/").repeat(500) + "f"));
        Trees tree = Trees.windows(index);

        assertThat(tree.view.nodeCount()).isEqualTo(40 * 501 + 1);
        for (int i = 0; i < 40; i++) {
            String path = (i + "/").repeat(500) + "f";
            assertThat(tree.view.path(tree.node(path))).isEqualTo(path);
        }
    }

    private static Trees limited(FakeIndex index, ArchiveLimits limits) throws IOException {
        return Trees.of(index, ViewOptions.of(NameRules.POSIX, OutsideLinks.AS_TEXT, limits));
    }
}
