package dev.zipfs.internal.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zipfs.EntryType;
import dev.zipfs.NameRules;
import dev.zipfs.spi.DriveView;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.statistics.Statistics;

/** Laws that hold for the view of any archive, under both rules. */
class ViewProperties {
    /** An entry of an index that is made up. */
    static final class Item {
        final String path;
        final EntryType type;

        Item(String path, EntryType type) {
            this.path = path;
            this.type = type;
        }

        @Override
        public String toString() {
            return type + " '" + path + "'";
        }
    }

    @Provide
    Arbitrary<List<Item>> archives() {
        Arbitrary<String> part = Arbitraries.frequencyOf(
                Tuple.of(12, Arbitraries.of("a", "b", "A", "B", "c.txt", "C.TXT", "a (1)", "c (1).txt")),
                Tuple.of(3, Arbitraries.of("..", ".", "", "C:", "aux", "Nul.txt", "a:", "x.", "y ", "z?")),
                Tuple.of(2, Arbitraries.of("\u00E9", "\u00C9", "\0", "\u2400", "\uF03A", "a\uF03A", "_")),
                Tuple.of(1, Arbitraries.of("n".repeat(255), "n".repeat(256), "N".repeat(257))),
                Tuple.of(1, Arbitraries.strings().excludeChars('/').ofMaxLength(5)));
        Arbitrary<String> path = part.list().ofMinSize(0).ofMaxSize(4).map(parts -> String.join("/", parts));
        Arbitrary<EntryType> type =
                Arbitraries.of(EntryType.FILE, EntryType.FILE, EntryType.FILE, EntryType.DIRECTORY, EntryType.SYMLINK);
        return Combinators.combine(path, type)
                .as((p, t) -> new Item(t == EntryType.DIRECTORY && !p.isEmpty() ? p + "/" : valid(p), t))
                .list()
                .ofMaxSize(30);
    }

    private static String valid(String path) {
        return new String(path.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }

    private static FakeIndex index(List<Item> items) {
        FakeIndex index = new FakeIndex();
        for (Item item : items) {
            if (item.type == EntryType.DIRECTORY) {
                index.folder(item.path);
            } else if (item.type == EntryType.SYMLINK) {
                index.link(item.path, "/outside");
            } else {
                index.file(item.path);
            }
        }
        return index;
    }

    @Property(tries = 1500, seed = "20261130")
    void viewOfAnyArchiveIsWhole(@ForAll("archives") List<Item> items, @ForAll NameRules rules) throws IOException {
        Trees tree = Trees.of(index(items), rules);
        checkThatViewIsWhole(tree, items);
        Statistics.collect(tree.warnings.isEmpty() ? "plain" : "with warnings");
    }

    /** Every entry is shown once, every name listed opens what was listed, names are legal and unlike each other. */
    static void checkThatViewIsWhole(Trees tree, List<Item> items) {
        ArchiveView view = tree.view;
        List<Integer> shown = new ArrayList<>();
        Deque<Integer> folders = new ArrayDeque<>(List.of(DriveView.ROOT));
        int nodes = 1;
        while (!folders.isEmpty()) {
            int folder = folders.pop();
            Set<String> names = new HashSet<>();
            for (int i = 0; i < view.childCount(folder); i++) {
                int node = view.child(folder, i);
                nodes++;
                String name = view.name(node);
                assertThat(view.parent(node)).isEqualTo(folder).isLessThan(node);
                assertThat(i == 0 || view.child(folder, i - 1) < node).isTrue();
                assertThat(names.add(view.nameRules() == NameRules.WINDOWS ? CaseFolding.upper(name) : name))
                        .as("name %s is unlike its neighbours'", name)
                        .isTrue();
                checkThatNameIsLegal(name, view.nameRules());
                assertThat(view.lookup(view.path(node))).as(view.path(node)).isEqualTo(node);
                if (view.type(node) == EntryType.DIRECTORY) {
                    folders.push(node);
                } else {
                    shown.add(view.entry(node));
                }
            }
        }
        assertThat(nodes).isEqualTo(view.nodeCount());
        List<Integer> expected = new ArrayList<>();
        for (int entry = 0; entry < items.size(); entry++) {
            if (items.get(entry).type != EntryType.DIRECTORY) {
                expected.add(entry);
            }
        }
        assertThat(shown).containsExactlyInAnyOrderElementsOf(expected);
    }

    private static void checkThatNameIsLegal(String name, NameRules rules) {
        assertThat(name).isNotEmpty().isNotEqualTo(".").isNotEqualTo("..").doesNotContain("/", "\0");
        if (rules == NameRules.WINDOWS) {
            assertThat(name).hasSizeLessThanOrEqualTo(255).doesNotMatch("(?s).*[<>:\"|?*\\\\\\x00-\\x1f].*|.*[. ]");
            assertThat(WindowsNames.isDevice(name)).as(name).isFalse();
        } else {
            assertThat(name.getBytes(StandardCharsets.UTF_8)).hasSizeLessThanOrEqualTo(255);
        }
    }

    @Property(tries = 500, seed = "20261130")
    void treeIsTheSameEachTime(@ForAll("archives") List<Item> items, @ForAll NameRules rules) throws IOException {
        assertThat(Trees.of(index(items), rules).paths())
                .isEqualTo(Trees.of(index(items), rules).paths());
    }

    /** What the entries before leave behind for the next one does not show in where it is put. */
    @Property(tries = 1000, seed = "20261130")
    void pathOfAnEntryDependsOnTwinsAlone(@ForAll("archives") List<Item> items) throws IOException {
        Trees tree = Trees.posix(index(items));
        Set<Integer> displaced = tree.warnings.stream()
                .filter(w -> w.message().startsWith("another entry has this name"))
                .map(w -> tree.view.lookup(w.message().replaceAll("(?s)^.*shown as '(.*)'$", "$1")))
                .map(tree.view::entry)
                .collect(Collectors.toSet());
        for (int node = 1; node < tree.view.nodeCount(); node++) {
            int entry = tree.view.entry(node);
            if (entry >= 0 && !displaced.contains(entry)) {
                assertThat(tree.view.path(node)).isEqualTo(alone(items.get(entry)));
            }
        }
    }

    private static String alone(Item item) throws IOException {
        ArchiveView view = Trees.posix(index(List.of(item))).view;
        return view.path(view.nodeCount() - 1);
    }

    @Property(tries = 2000, seed = "20261130")
    void windowsMappingCanBeUndone(@ForAll("windowsNames") String name) {
        String shown = WindowsNames.shown(name);
        assertThat(WindowsNames.original(shown)).isEqualTo(name);
        checkThatNameIsLegal(shown, NameRules.WINDOWS);
        Statistics.collect(shown.equals(name) ? "kept" : "mapped");
    }

    @Property(tries = 1000, seed = "20261130")
    void namesThatAreShownAsTheyAreNeedNoCloserLook(@ForAll("windowsNames") String name, @ForAll NameRules rules) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        ShownNames names = new ShownNames(rules);
        byte[] shown = names.shown(bytes, 0, bytes.length, names.seen(bytes, 0, bytes.length));
        String expected = rules == NameRules.WINDOWS ? WindowsNames.shown(name) : PosixNames.shown(name);
        assertThat(shown == null ? name : new String(shown, StandardCharsets.UTF_8))
                .isEqualTo(expected);
    }

    @Provide
    Arbitrary<String> windowsNames() {
        Arbitrary<String> pieces = Arbitraries.of(
                "a",
                "B",
                ".",
                " ",
                ":",
                "\\",
                "\"",
                "*",
                "\0",
                "\u001F",
                "\uF000",
                "\uF03A",
                "\uF0FF",
                "\uF100",
                "con",
                "AUX",
                "com",
                "1",
                "\u00B2",
                "lpt",
                "nul",
                "prn",
                "$",
                "conin",
                "\u00E9",
                "\uD83D\uDE00");
        return Arbitraries.oneOf(
                pieces.list().ofMinSize(1).ofMaxSize(6).map(parts -> String.join("", parts)),
                Arbitraries.strings()
                        .excludeChars('/')
                        .ofMinLength(1)
                        .ofMaxLength(20)
                        .map(ViewProperties::valid));
    }

    @Property(tries = 2000, seed = "20261130")
    void namesThatFoldAlikeHashAlike(@ForAll("foldable") String a, @ForAll("foldable") String b) {
        byte[] x = a.getBytes(StandardCharsets.UTF_8);
        byte[] y = b.getBytes(StandardCharsets.UTF_8);
        boolean alike = CaseFolding.upper(a).equals(CaseFolding.upper(b));
        assertThat(CaseFolding.equal(x, 0, x.length, y, 0, y.length)).isEqualTo(alike);
        NameHash hash = new NameHash();
        if (alike) {
            assertThat(CaseFolding.hash(hash, 7, x, 0, x.length)).isEqualTo(CaseFolding.hash(hash, 7, y, 0, y.length));
        }
        Statistics.collect(alike);
    }

    @Provide
    Arbitrary<String> foldable() {
        return Arbitraries.of("a", "A", "\u00E9", "\u00C9", "\u0250", "\u2C6F", "i", "\u0131", "I", "\uD801\uDC28")
                .list()
                .ofMinSize(1)
                .ofMaxSize(3)
                .map(parts -> String.join("", parts));
    }
}
