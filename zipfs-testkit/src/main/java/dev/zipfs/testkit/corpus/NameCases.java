package dev.zipfs.testkit.corpus;

import dev.zipfs.NameRules;
import dev.zipfs.testkit.model.ArchiveModel;
import dev.zipfs.testkit.model.Content;
import dev.zipfs.testkit.model.EntryBuilder;
import dev.zipfs.testkit.model.EntryModel;
import dev.zipfs.testkit.model.ExpectedTree;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Recipes about names. */
final class NameCases {
    private static final int DOS_ARCHIVE = 0x20;

    /** All that Windows refuses but {@code NUL}; each file holds its name. */
    private static final List<String> ILLEGAL = List.of(
            "CON",
            "aux.txt",
            "a:b.txt",
            "dot.",
            "space ",
            "q?.txt",
            "star*.txt",
            "lt<gt>.txt",
            "pipe|.txt",
            "quo\"te.txt",
            "COM1.tar.gz",
            "nul/in.txt");

    private static final String DEEP = "d/".repeat(200) + "deep.txt";

    private NameCases() {}

    static ArchiveModel b03() {
        return Cases.archive(EntryModel.file("a/b/c.txt", "c"), EntryModel.file("a/d/e/f.txt", "f"), Cases.ok());
    }

    static ExpectedTree b03Tree(NameRules rules) {
        return Cases.okTree().file("a/b/c.txt", "c").file("a/d/e/f.txt", "f").build();
    }

    static ArchiveModel b05() {
        return Cases.archive(
                EntryModel.file(bytes("\u0084\u0094\u0081.txt"), Content.text("1")),
                EntryModel.file(bytes("a\1b.txt"), Content.text("2")),
                EntryModel.file(bytes("caf\u0082.txt"), Content.text("3")),
                Cases.ok());
    }

    static ExpectedTree b05Tree(NameRules rules) {
        ExpectedTree.Builder tree = Cases.okTree().file("äöü.txt", "1").file("café.txt", "3");
        return rules == NameRules.POSIX
                ? tree.file("a\1b.txt", "2").build()
                : tree.anywhere("2").build();
    }

    static ArchiveModel b06() {
        return Cases.archive(
                EntryModel.directory("./"),
                EntryModel.file("./x/one.txt", "1"),
                EntryModel.file("x/./two.txt", "2"),
                EntryModel.file("x//three.txt", "3"),
                EntryModel.directory("/"),
                Cases.ok());
    }

    static ExpectedTree b06Tree(NameRules rules) {
        return Cases.okTree()
                .file("x/one.txt", "1")
                .file("x/two.txt", "2")
                .file("x/three.txt", "3")
                .build();
    }

    static ArchiveModel b07() {
        return Cases.archive(
                EntryModel.file("../../up.txt", "u"),
                EntryModel.file("/abs.txt", "a"),
                EntryModel.file("a/../../b.txt", "b"),
                onFat("C:\\win.txt", "w"),
                onFat("..\\back.txt", "k"),
                Cases.ok());
    }

    private static EntryBuilder onFat(String name, String text) {
        return EntryModel.file(name, text).madeBy(0, 20).externalAttributes(DOS_ARCHIVE);
    }

    static ExpectedTree b07Tree(NameRules rules) {
        return Cases.okTree()
                .file("up.txt", "u")
                .file("abs.txt", "a")
                .file("b.txt", "b")
                .file("win.txt", "w")
                .file("back.txt", "k")
                .build();
    }

    static ArchiveModel b10() {
        return Cases.archive(
                EntryModel.file("funding.yml", "lower"),
                EntryModel.file("FUNDING.yml", "UPPER"),
                EntryModel.file("dup.txt", "first"),
                EntryModel.file("dup.txt", "second"),
                EntryModel.file("n", "file n"),
                EntryModel.file("n/x.txt", "x"),
                EntryModel.file("Dir/a", "1"),
                EntryModel.file("dir/b", "2"));
    }

    static ExpectedTree b10Tree(NameRules rules) {
        ExpectedTree.Builder tree = ExpectedTree.builder()
                .file("FUNDING.yml", "UPPER")
                .file("dup (1).txt", "first")
                .file("dup.txt", "second")
                .file("n (1)", "file n")
                .file("n/x.txt", "x");
        return rules == NameRules.POSIX
                ? tree.file("funding.yml", "lower")
                        .file("Dir/a", "1")
                        .file("dir/b", "2")
                        .build()
                : tree.file("funding (1).yml", "lower")
                        .file("Dir/a", "1")
                        .file("Dir/b", "2")
                        .build();
    }

    static ArchiveModel b16() {
        ArchiveModel.Builder archive = ArchiveModel.builder();
        ILLEGAL.forEach(name -> archive.add(EntryModel.file(name, name).build()));
        return archive.add(
                        EntryModel.file(bytes("nu\0l.txt"), Content.text("n")).build(),
                        Cases.ok().build())
                .build();
    }

    static ExpectedTree b16Tree(NameRules rules) {
        ExpectedTree.Builder tree = Cases.okTree().anywhere("n");
        for (String name : ILLEGAL) {
            if (rules == NameRules.POSIX) {
                tree.file(name, name);
            } else {
                tree.anywhere(name);
            }
        }
        return tree.build();
    }

    static ArchiveModel b17() {
        return Cases.archive(
                EntryModel.file("L".repeat(300) + ".txt", "long"), EntryModel.file(DEEP, "deep"), Cases.ok());
    }

    static ExpectedTree b17Tree(NameRules rules) {
        return Cases.okTree().anywhere("long").file(DEEP, "deep").build();
    }

    static ArchiveModel b18() {
        return Cases.archive(
                EntryModel.file("caf\u00e9.txt", "NFC"),
                EntryModel.file("cafe\u0301.txt", "NFD"),
                EntryModel.file("u\u0308ber/x.txt", "x"));
    }

    static ExpectedTree b18Tree(NameRules rules) {
        return ExpectedTree.builder()
                .file("caf\u00e9.txt", "NFC")
                .file("cafe\u0301.txt", "NFD")
                .file("u\u0308ber/x.txt", "x")
                .build();
    }

    /** Each character is one byte. */
    private static byte[] bytes(String latin1) {
        return latin1.getBytes(StandardCharsets.ISO_8859_1);
    }
}
