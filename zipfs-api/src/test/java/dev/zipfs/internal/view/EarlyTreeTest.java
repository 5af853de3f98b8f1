package dev.zipfs.internal.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.zipfs.ArchiveLimits;
import dev.zipfs.LimitExceededException;
import dev.zipfs.NameRules;
import dev.zipfs.OutsideLinks;
import dev.zipfs.spi.ArchiveIndex;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(60)
class EarlyTreeTest {
    private static final EntryOpener NOTHING = (entry, path) -> {
        throw new IOException("nothing is opened");
    };

    private static FakeIndex odd() {
        return new FakeIndex()
                .file("a/b/one.txt")
                .file("a/b/two.txt")
                .file("../up.txt")
                .folder("a/b/")
                .file("a/b/one.txt")
                .file("A/B/three.txt")
                .file("a/b/nul\0here")
                .file("a//./b/../four.txt")
                .link("a/link", "b/one.txt")
                .file("")
                .file("a/b")
                .folder("a/b/");
    }

    private static ViewOptions options(NameRules rules, ArchiveLimits limits) {
        return ViewOptions.of(rules, OutsideLinks.AS_TEXT, limits);
    }

    private static List<String> nodes(ArchiveView view) {
        List<String> nodes = new ArrayList<>();
        for (int node = 0; node < view.nodeCount(); node++) {
            nodes.add(view.path(node) + " " + view.type(node) + " " + view.entry(node));
        }
        return nodes;
    }

    /** The index, counting down when an entry's type is asked for, which is the first that happens after its path was copied. */
    private static ArchiveIndex watched(ArchiveIndex index, int entry, CountDownLatch reached) {
        return (ArchiveIndex) Proxy.newProxyInstance(
                EarlyTreeTest.class.getClassLoader(), new Class<?>[] {ArchiveIndex.class}, (proxy, method, args) -> {
                    if (method.getName().equals("type") && args[0].equals(entry)) {
                        reached.countDown();
                    }
                    try {
                        return method.invoke(index, args);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    /** A tree whose thread has come to the last of so many entries. */
    private static EarlyTree begun(ViewOptions options, ArchiveIndex index, int known) throws InterruptedException {
        EarlyTree tree = new EarlyTree(options, 0);
        CountDownLatch reached = new CountDownLatch(1);
        tree.known(watched(index, 0, new CountDownLatch(1)), Math.min(known, 1), index.entryCount());
        tree.known(watched(index, known - 1, reached), known, index.entryCount());
        reached.await();
        return tree;
    }

    private static boolean runs() {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.getName().equals("zipfs-early-tree"));
    }

    @ParameterizedTest
    @EnumSource
    void theTreeIsTheSameWhereverTheThreadStops(NameRules rules) throws Exception {
        FakeIndex index = odd();
        ViewOptions options = options(rules, ArchiveLimits.defaults());
        List<String> warnings = new ArrayList<>();
        List<String> nodes =
                nodes(TreeBuilder.build(index, options, warning -> warnings.add(warning.toString()), NOTHING));
        assertThat(warnings).hasSizeGreaterThan(3);
        for (int known = 2; known <= index.entryCount(); known++) {
            List<String> told = new ArrayList<>();
            EarlyTree tree = begun(options, index, known);
            assertThat(nodes(tree.finish(index, warning -> told.add(warning.toString()), NOTHING)))
                    .as("%s known early", known)
                    .isEqualTo(nodes);
            assertThat(told).as("%s known early", known).isEqualTo(warnings);
        }
        assertThat(runs()).isFalse();
    }

    @Test
    void aLimitIsTheSameErrorAfterTheSameWarnings() throws Exception {
        FakeIndex index = odd();
        for (int entries = 1; entries < index.entryCount(); entries++) {
            ViewOptions options = options(
                    NameRules.POSIX, ArchiveLimits.builder().maxEntries(entries).build());
            List<String> warnings = new ArrayList<>();
            Throwable afterwards = catchThrowable(
                    () -> TreeBuilder.build(index, options, warning -> warnings.add(warning.toString()), NOTHING));
            List<String> told = new ArrayList<>();
            EarlyTree tree = new EarlyTree(options, 0);
            tree.known(index, index.entryCount(), index.entryCount());
            Throwable early =
                    catchThrowable(() -> tree.finish(index, warning -> told.add(warning.toString()), NOTHING));
            assertThat(early).isInstanceOf(LimitExceededException.class).hasMessage(afterwards.getMessage());
            assertThat(told).isEqualTo(warnings);
        }
        assertThat(runs()).isFalse();
    }

    @Test
    void aFaultOfAnIndexComesOutAsItIs() throws Exception {
        FakeIndex index = odd();
        EarlyTree tree = new EarlyTree(options(NameRules.POSIX, ArchiveLimits.defaults()), 0);
        // More than it has.
        tree.known(index, index.entryCount() + 1, index.entryCount());
        CountDownLatch reached = new CountDownLatch(1);
        tree.known(watched(index, index.entryCount() - 1, reached), index.entryCount() + 1, index.entryCount());
        Throwable fault = catchThrowable(() -> {
            while (runs()) {
                Thread.onSpinWait();
            }
            tree.finish(index, warning -> {}, NOTHING);
        });
        assertThat(fault).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void moreWarningsThanAreHeldBackAreToldAll() throws Exception {
        FakeIndex index = new FakeIndex();
        for (int i = 0; i < 3000; i++) {
            index.file("../" + i);
        }
        EarlyTree tree = begun(options(NameRules.POSIX, ArchiveLimits.defaults()), index, 500);
        tree.known(index, 3000, 3000);
        List<String> told = new ArrayList<>();
        tree.finish(index, warning -> told.add(warning.entry()), NOTHING);
        assertThat(told).hasSize(3000).startsWith("../0", "../1").endsWith("../2999");
    }

    @Test
    void abandoningEndsTheThreadAndKeepsTheInterrupt() throws Exception {
        EarlyTree tree = begun(options(NameRules.POSIX, ArchiveLimits.defaults()), odd(), 4);
        Thread.currentThread().interrupt();
        tree.abandon();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(runs()).isFalse();
        tree.abandon();
    }

    @Test
    void aFewEntriesAreNotWorthAThread() throws Exception {
        FakeIndex index = odd();
        EarlyTree tree = new EarlyTree(options(NameRules.POSIX, ArchiveLimits.defaults()), EarlyTree.WORTHWHILE);
        tree.known(index, 4, index.entryCount());
        assertThat(runs()).isFalse();
        assertThat(tree.finish(index, warning -> {}, NOTHING).nodeCount()).isGreaterThan(10);
    }

    /** Left to the thread, to who asks after the thread was stopped, or to who asks where there was none. */
    @ParameterizedTest
    @EnumSource
    void theTreeThatIsLeftForLaterIsTheSame(NameRules rules) throws Exception {
        FakeIndex index = odd();
        ViewOptions options = options(rules, ArchiveLimits.defaults());
        List<String> warnings = new ArrayList<>();
        List<String> nodes =
                nodes(TreeBuilder.build(index, options, warning -> warnings.add(warning.toString()), NOTHING));
        for (int known = 1; known <= index.entryCount(); known++) {
            for (boolean stopped : new boolean[] {false, true}) {
                List<String> told = new ArrayList<>();
                EarlyTree tree = known == 1 ? new EarlyTree(options, 0) : begun(options, index, known);
                tree.leave(index, warning -> told.add(warning.toString()), NOTHING);
                if (stopped) {
                    tree.abandon();
                }
                ArchiveView view = tree.view();
                assertThat(tree.isThere()).isTrue();
                assertThat(tree.view()).isSameAs(view);
                assertThat(nodes(view)).isEqualTo(nodes);
                assertThat(told).isEqualTo(warnings);
                tree.abandon();
            }
        }
        assertThat(runs()).isFalse();
    }

    @Test
    void aTreeThatCannotBeBuiltFailsEachTimeItIsAskedFor() throws Exception {
        FakeIndex index = odd();
        ViewOptions options =
                options(NameRules.POSIX, ArchiveLimits.builder().maxEntries(5).build());
        EarlyTree tree = new EarlyTree(options, 0);
        tree.known(index, index.entryCount(), index.entryCount());
        List<String> told = new ArrayList<>();
        tree.leave(index, warning -> told.add(warning.toString()), NOTHING);
        assertThat(catchThrowable(tree::view)).isInstanceOf(LimitExceededException.class);
        List<String> once = List.copyOf(told);
        assertThat(catchThrowable(tree::view)).isInstanceOf(LimitExceededException.class);
        assertThat(told).isEqualTo(once);
        assertThat(tree.isThere()).isFalse();
        assertThat(runs()).isFalse();
    }

    /** The stack that was full is one caller's, and the archive is everybody's. */
    @Test
    void aTreeThatOneCallerCouldNotBuildIsBuiltForTheNext() throws Exception {
        FakeIndex index = odd();
        ViewOptions options = options(NameRules.POSIX, ArchiveLimits.defaults());
        AtomicBoolean full = new AtomicBoolean(true);
        ArchiveIndex failing = (ArchiveIndex) Proxy.newProxyInstance(
                EarlyTreeTest.class.getClassLoader(), new Class<?>[] {ArchiveIndex.class}, (proxy, method, args) -> {
                    if (method.getName().equals("type") && full.getAndSet(false)) {
                        throw new StackOverflowError();
                    }
                    return method.invoke(index, args);
                });
        EarlyTree tree = new EarlyTree(options, EarlyTree.WORTHWHILE);
        tree.leave(failing, warning -> {}, NOTHING);
        assertThat(catchThrowable(tree::view)).isInstanceOf(StackOverflowError.class);
        assertThat(tree.isThere()).isFalse();
        assertThat(nodes(tree.view())).isEqualTo(nodes(TreeBuilder.build(index, options, warning -> {}, NOTHING)));
    }
}
