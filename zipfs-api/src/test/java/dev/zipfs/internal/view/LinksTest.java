package dev.zipfs.internal.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zipfs.ArchiveLimits;
import dev.zipfs.ArchiveWarning.Kind;
import dev.zipfs.EntryType;
import dev.zipfs.NameRules;
import dev.zipfs.OutsideLinks;
import dev.zipfs.ZipDriveException;
import dev.zipfs.spi.DriveView;
import java.io.IOException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LinksTest {
    private static FakeIndex links() {
        return new FakeIndex()
                .file("t.txt", "target", 0644)
                .link("rel", "t.txt")
                .link("abs", "/etc/hostname")
                .link("up", "../../../etc/hostname")
                .link("dang", "none")
                .link("l1", "l2")
                .link("l2", "l1")
                .link("empty", "");
    }

    @Test
    void linksInsideAreLinksAndOthersHoldTheirText() throws IOException {
        Trees tree = Trees.posix(links());

        assertThat(tree.paths())
                .containsExactly("t.txt", "rel -> t.txt", "abs", "up", "dang -> none", "l1 -> l2", "l2 -> l1", "empty");
        assertThat(tree.read("abs")).isEqualTo("/etc/hostname");
        assertThat(tree.read("up")).isEqualTo("../../../etc/hostname");
        assertThat(tree.view.size(tree.node("abs"))).isEqualTo(13);
        assertThat(tree.view.size(tree.node("rel"))).isEqualTo(5);
        assertThat(tree.view.size(tree.node("empty"))).isZero();
        assertThat(tree.view.permissions(tree.node("abs"))).isEqualTo(0444);
        assertThat(tree.view.permissions(tree.node("rel"))).isEqualTo(0555);
        assertThat(tree.warned(Kind.LINK)).containsExactlyInAnyOrder("abs", "up", "empty");
    }

    @Test
    void nothingIsReadBeforeItIsAskedForAndThenOnce() throws IOException {
        Trees tree = Trees.posix(links());
        assertThat(tree.index.opened).isZero();

        for (int i = 0; i < 3; i++) {
            assertThat(tree.view.type(tree.node("rel"))).isEqualTo(EntryType.SYMLINK);
            assertThat(tree.view.type(tree.node("abs"))).isEqualTo(EntryType.FILE);
        }
        assertThat(tree.index.opened).isEqualTo(2);
        assertThat(tree.warned(Kind.LINK)).containsExactly("abs");
    }

    @Test
    void linksThatLeaveAreLinksOnRequest() throws IOException {
        Trees tree =
                Trees.of(links(), ViewOptions.of(NameRules.POSIX, OutsideLinks.AS_LINKS, ArchiveLimits.defaults()));

        assertThat(tree.paths()).contains("abs -> /etc/hostname", "up -> ../../../etc/hostname", "empty");
        assertThatThrownBy(() -> tree.view.resolve(tree.node("abs")))
                .isInstanceOf(ZipDriveException.class)
                .hasMessageContaining("abs")
                .hasMessageContaining("out of the archive");
        assertThatThrownBy(() -> tree.view.resolve(tree.node("up"))).isInstanceOf(ZipDriveException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "t",
                "./t",
                "../t",
                ".././../t",
                "../b/t",
                "../../a/b/t",
                "..",
                "../..",
                ".",
                "//..//t/",
                "missing/x",
                "../b/../t",
                "sub/..",
                "...",
                "\\..\\..\\x"
            })
    void linkThatStaysInside(String target) throws IOException {
        Trees tree =
                Trees.posix(new FakeIndex().file("a/b/t").folder("a/b/sub/").link("a/b/link", target));

        EntryType expected = target.startsWith("/") ? EntryType.FILE : EntryType.SYMLINK;
        assertThat(tree.view.type(tree.node("a/b/link"))).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/t",
                "../../..",
                "../../../t",
                "../../../a/b/t",
                "./../.././../x",
                "sub/../../../../x",
                "missing/..",
                "deep/../x",
                "deep/x/..",
                "t/..",
                "../b/link/.."
            })
    void linkThatLeavesOrMayLeave(String target) throws IOException {
        // A kernel that goes up from 'deep' goes up from the root, wherever the text seems to stay.
        Trees tree = Trees.posix(new FakeIndex()
                .file("a/b/t")
                .folder("a/b/sub/")
                .link("a/b/deep", "../..")
                .link("a/b/link", target));

        assertThat(tree.view.type(tree.node("a/b/link"))).isEqualTo(EntryType.FILE);
        assertThat(tree.read("a/b/link")).isEqualTo(target);
        assertThat(tree.view.type(tree.node("a/b/deep"))).isEqualTo(EntryType.SYMLINK);
    }

    @Test
    void targetsThatNoSystemTakesAreShownAsText() throws IOException {
        String longest = "x".repeat(4095);
        Trees tree = Trees.posix(new FakeIndex()
                .link("nul", "a\0b")
                .link("long", longest)
                .link("longer", longest + "x")
                .link("latin", new byte[] {'c', (byte) 0xE9})
                .link("replacement", "\uFFFD")
                .link("broken", "t")
                .broken());

        assertThat(tree.paths())
                .containsExactly("nul", "long -> " + longest, "longer", "latin", "replacement -> \uFFFD", "broken");
        assertThat(tree.warned(Kind.LINK)).containsExactly("nul", "longer", "latin", "broken");
        assertThat(tree.warnings.get(3).message()).contains("broken on purpose");
    }

    @Test
    void resolveFollowsLinksAlsoOnTheWay() throws IOException {
        Trees tree = Trees.posix(new FakeIndex()
                .file("v/1/lib/x.so")
                .link("v/current", "1")
                .link("lib", "v/current/lib")
                .link("x", "lib/x.so")
                .link("y", "./v/../x")
                .link("v/1/up", "../../lib/x.so")
                .link("folder", "v/current/"));

        int file = tree.node("v/1/lib/x.so");
        for (String link : new String[] {"x", "y", "v/1/up", "v/1/lib/x.so"}) {
            assertThat(tree.view.resolve(tree.node(link))).as(link).isEqualTo(file);
        }
        assertThat(tree.view.resolve(tree.node("lib"))).isEqualTo(tree.node("v/1/lib"));
        assertThat(tree.view.resolve(tree.node("folder"))).isEqualTo(tree.node("v/1"));
        assertThat(tree.view.resolve(DriveView.ROOT)).isEqualTo(DriveView.ROOT);
    }

    @Test
    void resolveEndsWithAnError() throws IOException {
        Trees tree =
                Trees.posix(links().link("file", "t.txt/x").link("self", "self").link("upfile", "t.txt/."));

        for (String loop : new String[] {"l1", "l2", "self"}) {
            assertThatThrownBy(() -> tree.view.resolve(tree.node(loop)))
                    .isInstanceOf(FileSystemLoopException.class)
                    .hasMessageContaining(loop);
        }
        for (String dangling : new String[] {"dang", "file", "upfile"}) {
            assertThatThrownBy(() -> tree.view.resolve(tree.node(dangling)))
                    .isInstanceOf(NoSuchFileException.class)
                    .hasMessageContaining(dangling);
        }
        assertThat(tree.view.resolve(tree.node("abs"))).isEqualTo(tree.node("abs"));
    }

    @Test
    void fortyLinksAreFollowedAndNotOneMore() throws IOException {
        FakeIndex index = new FakeIndex().file("l0");
        for (int i = 1; i <= 41; i++) {
            index.link("l" + i, "l" + (i - 1));
        }
        Trees tree = Trees.posix(index);

        assertThat(tree.view.resolve(tree.node("l40"))).isEqualTo(tree.node("l0"));
        assertThatThrownBy(() -> tree.view.resolve(tree.node("l41"))).isInstanceOf(FileSystemLoopException.class);
    }

    @Test
    void loopThatGrowsAtEachTurnEnds() throws IOException {
        Trees tree = Trees.posix(new FakeIndex().link("d", "d/" + "x/".repeat(2000)));

        assertThatThrownBy(() -> tree.view.resolve(1)).isInstanceOf(FileSystemLoopException.class);
    }
}
