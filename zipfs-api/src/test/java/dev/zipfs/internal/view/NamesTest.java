package dev.zipfs.internal.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zipfs.ArchiveWarning.Kind;
import dev.zipfs.spi.DriveView;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NamesTest {
    /** What Windows cannot hold, and a folder of that kind. */
    private static FakeIndex unfitForWindows() {
        FakeIndex index = new FakeIndex();
        for (String name : new String[] {
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
            "nul/in.txt",
            "nu\0l.txt",
            "ok.txt"
        }) {
            index.file(name);
        }
        return index;
    }

    @Test
    void posixKeepsEveryNameButNul() throws IOException {
        Trees tree = Trees.posix(unfitForWindows());

        assertThat(tree.paths())
                .containsExactly(
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
                        "nul/",
                        "nul/in.txt",
                        "nu\u2400l.txt",
                        "ok.txt");
        assertThat(tree.warned(Kind.RENAMED)).containsExactly("nu\0l.txt");
    }

    @Test
    void windowsGetsNamesItCanHoldAndEachOpens() throws IOException {
        Trees tree = Trees.windows(unfitForWindows());

        assertThat(tree.paths())
                .containsExactly(
                        "\uF043ON",
                        "\uF061ux.txt",
                        "a\uF03Ab.txt",
                        "dot\uF02E",
                        "space\uF020",
                        "q\uF03F.txt",
                        "star\uF02A.txt",
                        "lt\uF03Cgt\uF03E.txt",
                        "pipe\uF07C.txt",
                        "quo\uF022te.txt",
                        "\uF043OM1.tar.gz",
                        "\uF06Eul/",
                        "\uF06Eul/in.txt",
                        "nu\uF000l.txt",
                        "ok.txt");
        assertThat(tree.warnings).hasSize(13);
        for (int node = 1; node < tree.view.nodeCount(); node++) {
            assertThat(tree.view.lookup(tree.view.path(node))).isEqualTo(node);
        }
        assertThat(tree.read("quo\uF022te.txt")).isEqualTo("quo\"te.txt");
    }

    @Test
    void folderThatIsRenamedIsToldOnce() throws IOException {
        Trees tree = Trees.windows(
                new FakeIndex().file("x/a:b/1").file("x/a:b/2").file("y/1").file("x/a:b/3"));

        assertThat(tree.warned(Kind.RENAMED)).containsExactly("x/a:b");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "con",
                "PRN",
                "Aux",
                "nul",
                "COM0",
                "com9",
                "LPT1",
                "lpt\u00B9",
                "COM\u00B2",
                "com\u00B3.x",
                "CONIN$",
                "conout$.log",
                "aux.",
                "aux .txt",
                "nul.tar.gz",
                "lpt5  "
            })
    void devicesAreRecognised(String name) {
        assertThat(WindowsNames.shown(name)).isNotEqualTo(name).doesNotStartWith(name.substring(0, 1));
        assertThat(WindowsNames.original(WindowsNames.shown(name))).isEqualTo(name);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "c",
                "conx",
                "xcon",
                "COM",
                "COM10",
                "COMx",
                "com\u2074",
                "LPT",
                "a.con",
                "con$",
                "conin",
                " con",
                "nul\u00A0.txt",
                ".aux",
                "aux-.txt",
                "\u017Fon",
                "a b",
                ".gitignore",
                "a.b.c",
                "\u007F",
                "\uE000",
                "\uF100"
            })
    void otherNamesStay(String name) {
        assertThat(WindowsNames.shown(name)).isEqualTo(name);
    }

    @Test
    void namesThatHoldTheReplacementsAreToldApart() throws IOException {
        Trees tree = Trees.windows(new FakeIndex()
                .file("a:b")
                .file("a\uF03Ab")
                .file("a\uF0FF\uF03Ab")
                .file("\uF0FF"));

        assertThat(tree.paths())
                .containsExactly("a\uF03Ab", "a\uF0FF\uF03Ab", "a\uF0FF\uF0FF\uF0FF\uF03Ab", "\uF0FF\uF0FF");
    }

    @Test
    void longNameIsCutButKeepsItsExtension() throws IOException {
        String longName = "L".repeat(300) + ".txt";
        for (Trees tree : new Trees[] {
            Trees.posix(new FakeIndex().file(longName).file(longName.replace('L', 'M'))),
            Trees.windows(new FakeIndex().file(longName).file(longName.replace('L', 'M')))
        }) {
            String shown = tree.view.name(1);
            assertThat(shown).hasSize(255).matches("L{242}~[0-9a-f]{8}\\.txt");
            assertThat(tree.view.lookup(shown)).isEqualTo(1);
            assertThat(tree.warned(Kind.RENAMED)).hasSize(2);
        }
    }

    @Test
    void longNamesThatBeginAlikeStayApart() throws IOException {
        FakeIndex index = new FakeIndex();
        for (int i = 0; i < 100; i++) {
            index.file("x".repeat(260) + i + "y".repeat(260) + ".txt");
        }
        Trees tree = Trees.posix(index);

        assertThat(tree.paths()).doesNotHaveDuplicates().hasSize(100).allMatch(name -> name.length() == 255);
        assertThat(tree.warned(Kind.DUPLICATE)).isEmpty();
    }

    @Test
    void nameIsNeverCutWithinACodePoint() {
        for (int i = 0; i < 4; i++) {
            String name = "x".repeat(i) + "\uD83D\uDE00".repeat(200) + ".\u00E9";
            String posix = PosixNames.shown(name);
            String windows = WindowsNames.shown(name);

            assertThat(posix.getBytes(StandardCharsets.UTF_8).length).isBetween(252, 255);
            assertThat(windows.length()).isBetween(254, 255);
            assertThat(posix).endsWith(".\u00E9").doesNotContain("?");
            assertThat(new String(posix.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8))
                    .isEqualTo(posix);
            assertThat(new String(windows.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8))
                    .isEqualTo(windows);
        }
    }

    @ParameterizedTest
    @CsvSource({"255, 255", "256, 255"})
    void limitIsExact(int length, int shown) {
        assertThat(PosixNames.shown("n".repeat(length))).hasSize(shown);
        assertThat(WindowsNames.shown("n".repeat(length))).hasSize(shown);
        assertThat(WindowsNames.shown("\u00E9".repeat(length))).hasSize(shown);
        assertThat(PosixNames.shown("n".repeat(255))).doesNotContain("~");
        assertThat(WindowsNames.shown("\u00E9".repeat(255))).doesNotContain("~");
    }

    @Test
    void otherCaseFindsOnWindowsOnly() throws IOException {
        FakeIndex index =
                new FakeIndex().file("a/b/C.txt").file("stra\u00DFe/\u00C4pfel").file("\u0131");

        Trees windows = Trees.windows(index);
        assertThat(windows.view.lookup("A/B/c.TXT")).isEqualTo(windows.node("a/b/C.txt"));
        assertThat(windows.view.lookup("STRA\u00DFE/\u00E4PFEL")).isEqualTo(windows.node("stra\u00DFe/\u00C4pfel"));
        assertThat(windows.view.lookup("strasse")).isEqualTo(DriveView.NONE);
        assertThat(windows.view.lookup("I")).as("a dotless i is no I").isEqualTo(DriveView.NONE);
        assertThat(windows.paths()).contains("a/b/C.txt");

        Trees posix = Trees.posix(index);
        assertThat(posix.view.lookup("A/b/C.txt")).isEqualTo(DriveView.NONE);
    }

    @Test
    void caseFoldingIsIndependentOfTheLocaleAndOfLengthInBytes() throws IOException {
        // U+0250 has two bytes, its upper case U+2C6F three; Deseret letters lie beyond the basic plane.
        Trees tree = Trees.windows(new FakeIndex().file("\u0250i").file("\uD801\uDC28"));

        assertThat(tree.view.lookup("\u2C6FI")).isEqualTo(1);
        assertThat(tree.view.lookup("\uD801\uDC28")).isEqualTo(2);
        assertThat(tree.view.lookup("\uD801\uDC00")).isEqualTo(DriveView.NONE);
    }

    @Test
    void bytesThatAreNoUtf8FindNothingAndHurtNobody() throws IOException {
        for (Trees tree :
                new Trees[] {Trees.posix(new FakeIndex().file("\u00E9")), Trees.windows(new FakeIndex().file("\u00E9"))
                }) {
            for (int first = 0x80; first < 0x100; first++) {
                byte[] name = {(byte) first, (byte) 0xA9, (byte) first};
                for (int length = 1; length <= 3; length++) {
                    int expected = first == 0xC3 && length == 2 ? 1 : DriveView.NONE;
                    assertThat(tree.view.lookup(name, 0, length)).isEqualTo(expected);
                }
            }
        }
    }

    @Test
    void normalizationIsLeftAlone() throws IOException {
        Trees tree = Trees.posix(new FakeIndex()
                .file("caf\u00e9.txt", "NFC", 0644)
                .file("cafe\u0301.txt", "NFD", 0644)
                .file("u\u0308ber/x.txt"));

        assertThat(tree.paths()).containsExactly("caf\u00e9.txt", "cafe\u0301.txt", "u\u0308ber/", "u\u0308ber/x.txt");
        assertThat(tree.read("caf\u00e9.txt")).isEqualTo("NFC");
        assertThat(tree.read("cafe\u0301.txt")).isEqualTo("NFD");
        assertThat(tree.view.lookup("\u00fcber")).isEqualTo(DriveView.NONE);
        assertThat(tree.warnings).isEmpty();
    }

    @Test
    void macOsFindsTheOtherNormalization() throws IOException {
        FakeIndex index = new FakeIndex()
                .file("caf\u00e9.txt", "NFC", 0644)
                .file("cafe\u0301.txt", "NFD", 0644)
                .file("u\u0308ber/\u00fc.txt");
        Trees plain = Trees.posix(index);
        Trees tree = Trees.of(
                index,
                new ViewOptions(
                        plain.view.nameRules(),
                        dev.zipfs.OutsideLinks.AS_TEXT,
                        dev.zipfs.ArchiveLimits.defaults(),
                        ViewOptions.Normalization.COMPOSED_OR_DECOMPOSED));

        assertThat(tree.read("caf\u00e9.txt")).isEqualTo("NFC");
        assertThat(tree.read("cafe\u0301.txt")).isEqualTo("NFD");
        int node = tree.node("u\u0308ber/\u00fc.txt");
        for (String path : new String[] {"\u00fcber/\u00fc.txt", "\u00fcber/u\u0308.txt", "u\u0308ber/u\u0308.txt"}) {
            assertThat(tree.view.lookup(path)).isEqualTo(node);
        }
        assertThat(tree.view.lookup("uber")).isEqualTo(DriveView.NONE);
    }
}
