package dev.zipfs.internal.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zipfs.EntryType;
import dev.zipfs.spi.DriveView;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class ArchiveViewTest {
    @Test
    void everythingCanBeReadAndNothingWritten() throws IOException {
        Trees tree = Trees.posix(new FakeIndex()
                .file("locked.txt", "", 0)
                .folder("nox/", 0644)
                .file("nox/in.txt", "", 0644)
                .file("suid", "", 04755)
                .file("odd", "", 07233)
                .file("none", "", -1)
                .folder("nothing/", -1));

        assertThat(permissions(tree, "locked.txt")).isEqualTo("444");
        assertThat(permissions(tree, "nox")).isEqualTo("555");
        assertThat(permissions(tree, "nox/in.txt")).isEqualTo("444");
        assertThat(permissions(tree, "suid")).isEqualTo("555");
        assertThat(permissions(tree, "odd")).isEqualTo("455");
        assertThat(permissions(tree, "none")).isEqualTo("444");
        assertThat(permissions(tree, "nothing")).isEqualTo("555");
    }

    private static String permissions(Trees tree, String path) {
        return Integer.toOctalString(tree.view.permissions(tree.node(path)));
    }

    @Test
    void sizesAndTimesAreTheIndexs() throws IOException {
        Trees tree =
                Trees.posix(new FakeIndex().file("a/f", "12345", 0).folder("d/").file("g", "1", 0));

        int file = tree.node("a/f");
        assertThat(tree.view.size(file)).isEqualTo(5);
        assertThat(tree.view.modifiedSeconds(file)).isEqualTo(1_000);
        assertThat(tree.view.modifiedNanos(tree.node("g"))).isEqualTo(2);
        assertThat(tree.view.size(tree.node("d"))).isZero();
        assertThat(tree.view.size(tree.node("a"))).isZero();
        assertThat(tree.view.totalSize()).isEqualTo(6);
        assertThat(tree.view.entry(file)).isZero();
        assertThat(tree.view.entry(tree.node("a"))).isEqualTo(-1);
        assertThat(tree.view.entry(tree.node("d"))).isEqualTo(1);
        assertThat(tree.view.entry(DriveView.ROOT)).isEqualTo(-1);
    }

    @Test
    void impossibleSizesDoNotOverflowTheTotal() throws IOException {
        FakeIndex index = new FakeIndex().file("a").file("b").file("c");
        index.hugeSizes = true;
        Trees tree = Trees.posix(index);

        assertThat(tree.view.size(1)).isEqualTo(Long.MAX_VALUE);
        assertThat(tree.view.totalSize()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void rootIsItsOwnParentAndHasNoName() throws IOException {
        Trees tree = Trees.posix(new FakeIndex().file("a"));

        assertThat(tree.view.parent(DriveView.ROOT)).isEqualTo(DriveView.ROOT);
        assertThat(tree.view.name(DriveView.ROOT)).isEmpty();
        assertThat(tree.view.path(DriveView.ROOT)).isEmpty();
        assertThat(tree.view.nameLength(DriveView.ROOT)).isZero();
        assertThat(tree.view.type(DriveView.ROOT)).isEqualTo(EntryType.DIRECTORY);
        assertThat(tree.view.copyName(1, new byte[3], 2)).isEqualTo(1);
    }

    @Test
    void misuseIsRefused() throws IOException {
        Trees tree = Trees.posix(new FakeIndex().file("a"));

        assertThatThrownBy(() -> tree.view.open(DriveView.ROOT)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> tree.view.linkTarget(1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> tree.view.type(-1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> tree.view.name(2)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> tree.view.copyName(1, new byte[3], 3)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThat(tree.view.childCount(1)).isZero();
    }

    @Test
    void namesThatNeedTwoBytesForTheirLengthAreWhole() throws IOException {
        for (int length : new int[] {1, 127, 128, 129, 254, 255}) {
            String name = "n".repeat(length);
            Trees tree = Trees.posix(new FakeIndex().file(name + "/x").file("y"));
            assertThat(tree.view.name(1)).isEqualTo(name);
            assertThat(tree.view.nameLength(1)).isEqualTo(length);
            assertThat(tree.view.lookup(name + "/x")).isEqualTo(2);
        }
        String wide = "\u20AC".repeat(255);
        Trees tree = Trees.windows(new FakeIndex().file(wide).file("y"));
        assertThat(tree.view.name(1)).isEqualTo(wide);
        assertThat(tree.view.nameLength(1)).isEqualTo(765);
    }

    @Test
    void namesOfManyChunksAreWhole() throws IOException {
        FakeIndex index = new FakeIndex();
        for (int i = 0; i < 5_000; i++) {
            index.file("some folder/" + "name".repeat(i % 60) + i);
        }
        Trees tree = Trees.posix(index);

        for (int i = 0; i < 5_000; i++) {
            String path = "some folder/" + "name".repeat(i % 60) + i;
            assertThat(tree.view.path(tree.node(path))).isEqualTo(path);
            assertThat(tree.view.entry(tree.node(path))).isEqualTo(i);
        }
    }
}
