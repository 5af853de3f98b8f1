package dev.zipfs.internal.zip;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.Charset;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ZipNamesTest {
    private static final int UTF8 = 1 << 11;
    private static final byte[] GRUESSE_437 = {'g', 'r', (byte) 0x81, (byte) 0xE1, 'e'};

    private final TinyZip zip = new TinyZip();
    private final CollectingRequest request = new CollectingRequest();

    private String only(byte[] name, int flags, byte[] extra) throws IOException {
        zip.entries.clear();
        zip.add(name, new byte[0]).flags(flags).extra(extra);
        Opened opened = Opened.of(zip.build(), request);
        assertThat(opened.index.rawName(0)).isEqualTo(name);
        return opened.path(0);
    }

    private static byte[] unicodePath(int version, long crc, String name) {
        return TinyZip.extra(
                0x7075,
                new TinyZip.Out()
                        .bytes((byte) version)
                        .u32(crc)
                        .bytes(name.getBytes(UTF_8))
                        .toBytes());
    }

    @Test
    void flaggedNameIsUtf8() throws IOException {
        assertThat(only("grüße/日本語.txt".getBytes(UTF_8), UTF8, new byte[0])).isEqualTo("grüße/日本語.txt");
    }

    @Test
    void flagOnBytesThatAreNoUtf8IsIgnored() throws IOException {
        assertThat(only(GRUESSE_437, UTF8, new byte[0])).isEqualTo("grüße");
    }

    @Test
    void flaggedNameIgnoresTheUsersCharset() throws IOException {
        request.charset = Optional.of(Charset.forName("Shift_JIS"));
        assertThat(only("grüße".getBytes(UTF_8), UTF8, new byte[0])).isEqualTo("grüße");
    }

    @Test
    void unicodePathOfThisNameWins() throws IOException {
        byte[] raw = "gr__e".getBytes(UTF_8);
        assertThat(only(raw, 0, unicodePath(1, TinyZip.crc(raw), "grüße"))).isEqualTo("grüße");
    }

    @Test
    void unicodePathOfAnotherNameOrVersionOrBrokenIsIgnored() throws IOException {
        byte[] raw = "gr__e".getBytes(UTF_8);
        long crc = TinyZip.crc(raw);
        assertThat(only(raw, 0, unicodePath(1, crc + 1, "grüße"))).isEqualTo("gr__e");
        assertThat(only(raw, 0, unicodePath(2, crc, "grüße"))).isEqualTo("gr__e");
        assertThat(only(raw, 0, unicodePath(1, crc, ""))).isEqualTo("gr__e");
        byte[] invalid = unicodePath(1, crc, "abc");
        invalid[invalid.length - 1] = (byte) 0xFF;
        assertThat(only(raw, 0, invalid)).isEqualTo("gr__e");
        assertThat(only(raw, 0, new byte[] {0x75, 0x70, 2, 0, 1, 1})).isEqualTo("gr__e");
    }

    @Test
    void unmarkedNameIsUtf8WhereItCanBe() throws IOException {
        assertThat(only("grüße".getBytes(UTF_8), 0, new byte[0])).isEqualTo("grüße");
    }

    @Test
    void unmarkedNameIsCp437Otherwise() throws IOException {
        assertThat(only(GRUESSE_437, 0, new byte[0])).isEqualTo("grüße");
    }

    @Test
    void usersCharsetIsUsedForUnmarkedNames() throws IOException {
        Charset shiftJis = Charset.forName("Shift_JIS");
        request.charset = Optional.of(shiftJis);
        // The second byte of 表 is a backslash in Shift-JIS: no separator.
        assertThat(only("日本語/表.txt".getBytes(shiftJis), 0, new byte[0])).isEqualTo("日本語/表.txt");
        request.charset = Optional.of(ISO_8859_1);
        assertThat(only("grüße".getBytes(ISO_8859_1), 0, new byte[0])).isEqualTo("grüße");
        assertThat(only("plain.txt".getBytes(ISO_8859_1), 0, new byte[0])).isEqualTo("plain.txt");
    }

    @Test
    void charsetThatIsNotAsciiIsUsedForAsciiBytesToo() throws IOException {
        Charset ebcdic = Charset.forName("IBM037");
        request.charset = Optional.of(ebcdic);
        assertThat(only("A.TXT".getBytes(ebcdic), 0, new byte[0])).isEqualTo("A.TXT");
    }

    @Test
    void whatCannotBeDecodedIsReplacedByValidUtf8() throws IOException {
        request.charset = Optional.of(UTF_8);
        assertThat(only(new byte[] {'a', (byte) 0xED, (byte) 0xA0, (byte) 0x80, 'b'}, 0, new byte[0]))
                .startsWith("a")
                .endsWith("b")
                .contains("\uFFFD");
    }

    @Test
    void backslashSeparatesOnlyWhereTheHostSaysSo() throws IOException {
        for (int host = 0; host < 20; host++) {
            zip.entries.clear();
            zip.add("a\\b/c\\", "").host(host);
            zip.add(GRUESSE_437, new byte[0]).host(host).name = new byte[] {'a', '\\', (byte) 0x81};
            Opened opened = Opened.of(zip.build(), request);
            boolean separates = host == 0 || host == 6 || host == 10 || host == 14;
            assertThat(opened.paths())
                    .as("host %d", host)
                    .containsExactly(separates ? "a/b/c/" : "a\\b/c\\", separates ? "a/ü" : "a\\ü");
            assertThat(opened.index.rawName(0)).isEqualTo("a\\b/c\\".getBytes(UTF_8));
        }
    }

    @Test
    void oddNamesStayAsTheyAre() throws IOException {
        for (String name : new String[] {"", "/", "./a", "../a", "a//b", "nu\0l", "C:/x"}) {
            assertThat(only(name.getBytes(UTF_8), 0, new byte[0])).isEqualTo(name);
        }
    }

    @Test
    void longNamesAndManyConvertedOnesStayApart() throws IOException {
        zip.entries.clear();
        for (int i = 0; i < 300; i++) {
            byte[] name = ("x".repeat(i) + "_").getBytes(UTF_8);
            name[i] = (byte) (0x80 + i % 0x80);
            zip.add(name, new byte[0]);
        }
        byte[] longest = new byte[0xFFFF];
        java.util.Arrays.fill(longest, (byte) 0xB0);
        zip.add(longest, new byte[0]);
        Opened opened = Opened.of(zip.build(), request);
        for (int i = 0; i < 300; i++) {
            assertThat(opened.path(i))
                    .isEqualTo("x".repeat(i)
                            + new String(new byte[] {(byte) (0x80 + i % 0x80)}, Charset.forName("IBM437")));
        }
        assertThat(opened.path(300)).isEqualTo("░".repeat(0xFFFF));
    }

    @Test
    void cp437TableIsTheJdks() {
        for (int i = 0; i < 256; i++) {
            byte[] one = {(byte) i};
            assertThat(new String(Cp437.toUtf8(one, 0, 1), UTF_8))
                    .as("byte %02x", i)
                    .isEqualTo(new String(one, Charset.forName("IBM437")));
        }
    }

    @Test
    void utf8IsWhatTheJdkDecodesWithoutReplacement() {
        java.util.Random random = new java.util.Random(20261130);
        for (int i = 0; i < 200_000; i++) {
            byte[] bytes = new byte[1 + random.nextInt(6)];
            for (int k = 0; k < bytes.length; k++) {
                bytes[k] = (byte) (random.nextInt(4) == 0 ? random.nextInt(256) : 0x80 + random.nextInt(0x78));
            }
            boolean expected = java.util.Arrays.equals(new String(bytes, UTF_8).getBytes(UTF_8), bytes);
            assertThat(Utf8.isValid(bytes, 0, bytes.length)).isEqualTo(expected);
        }
    }

    @Test
    void commentIsDecodedLikeANameWithoutMark() throws IOException {
        zip.comment = GRUESSE_437;
        assertThat(Opened.of(zip.build(), request).index.comment()).isEqualTo("grüße");
    }
}
