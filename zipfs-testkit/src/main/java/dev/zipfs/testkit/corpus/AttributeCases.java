package dev.zipfs.testkit.corpus;

import dev.zipfs.NameRules;
import dev.zipfs.testkit.model.ArchiveModel;
import dev.zipfs.testkit.model.EntryModel;
import dev.zipfs.testkit.model.ExpectedTree;
import dev.zipfs.testkit.model.ExtraField;
import java.time.LocalDateTime;

/** Recipes about types, modes, times and links. */
final class AttributeCases {
    private AttributeCases() {}

    static ArchiveModel b04() {
        return Cases.archive(
                EntryModel.file("py.txt", "python\n").unixMode(0600),
                EntryModel.file("zero.txt", "zero\n").externalAttributes(0),
                EntryModel.directory("d").unixMode(0755),
                EntryModel.file("d/in.txt", "in\n").unixMode(0644));
    }

    static ExpectedTree b04Tree(NameRules rules) {
        return ExpectedTree.builder()
                .file("py.txt", "python\n")
                .file("zero.txt", "zero\n")
                .file("d/in.txt", "in\n")
                .build();
    }

    static ArchiveModel b14() {
        ExtraField before1970 = ExtraField.extendedTimestamp(-86_400);
        return Cases.archive(
                EntryModel.file("gap.txt", "").dos(LocalDateTime.of(2024, 3, 31, 2, 30)),
                EntryModel.file("summer.txt", "").dos(LocalDateTime.of(2024, 7, 1, 12, 0)),
                EntryModel.file("winter.txt", "").dos(LocalDateTime.of(2024, 1, 1, 12, 0)),
                EntryModel.file("ut.txt", "")
                        .dos(LocalDateTime.of(2024, 1, 1, 0, 0))
                        .extra(ExtraField.extendedTimestamp(1_720_000_001)),
                EntryModel.file("pre1970.txt", "").extra(before1970),
                EntryModel.file("zerodate.txt", "").dos(0, 0));
    }

    static ExpectedTree b14Tree(NameRules rules) {
        ExpectedTree.Builder tree = ExpectedTree.builder();
        b14().entries().forEach(entry -> tree.file(entry.name(), ""));
        return tree.build();
    }

    static ArchiveModel b15() {
        return Cases.archive(
                EntryModel.file("t.txt", "target\n"),
                EntryModel.symlink("rel", "t.txt"),
                EntryModel.symlink("abs", "/etc/hostname"),
                EntryModel.symlink("up", "../../../etc/hostname"),
                EntryModel.symlink("dang", "none"),
                EntryModel.symlink("l1", "l2"),
                EntryModel.symlink("l2", "l1"),
                EntryModel.symlink("empty", ""),
                EntryModel.symlink("defl", "t.txt").deflated());
    }

    static ExpectedTree b15Tree(NameRules rules) {
        ExpectedTree.Builder tree = ExpectedTree.builder()
                .file("t.txt", "target\n")
                .file("abs", "/etc/hostname")
                .file("up", "../../../etc/hostname")
                .file("empty", "");
        if (rules == NameRules.POSIX) {
            return tree.link("rel", "t.txt")
                    .link("dang", "none")
                    .link("l1", "l2")
                    .link("l2", "l1")
                    .link("defl", "t.txt")
                    .build();
        }
        return tree.file("rel", "target\n")
                .file("defl", "target\n")
                .file("dang", "none")
                .file("l1", "l2")
                .file("l2", "l1")
                .build();
    }

    static ArchiveModel b19() {
        return Cases.archive(
                EntryModel.file("locked.txt", "readable anyway\n").unixMode(0100000),
                EntryModel.directory("nox").unixMode(0040644),
                EntryModel.file("nox/in.txt", "in\n"),
                EntryModel.file("suid", "s").unixMode(0104755));
    }

    static ExpectedTree b19Tree(NameRules rules) {
        return ExpectedTree.builder()
                .file("locked.txt", "readable anyway\n")
                .file("nox/in.txt", "in\n")
                .file("suid", "s")
                .build();
    }
}
