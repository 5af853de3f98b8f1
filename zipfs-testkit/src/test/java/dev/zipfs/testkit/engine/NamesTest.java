package dev.zipfs.testkit.engine;

import static dev.zipfs.testkit.assertion.DriveAssertions.assertThatArchive;
import static org.assertj.core.api.Assertions.assertThat;

import dev.zipfs.Archive;
import dev.zipfs.ArchiveWarning;
import dev.zipfs.ArchiveWarning.Kind;
import dev.zipfs.DriveListener;
import dev.zipfs.Entry;
import dev.zipfs.EntryType;
import dev.zipfs.NameRules;
import dev.zipfs.testkit.corpus.Corpus;
import dev.zipfs.testkit.model.ArchiveModel;
import dev.zipfs.testkit.model.Content;
import dev.zipfs.testkit.model.EntryBuilder;
import dev.zipfs.testkit.model.EntryModel;
import dev.zipfs.testkit.model.ExtraField;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What names become: nothing is hidden, nothing climbs out, what is listed opens. */
class NamesTest {
    private static List<String> files(Archive archive) {
        try (Stream<Entry> walk = archive.walk()) {
            return walk.filter(entry -> entry.type() != EntryType.DIRECTORY)
                    .map(Entry::path)
                    .toList();
        }
    }

    @Test
    void foldersNobodyWroteAreThere() throws Exception {
        try (Archive archive = Opening.open(Corpus.B03_NO_DIRECTORIES.model())) {
            for (String folder : List.of("a", "a/b", "a/d", "a/d/e")) {
                Entry entry = archive.entry(folder);
                assertThat(entry.type()).isEqualTo(EntryType.DIRECTORY);
                assertThat(entry.permissions()).isEqualTo(0555);
                assertThat(entry.modified()).isBetween("1980-01-01T00:00:00Z", "2100-01-01T00:00:00Z");
                assertThat(entry.archivePath()).isEqualTo(folder);
                assertThat(entry.size()).isZero();
            }
            assertThat(archive.entryCount()).isEqualTo(3);
        }
    }

    /** Every entry that is a file can be reached, and whatever has another name than the archive says is told. */
    @ParameterizedTest
    @EnumSource(
            value = Corpus.class,
            names = {"B05_CP437", "B06_DOTS", "B07_CLIMBING", "B10_TWINS", "B16_ILLEGAL_ON_WINDOWS", "B17_LONG_NAMES"})
    void nothingIsLeftOutAndRenamingIsTold(Corpus corpus) throws Exception {
        for (NameRules rules : NameRules.values()) {
            ArchiveModel model = corpus.model();
            List<ArchiveWarning> told = new ArrayList<>();
            DriveListener listener = new DriveListener() {
                @Override
                public void warning(ArchiveWarning warning) {
                    told.add(warning);
                }
            };
            try (Archive archive =
                    Opening.builder(model, rules).listener(listener).open()) {
                long wanted = model.entries().stream()
                        .filter(entry -> !entry.name().endsWith("/"))
                        .count();
                assertThat(files(archive)).hasSize((int) wanted);
                assertThat(archive.warnings()).containsExactlyElementsOf(told);
                for (String path : files(archive)) {
                    Entry entry = archive.entry(path);
                    String cleaned = entry.archivePath().replace("./", "").replace("//", "/");
                    if (!cleaned.equals(path)) {
                        assertThat(told)
                                .as("warning about %s, shown as %s", entry.archivePath(), path)
                                .anyMatch(warning -> concerns(warning, entry.archivePath()));
                    }
                }
            }
        }
    }

    /** A folder is told about once, whatever lies in it. */
    private static boolean concerns(ArchiveWarning warning, String path) {
        return path.equals(warning.entry()) || path.startsWith(warning.entry() + "/");
    }

    @Test
    void climbingNamesStayInside() throws Exception {
        for (NameRules rules : NameRules.values()) {
            try (Archive archive = Opening.open(Corpus.B07_CLIMBING.model(), rules)) {
                assertThatArchive(archive).hasFile("ok.txt", "ok\n");
                assertThat(files(archive))
                        .allSatisfy(path -> assertThat(path.split("/")).doesNotContain("..", ".", ""));
                for (String outside : List.of("..", "../up.txt", "../../etc/hostname", "x/../ok.txt")) {
                    assertThat(archive.find(outside)).as(outside).isEmpty();
                }
                assertThat(archive.warnings()).extracting(ArchiveWarning::kind).contains(Kind.UNSAFE_NAME);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"Shift_JIS, 日本語", "GBK, 中文名", "windows-1251, привет", "UTF-8, été", "IBM850, ñandú"})
    void unmarkedNamesAreInTheEncodingAskedFor(String encoding, String name) throws Exception {
        Charset charset = Charset.forName(encoding);
        byte[] raw = (name + "/" + name + ".txt").getBytes(charset);
        ArchiveModel model = Opening.model(EntryModel.file(raw, Content.text("x")));
        try (Archive archive =
                Opening.builder(model, NameRules.POSIX).charset(charset).open()) {
            assertThatArchive(archive).hasFile(name + "/" + name + ".txt", "x");
        }
    }

    @Test
    void withoutAnEncodingValidUtf8IsUtf8AndAllElseCp437() throws Exception {
        byte[] utf8 = "été.txt".getBytes(StandardCharsets.UTF_8);
        byte[] cp437 = {(byte) 0x82, 't', (byte) 0x82};
        try (Archive archive =
                Opening.open(EntryModel.file(utf8, Content.text("1")), EntryModel.file(cp437, Content.text("2")))) {
            assertThat(files(archive)).containsExactly("été.txt", "été");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "windows-31j, 新しいフォルダ/表.txt, 能力値.txt",
        "GBK, 新建文件夹/使用说明.txt, 图片.jpg",
        "x-windows-949, 새 폴더/읽어주세요.txt, 사진.jpg",
        "IBM866, Новая папка/Документ.txt, Фото.jpg"
    })
    void withoutAnEncodingAllNamesTogetherTellIt(String encoding, String first, String second) throws Exception {
        Charset charset = Charset.forName(encoding);
        ArchiveModel model = Opening.model(
                EntryModel.file(first.replace('/', '\\').getBytes(charset), Content.text("1"))
                        .madeBy(0, 20),
                EntryModel.file("ascii.txt", "2"),
                EntryModel.file(second.getBytes(charset), Content.text("3")).madeBy(0, 20));
        try (Archive archive = Opening.builder(model, NameRules.POSIX).open()) {
            assertThatArchive(archive)
                    .hasFile(first, "1")
                    .hasFile("ascii.txt", "2")
                    .hasFile(second, "3");
            assertThat(archive.warnings()).singleElement().satisfies(warning -> {
                assertThat(warning.kind()).isEqualTo(Kind.ENCODING);
                assertThat(warning.message()).contains(encoding);
            });
        }
    }

    @Test
    void flaggedNamesAreUtf8WhateverIsAskedFor() throws Exception {
        ArchiveModel model = Opening.model(EntryModel.file("日本.txt", "x"));
        try (Archive archive = Opening.builder(model, NameRules.POSIX)
                .charset(Charset.forName("windows-1252"))
                .open()) {
            assertThat(files(archive)).containsExactly("日本.txt");
        }
    }

    @Test
    void unicodePathWinsWhereItsChecksumIsRight() throws Exception {
        byte[] raw = {(byte) 0x84, '.', 't'};
        byte[] other = {(byte) 0x94, '.', 't'};
        try (Archive archive = Opening.open(
                EntryModel.file(raw, Content.text("1")).extra(ExtraField.unicodePath(raw, "真.t")),
                EntryModel.file(raw, Content.text("2")).extra(ExtraField.unicodePath(other, "wrong crc")),
                EntryModel.file(other, Content.text("3")).extra(ExtraField.unicodePath(2, crc(other), "version")))) {
            assertThatArchive(archive).hasFile("真.t", "1").hasFile("ä.t", "2").hasFile("ö.t", "3");
        }
    }

    private static long crc(byte[] bytes) {
        return Content.bytes(bytes).crc32();
    }

    @Test
    void lookUpIgnoresCaseUnderWindowsRulesAlone() throws Exception {
        ArchiveModel model = Corpus.B03_NO_DIRECTORIES.model();
        try (Archive windows = Opening.open(model, NameRules.WINDOWS);
                Archive posix = Opening.open(model, NameRules.POSIX)) {
            assertThat(windows.entry("A/B/C.TXT").path()).isEqualTo("a/b/c.txt");
            assertThat(windows.entry("a/B/c.Txt").path()).isEqualTo("a/b/c.txt");
            assertThat(posix.find("A/B/C.TXT")).isEmpty();
        }
    }

    /** Under Windows rules one of the twins has another name, so that each that is listed opens what is listed for it. */
    @Test
    void lookUpByAThirdCaseAlwaysFindsTheSameTwin() throws Exception {
        ArchiveModel model = Corpus.B10_TWINS.model();
        for (int i = 0; i < 3; i++) {
            try (Archive windows = Opening.open(model, NameRules.WINDOWS);
                    Archive posix = Opening.open(model, NameRules.POSIX)) {
                assertThat(windows.entry("Funding.YML").path()).isEqualTo("FUNDING.yml");
                assertThat(windows.entry("FUNDING.yml").path()).isEqualTo("FUNDING.yml");
                assertThat(posix.find("Funding.YML")).isEmpty();
            }
        }
    }

    /** NTFS's upper case is one character for one, and knows no locale. */
    @Test
    void caseIsFoldedWithoutALocale() throws Exception {
        ArchiveModel model = Opening.model(
                EntryModel.file("title.ini", "i"),
                EntryModel.file("straße", "s"),
                EntryModel.file("ünï", "u"),
                EntryModel.file("ıd", "dotless"));
        try (Archive archive = Opening.open(model, NameRules.WINDOWS)) {
            assertThat(archive.find("TITLE.INI")).isPresent();
            assertThat(archive.find("ÜNÏ")).isPresent();
            assertThat(archive.find("STRASSE")).isEmpty();
            assertThat(archive.find("straße")).isPresent();
            assertThat(archive.entry("ıd").openStream().readAllBytes())
                    .asString()
                    .isEqualTo("dotless");
        }
    }

    @Test
    void twinsAreSettledTheSameWayEachTime() throws Exception {
        ArchiveModel model = Corpus.B10_TWINS.model();
        for (NameRules rules : NameRules.values()) {
            try (Archive first = Opening.open(model, rules);
                    Archive second = Opening.open(model, rules)) {
                assertThat(files(first)).isEqualTo(files(second)).doesNotHaveDuplicates();
                for (String path : files(first)) {
                    assertThat(first.entry(path).openStream().readAllBytes())
                            .isEqualTo(second.entry(path).openStream().readAllBytes());
                }
            }
        }
    }

    @Test
    void fileWhoseSuffixIsTakenGetsTheNextNumber() throws Exception {
        try (Archive archive = Opening.open(
                EntryModel.file("a.txt", "1"),
                EntryModel.file("a (1).txt", "2"),
                EntryModel.file("a.txt", "3"),
                EntryModel.file("a.txt", "4"))) {
            assertThatArchive(archive)
                    .hasFile("a.txt", "4")
                    .hasFile("a (1).txt", "2")
                    .hasFile("a (2).txt", "1")
                    .hasFile("a (3).txt", "3");
        }
    }

    @Test
    void backslashSeparatesWhereTheHostSaysSo() throws Exception {
        EntryBuilder fat = EntryModel.file("a\\b.txt", "fat").madeBy(0, 20);
        EntryBuilder ntfs = EntryModel.file("c\\d.txt", "ntfs").madeBy(10, 20);
        EntryBuilder unix = EntryModel.file("e\\f.txt", "unix");
        try (Archive archive = Opening.open(fat, ntfs, unix)) {
            assertThatArchive(archive)
                    .hasFile("a/b.txt", "fat")
                    .hasFile("c/d.txt", "ntfs")
                    .hasFile("e\\f.txt", "unix");
        }
    }

    @Test
    void longNamesStayApart() throws Exception {
        String stem = "n".repeat(400);
        for (NameRules rules : NameRules.values()) {
            ArchiveModel model = Opening.model(
                    EntryModel.file(stem + "1.txt", "1"),
                    EntryModel.file(stem + "2.txt", "2"),
                    EntryModel.file("日".repeat(200) + ".txt", "3"));
            try (Archive archive = Opening.open(model, rules)) {
                assertThat(files(archive)).hasSize(3).doesNotHaveDuplicates().allSatisfy(path -> {
                    int length =
                            rules == NameRules.POSIX ? path.getBytes(StandardCharsets.UTF_8).length : path.length();
                    assertThat(length).isLessThanOrEqualTo(255);
                    assertThat(path).endsWith(".txt");
                });
                assertThat(archive.entry(files(archive).get(0)).archivePath()).isEqualTo(stem + "1.txt");
            }
        }
    }

    @Test
    void normalFormsAreTwoNames() throws Exception {
        for (NameRules rules : NameRules.values()) {
            try (Archive archive = Opening.open(Corpus.B18_NORMAL_FORMS.model(), rules)) {
                assertThat(archive.root().children()).hasSize(3);
                assertThatArchive(archive).hasFile("caf\u00e9.txt", "NFC").hasFile("cafe\u0301.txt", "NFD");
            }
        }
    }

    /** The archive's own spelling survives any mapping. */
    @Test
    void archivePathIsTheArchivesSpelling() throws Exception {
        try (Archive archive = Opening.open(Corpus.B16_ILLEGAL_ON_WINDOWS.model(), NameRules.WINDOWS)) {
            assertThat(files(archive))
                    .extracting(path -> archive.entry(path).archivePath())
                    .contains("CON", "aux.txt", "a:b.txt", "dot.", "space ", "q?.txt", "nul/in.txt", "nu\0l.txt");
        }
    }
}
