package dev.zipfs.internal.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zipfs.ArchiveLimits;
import dev.zipfs.ArchiveWarning.Kind;
import dev.zipfs.EntryType;
import dev.zipfs.NameRules;
import dev.zipfs.OutsideLinks;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class WindowsLinksTest {
    @Test
    void linksAreWhatTheyLeadTo() throws IOException {
        Trees tree = Trees.windows(new FakeIndex()
                .file("d/t.txt", "target", 0755)
                .link("rel", "D/T.txt")
                .link("dir", "d")
                .link("far", "dir/../rel")
                .link("first", "second")
                .link("second", "dir/t.txt")
                .file("odd/a:b.txt", "odd", 0)
                .link("tooddname", "odd/a:b.txt"));

        assertThat(tree.paths())
                .containsExactly(
                        "d/",
                        "d/t.txt",
                        "rel",
                        "dir/",
                        "dir/t.txt",
                        "far",
                        "first",
                        "second",
                        "odd/",
                        "odd/a\uF03Ab.txt",
                        "tooddname");
        int file = tree.node("d/t.txt");
        for (String link : new String[] {"rel", "far", "first", "second"}) {
            int node = tree.node(link);
            assertThat(tree.read(link)).as(link).isEqualTo("target");
            assertThat(tree.view.size(node)).isEqualTo(6);
            assertThat(tree.view.modifiedSeconds(node)).isEqualTo(tree.view.modifiedSeconds(file));
            assertThat(tree.view.permissions(node)).isEqualTo(0555);
            assertThat(tree.view.resolve(node)).isEqualTo(file);
            assertThat(tree.view.name(node)).isEqualTo(link);
        }
        assertThat(tree.read("tooddname")).isEqualTo("odd");
        assertThat(tree.node("dir/t.txt")).isEqualTo(file);
        assertThat(tree.node("DIR/T.TXT")).isEqualTo(file);
        assertThat(tree.view.type(tree.node("dir"))).isEqualTo(EntryType.DIRECTORY);
        assertThat(tree.view.entry(tree.node("dir"))).isEqualTo(2);
        assertThat(tree.warned(Kind.LINK)).isEmpty();
    }

    @Test
    void linksThatLeadNowhereHoldTheirText() throws IOException {
        Trees tree = Trees.windows(new FakeIndex()
                .file("t.txt")
                .link("abs", "/etc/hostname")
                .link("up", "../x")
                .link("dang", "none")
                .link("l1", "l2")
                .link("l2", "l1")
                .link("self", "self")
                .link("empty", "")
                .link("into", "t.txt/x")
                .link("over", "dang/x")
                .link("broken", "t.txt")
                .broken());

        assertThat(tree.warned(Kind.LINK))
                .containsExactlyInAnyOrder("abs", "up", "dang", "l1", "l2", "self", "empty", "into", "over", "broken");
        for (String link : tree.warned(Kind.LINK)) {
            assertThat(tree.view.type(tree.node(link))).isEqualTo(EntryType.FILE);
            assertThat(tree.view.resolve(tree.node(link))).isEqualTo(tree.node(link));
        }
        assertThat(tree.read("abs")).isEqualTo("/etc/hostname");
        assertThat(tree.read("l1")).isEqualTo("l2");
        assertThat(tree.view.permissions(tree.node("l1"))).isEqualTo(0444);
    }

    @Test
    void linkToAFolderInWhichItLiesIsRefusedAndOthersStay() throws IOException {
        Trees tree = Trees.windows(new FakeIndex()
                .file("usr/bin/tool")
                .link("usr/bin/X11", ".")
                .link("usr/self", "../usr")
                .link("root", ".")
                .link("bin", "usr/bin"));

        assertThat(tree.paths())
                .containsExactly(
                        "usr/",
                        "usr/bin/",
                        "usr/bin/tool",
                        "usr/bin/X11",
                        "usr/self",
                        "root",
                        "bin/",
                        "bin/tool",
                        "bin/X11");
        assertThat(tree.warned(Kind.LINK)).containsExactlyInAnyOrder("usr/bin/X11", "usr/self", "root");
    }

    @Test
    void foldersThatLinkToEachOtherAreNotEndless() throws IOException {
        Trees tree = Trees.windows(new FakeIndex()
                .link("a/toB", "../b")
                .link("b/toC", "../c/d")
                .link("c/d/toA", "../../a")
                .link("fine", "e")
                .file("e/f"));

        assertThat(tree.paths())
                .containsExactly("a/", "a/toB", "b/", "b/toC", "c/", "c/d/", "c/d/toA", "fine/", "fine/f", "e/", "e/f");
    }

    @Test
    void nestedLinksAreShownAsLongAsTheWholeStaysSmall() throws IOException {
        // Twenty folders, each with two links to the next: a walk of the first would meet a million folders.
        FakeIndex index = new FakeIndex();
        for (int i = 0; i < 20; i++) {
            index.link("d" + i + "/x", "../d" + (i + 1)).link("d" + i + "/y", "../d" + (i + 1));
        }
        index.file("d20/end");
        ArchiveLimits limits = ArchiveLimits.builder().maxEntries(1000).build();
        Trees tree = Trees.of(index, ViewOptions.of(NameRules.WINDOWS, OutsideLinks.AS_TEXT, limits));

        assertThat(tree.paths()).contains("d19/x/end", "d18/y/x/end").hasSizeLessThanOrEqualTo(62 + 1000);
        assertThat(tree.warned(Kind.LINK)).isNotEmpty();
        assertThat(tree.warnings.get(0).message()).contains("too large");
    }

    @Test
    void chainOfLinksOfAnyLengthIsFollowed() throws IOException {
        FakeIndex index = new FakeIndex();
        for (int i = 0; i < 20_000; i++) {
            index.link("l" + i, "l" + (i + 1));
        }
        Trees tree = Trees.windows(index.file("l20000"));

        assertThat(tree.read("l0")).isEqualTo("l20000");
    }

    @Test
    @Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void archiveFullOfLinksIsReadInPart() throws IOException {
        FakeIndex index = new FakeIndex().file("t");
        for (int i = 0; i < 80_000; i++) {
            index.link("l" + i, "t");
        }
        Trees tree = Trees.windows(index);

        assertThat(tree.index.opened).isEqualTo(WindowsLinks.MOST_LINKS);
        assertThat(tree.read("l65535")).isEqualTo("t");
        assertThat(tree.view.size(tree.node("l79999"))).isEqualTo(1);
        assertThat(tree.warned(Kind.LINK)).hasSize(80_000 - 65_536);
    }

    @Test
    @Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void longTextsAreReadInPart() throws IOException {
        FakeIndex index = new FakeIndex().file("t");
        String text = "./".repeat(2047) + "t";
        for (int i = 0; i < 5_000; i++) {
            index.link("l" + i, text);
        }
        Trees tree = Trees.windows(index);

        assertThat(tree.index.opened).isEqualTo(WindowsLinks.MOST_TEXT / 4095 + 1);
        assertThat(tree.view.resolve(tree.node("l0"))).isEqualTo(tree.node("t"));
        assertThat(tree.read("l4999")).isEqualTo(text);
    }
}
