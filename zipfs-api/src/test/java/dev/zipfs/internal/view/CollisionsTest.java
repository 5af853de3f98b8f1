package dev.zipfs.internal.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zipfs.ArchiveWarning.Kind;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class CollisionsTest {
    private static FakeIndex twins() {
        return new FakeIndex()
                .file("funding.yml", "lower", 0)
                .file("FUNDING.yml", "UPPER", 0)
                .file("dup.txt", "first", 0)
                .file("dup.txt", "second", 0)
                .file("n", "file n", 0)
                .file("n/x.txt", "x", 0)
                .file("Dir/a", "1", 0)
                .file("dir/b", "2", 0);
    }

    @Test
    void posixTellsCaseTwinsApartAndNumbersDuplicates() throws IOException {
        Trees tree = Trees.posix(twins());

        assertThat(tree.paths())
                .containsExactly(
                        "funding.yml",
                        "FUNDING.yml",
                        "dup (1).txt",
                        "dup.txt",
                        "n (1)",
                        "n/",
                        "n/x.txt",
                        "Dir/",
                        "Dir/a",
                        "dir/",
                        "dir/b");
        assertThat(tree.read("dup.txt")).isEqualTo("second");
        assertThat(tree.read("dup (1).txt")).isEqualTo("first");
        assertThat(tree.read("n (1)")).isEqualTo("file n");
        assertThat(tree.warned(Kind.DUPLICATE)).containsExactly("dup.txt", "n");
    }

    @Test
    void windowsNumbersCaseTwinsAndMergesFolders() throws IOException {
        Trees tree = Trees.windows(twins());

        assertThat(tree.paths())
                .containsExactly(
                        "funding (1).yml",
                        "FUNDING.yml",
                        "dup (1).txt",
                        "dup.txt",
                        "n (1)",
                        "n/",
                        "n/x.txt",
                        "Dir/",
                        "Dir/a",
                        "Dir/b");
        assertThat(tree.read("FUNDING.YML")).isEqualTo("UPPER");
        assertThat(tree.read("funding (1).yml")).isEqualTo("lower");
        assertThat(tree.read("dir/a")).isEqualTo("1");
        assertThat(tree.read("DIR/b")).isEqualTo("2");
        assertThat(tree.warned(Kind.DUPLICATE)).containsExactly("dir", "funding.yml", "dup.txt", "n");
    }

    @Test
    void mergedFolderIsToldOnceForEachSpelling() throws IOException {
        Trees tree = Trees.windows(new FakeIndex()
                .file("Dir/1")
                .file("dir/2")
                .file("Dir/3")
                .file("dir/4")
                .file("DIR/5")
                .file("dir/6"));

        assertThat(tree.warned(Kind.DUPLICATE)).containsExactly("dir", "DIR");
    }

    @Test
    void numbersThatAnEntryReallyHasArePassedOver() throws IOException {
        Trees tree = Trees.posix(new FakeIndex()
                .file("a.txt", "1", 0)
                .file("a.txt", "2", 0)
                .file("a (1).txt", "real", 0)
                .file("a.txt", "3", 0)
                .folder("a (3).txt/")
                .file("a.txt", "4", 0));

        assertThat(tree.paths())
                .containsExactly("a (2).txt", "a (4).txt", "a (1).txt", "a (5).txt", "a (3).txt/", "a.txt");
        assertThat(tree.read("a (1).txt")).isEqualTo("real");
        assertThat(tree.read("a.txt")).isEqualTo("4");
    }

    @Test
    void numberStandsBeforeTheExtension() throws IOException {
        FakeIndex index = new FakeIndex();
        for (String name :
                new String[] {".bashrc", "a.tar.gz", "dot.", "none", "x.this is no extension but a sentence"}) {
            index.file(name).file(name);
        }

        assertThat(Trees.posix(index).paths())
                .contains(
                        ".bashrc (1)",
                        "a.tar (1).gz",
                        "dot. (1)",
                        "none (1)",
                        "x.this is no extension but a sentence (1)");
    }

    @Test
    void folderKeepsItsNameWhereverItStands() throws IOException {
        assertThat(Trees.posix(new FakeIndex().folder("n/").file("n").file("n")).paths())
                .containsExactly("n/", "n (1)", "n (2)");
        assertThat(Trees.posix(new FakeIndex().file("n").file("n").folder("n/")).paths())
                .containsExactly("n (1)", "n (2)", "n/");
        assertThat(Trees.windows(new FakeIndex().file("N").file("n/x")).paths()).containsExactly("N (1)", "n/", "n/x");
    }

    @Test
    void twinsWithLongNamesAreCutForTheNumber() throws IOException {
        String name = "n".repeat(251) + ".txt";
        String twin = "n".repeat(250) + "m.txt";
        Trees tree = Trees.posix(
                new FakeIndex().file(name).file(name).file(twin).file(twin).file(name));

        assertThat(tree.paths())
                .containsExactly(
                        "n".repeat(238) + " (1).txt",
                        "n".repeat(238) + " (2).txt",
                        "n".repeat(238) + " (3).txt",
                        twin,
                        name);
    }

    @Test
    @Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void manyTwinsTakeLinearTime() throws IOException {
        FakeIndex index = new FakeIndex();
        for (int i = 0; i < 30_000; i++) {
            index.file("twin.txt", "", 0);
        }
        for (int i = 0; i < 30_000; i++) {
            // Cut for the number these are all alike.
            index.file("n".repeat(248) + i % 1000, "", 0);
        }
        Trees tree = Trees.windows(index);

        assertThat(tree.view.lookup("twin (29999).txt")).isEqualTo(29_999);
        assertThat(tree.view.lookup("TWIN.txt")).isEqualTo(30_000);
        assertThat(tree.view.lookup("n".repeat(242) + " (29000)")).isPositive();
    }
}
