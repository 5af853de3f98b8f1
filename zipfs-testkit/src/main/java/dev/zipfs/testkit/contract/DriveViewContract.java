package dev.zipfs.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zipfs.EntryType;
import dev.zipfs.NameRules;
import dev.zipfs.spi.DriveView;
import dev.zipfs.spi.OpenFile;
import dev.zipfs.testkit.assertion.DriveViewLaws;
import dev.zipfs.testkit.model.Content;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What every {@link DriveView} holds, whatever its tree: all that {@link DriveViewLaws} checks, the order of children, the sum of
 * sizes, handles, and what mistakes of a caller give. A test of one's own extends this class and supplies a view with at least one
 * folder below the root and one file that can be read.
 *
 * @since 0.1.0
 */
@Timeout(60)
public abstract class DriveViewContract {
    private static final int LARGEST_READ = 4 << 20;

    private DriveView view;

    /** For who tests a view. */
    protected DriveViewContract() {}

    /**
     * Makes the view that is tested.
     *
     * @return the view, the same for one test at least
     * @throws IOException if that fails
     */
    protected abstract DriveView view() throws IOException;

    @BeforeEach
    void makeTheView() throws IOException {
        view = view();
        assertThat(nodes(EntryType.FILE)).as("files").isNotEmpty();
        assertThat(nodes(EntryType.DIRECTORY)).as("folders").hasSizeGreaterThan(1);
    }

    private List<Integer> nodes(EntryType type) {
        List<Integer> nodes = new ArrayList<>();
        for (int node = 0; node < view.nodeCount(); node++) {
            if (view.type(node) == type) {
                nodes.add(node);
            }
        }
        return nodes;
    }

    @Test
    void theTreeIsSound() {
        assertThatCode(() -> DriveViewLaws.check(view)).doesNotThrowAnyException();
    }

    @Test
    void childrenKeepTheirOrder() {
        for (int folder : nodes(EntryType.DIRECTORY)) {
            List<Integer> first = children(folder);
            assertThat(children(folder))
                    .as("children of '%s'", view.path(folder))
                    .isEqualTo(first);
        }
    }

    private List<Integer> children(int folder) {
        List<Integer> children = new ArrayList<>();
        for (int i = 0; i < view.childCount(folder); i++) {
            children.add(view.child(folder, i));
        }
        return children;
    }

    /** Under Windows' rules a file may be a link's stand-in, so that little can be said. */
    @Test
    void theSumOfSizesIsThatOfTheFiles() {
        long files = sum(EntryType.FILE);
        long most = view.nameRules() == NameRules.POSIX ? files + sum(EntryType.SYMLINK) : Long.MAX_VALUE;
        long least = view.nameRules() == NameRules.POSIX ? files : 1;
        assertThat(view.totalSize()).isBetween(least, most < 0 ? Long.MAX_VALUE : most);
    }

    private long sum(EntryType type) {
        long sum = 0;
        for (int node : nodes(type)) {
            sum = Math.min(Long.MAX_VALUE - view.size(node), sum) + view.size(node);
        }
        return sum;
    }

    @Test
    void whatIsNotThereIsNotFound() {
        for (int folder : nodes(EntryType.DIRECTORY)) {
            String prefix = folder == DriveView.ROOT ? "" : view.path(folder) + "/";
            for (String name : List.of("no such name \u2603", ".", "..", "./.", "../x")) {
                assertThat(view.lookup(prefix + name))
                        .as("'%s%s'", prefix, name)
                        .isEqualTo(DriveView.NONE);
            }
        }
        int file = nodes(EntryType.FILE).get(0);
        assertThat(view.lookup(view.path(file) + "/below"))
                .as("what would be below a file")
                .isEqualTo(DriveView.NONE);
    }

    @Test
    void doubledSlashesAreOne() {
        for (int node = 0; node < view.nodeCount(); node++) {
            String path = "//" + view.path(node).replace("/", "///") + "//";
            assertThat(view.lookup(path)).as("'%s'", path).isEqualTo(node);
        }
    }

    @Test
    void handlesReadWhatTheFileHolds() throws IOException {
        int read = 0;
        for (int node : nodes(EntryType.FILE)) {
            byte[] whole = whole(node);
            if (whole.length == 0 && view.size(node) != 0) {
                continue;
            }
            read++;
            Content content = Content.bytes(whole);
            try (OpenFile file = view.open(node)) {
                assertThat(file.size()).as("'%s'", view.path(node)).isEqualTo(view.size(node));
                Positions.readAnywhere(file::read, content, node);
                Positions.readPastTheEnd(file::read, content);
                assertThatThrownBy(() -> file.read(-1, ByteBuffer.allocate(1)))
                        .isInstanceOf(IllegalArgumentException.class);
            }
        }
        assertThat(read).as("files that can be read").isPositive();
    }

    /** All a file holds; nothing where it is too large for that or cannot be read, as a view may well say. */
    private byte[] whole(int node) {
        long size = view.size(node);
        if (size > LARGEST_READ) {
            return new byte[0];
        }
        ByteBuffer all = ByteBuffer.allocate((int) size);
        try (OpenFile file = view.open(node)) {
            file.read(0, all);
        } catch (IOException unreadable) {
            return new byte[0];
        }
        return all.array();
    }

    private int readable() {
        return nodes(EntryType.FILE).stream()
                .filter(node -> view.size(node) > 0 && whole(node).length > 0)
                .findFirst()
                .orElseThrow(() -> new AssertionError("no file of the view can be read"));
    }

    @Test
    void oneHandleServesManyThreads() throws Exception {
        int node = readable();
        try (OpenFile file = view.open(node)) {
            Positions.readTogether(file::read, Content.bytes(whole(node)));
        }
    }

    @Test
    void closingAHandleTwiceIsAsClosingOnce() throws IOException {
        int node = readable();
        try (OpenFile other = view.open(node)) {
            OpenFile file = view.open(node);
            file.close();
            assertThatCode(file::close).doesNotThrowAnyException();
            assertThat(other.read(0, ByteBuffer.allocate(1))).isEqualTo(1);
        }
    }

    @Test
    void linksHaveATargetOfTheirSize() throws IOException {
        for (int link : nodes(EntryType.SYMLINK)) {
            assertThat(view.linkTarget(link).getBytes(StandardCharsets.UTF_8))
                    .as("target of '%s'", view.path(link))
                    .hasSize((int) view.size(link));
        }
    }

    @Test
    void numbersThatAreNoNodeAreRefused() {
        byte[] dst = new byte[1000];
        for (int node : new int[] {-1, view.nodeCount(), Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            assertRefused("type of " + node, () -> view.type(node));
            assertRefused("size of " + node, () -> view.size(node));
            assertRefused("name of " + node, () -> view.name(node));
            assertRefused("length of the name of " + node, () -> view.nameLength(node));
            assertRefused("copy of the name of " + node, () -> view.copyName(node, dst, 0));
            assertRefused("path of " + node, () -> view.path(node));
            assertRefused("parent of " + node, () -> view.parent(node));
            assertRefused("seconds of " + node, () -> view.modifiedSeconds(node));
            assertRefused("nanoseconds of " + node, () -> view.modifiedNanos(node));
            assertRefused("permissions of " + node, () -> view.permissions(node));
            assertRefused("children of " + node, () -> view.childCount(node));
            assertRefused("a child of " + node, () -> view.child(node, 0));
            assertRefused("opening " + node, () -> view.open(node));
        }
        assertRefused("a child too many", () -> view.child(DriveView.ROOT, view.childCount(DriveView.ROOT)));
        assertRefused("a child before the first", () -> view.child(DriveView.ROOT, -1));
    }

    @Test
    void onlyFilesAreOpened() {
        for (int folder : nodes(EntryType.DIRECTORY)) {
            assertRefused("opening '" + view.path(folder) + "'", () -> view.open(folder));
            assertRefused("target of '" + view.path(folder) + "'", () -> view.linkTarget(folder));
        }
    }

    private static void assertRefused(String what, ThrowingCallable call) {
        assertThatThrownBy(call, what).isInstanceOfAny(IndexOutOfBoundsException.class, IllegalArgumentException.class);
    }
}
