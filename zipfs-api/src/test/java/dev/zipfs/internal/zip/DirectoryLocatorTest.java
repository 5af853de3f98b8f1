package dev.zipfs.internal.zip;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zipfs.ArchiveFormatException;
import dev.zipfs.UnsupportedFeatureException;
import dev.zipfs.internal.BytesSource;
import dev.zipfs.spi.Recognition;
import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DirectoryLocatorTest {
    private final TinyZip zip = new TinyZip();

    @Test
    void emptyArchiveHasNoEntries() throws IOException {
        Opened opened = Opened.of(zip);
        assertThat(opened.paths()).isEmpty();
        assertThat(opened.warnings()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 100, 0xFFFF})
    void commentOfAnyLengthIsFound(int length) throws IOException {
        zip.add("a", "1");
        zip.comment = "c".repeat(length).getBytes(UTF_8);
        Opened opened = Opened.of(zip);
        assertThat(opened.paths()).containsExactly("a");
        assertThat(opened.index.comment()).hasSize(length);
    }

    @Test
    void endRecordInsideTheCommentIsNotTaken() throws IOException {
        zip.add("a", "1");
        // One that claims an empty archive and one that points nowhere; both reach the file's end exactly.
        zip.comment = new TinyZip.Out()
                .bytes(new TinyZip().build())
                .u32(0x06054B50)
                .u16(0)
                .u16(0)
                .u16(1)
                .u16(1)
                .u32(46)
                .u32(0)
                .u16(0)
                .toBytes();
        byte[] archive = zip.build();
        int inner = archive.length - 44;
        archive[inner + 20] = 22;
        assertThat(Opened.of(archive).paths()).containsExactly("a");
    }

    @Test
    void commentOfSignaturesIsNoObstacle() throws IOException {
        zip.add("a", "1");
        zip.comment = "PK\5\6".repeat(16_000).getBytes(UTF_8);
        Opened opened = Opened.of(zip);
        assertThat(opened.paths()).containsExactly("a");
        assertThat(opened.warnings()).isEmpty();
    }

    @Test
    void endRecordInsideStoredDataIsNotTaken() throws IOException {
        TinyZip inner = new TinyZip();
        inner.add("inner", "1");
        zip.add("nested.zip".getBytes(UTF_8), inner.build());
        assertThat(Opened.of(zip).paths()).containsExactly("nested.zip");
    }

    /** Found by fuzzing: the archive was taken for one part of many. */
    @Test
    void nameThatLooksLikeAZip64LocatorIsAName() throws IOException {
        String name = "PK\6\7 a name of sixteen";
        zip.add(name.substring(0, 20), "1");
        assertThat(Opened.of(zip).paths()).containsExactly(name.substring(0, 20));
    }

    @Test
    void dataBehindTheArchiveIsToleratedAndTold() throws IOException {
        zip.add("a", "1");
        zip.trailing = new byte[1000];
        Opened opened = Opened.of(zip);
        assertThat(opened.text(0)).isEqualTo("1");
        assertThat(opened.warnings()).singleElement().asString().contains("INCONSISTENT", "comment should end at");
    }

    @Test
    void commentThatIsCutShortIsToleratedAndTold() throws IOException {
        zip.add("a", "1");
        zip.comment = new byte[10];
        zip.commentLength = 500;
        Opened opened = Opened.of(zip);
        assertThat(opened.paths()).containsExactly("a");
        assertThat(opened.warnings()).hasSize(1);
    }

    @Test
    void nestedArchiveAtTheCutOfItsOuterOneIsNotMistakenForIt() {
        TinyZip inner = new TinyZip();
        inner.add("inner", "1");
        zip.add("first", "x".repeat(100));
        zip.add("nested.zip".getBytes(UTF_8), inner.build());
        zip.add("last", "y".repeat(100));
        byte[] whole = zip.build();
        byte[] cut = Arrays.copyOf(whole, 30 + 5 + 100 + 30 + 10 + inner.build().length + 40);
        assertThatThrownBy(() -> Opened.of(cut))
                .isInstanceOf(ArchiveFormatException.class)
                .hasMessageContaining("cut short");
    }

    @Test
    void prefixIsAllowedForWithAndWithoutAdjustedOffsets() throws IOException {
        for (boolean adjusted : new boolean[] {true, false}) {
            TinyZip sfx = new TinyZip();
            sfx.prefix = ("MZ" + "stub".repeat(100)).getBytes(UTF_8);
            sfx.offsetsCountPrefix = adjusted;
            sfx.add("a.txt", "content");
            Opened opened = Opened.of(sfx);
            assertThat(opened.text(0)).as("adjusted %s", adjusted).isEqualTo("content");
            assertThat(opened.warnings()).isEmpty();
        }
    }

    @Test
    void prefixIsAllowedForWithZip64() throws IOException {
        for (boolean adjusted : new boolean[] {true, false}) {
            TinyZip sfx = new TinyZip();
            sfx.prefix = ("#!/bin/sh\n" + "exit\n".repeat(50)).getBytes(UTF_8);
            sfx.offsetsCountPrefix = adjusted;
            sfx.zip64 = true;
            sfx.add("a.txt", "content");
            assertThat(Opened.of(sfx).text(0)).as("adjusted %s", adjusted).isEqualTo("content");
        }
    }

    @Test
    void secondOfTwoArchivesOneBehindTheOtherWins() throws IOException {
        TinyZip first = new TinyZip();
        first.add("first", "1");
        zip.add("second", "2");
        byte[] both = new TinyZip.Out().bytes(first.build()).bytes(zip.build()).toBytes();
        Opened opened = Opened.of(both);
        assertThat(opened.paths()).containsExactly("second");
        assertThat(opened.text(0)).isEqualTo("2");
    }

    @Test
    void zip64RecordIsUsed() throws IOException {
        zip.zip64 = true;
        zip.add("a", "1");
        zip.add("b", "2");
        Opened opened = Opened.of(zip);
        assertThat(opened.paths()).containsExactly("a", "b");
        assertThat(opened.warnings()).isEmpty();
    }

    @Test
    void zip64RecordRightBeforeItsLocatorIsFoundWhereverTheLocatorPoints() throws IOException {
        zip.zip64 = true;
        zip.zip64Offset = 0x7FFF_FFFF_FFFF_FFF0L;
        zip.add("a", "1");
        assertThat(Opened.of(zip).paths()).containsExactly("a");
    }

    @Test
    void fullFieldsWithoutZip64AreTakenAtTheirWord() throws IOException {
        zip.count = 65535L;
        zip.add("a", "1");
        zip.add("b", "2");
        zip.add("c", "3");
        Opened opened = Opened.of(zip);
        assertThat(opened.paths()).containsExactly("a", "b", "c");
        assertThat(opened.warnings()).singleElement().asString().contains("3 entries", "65535");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2, 4, 1000})
    void wrongCountIsToleratedAndTold(long count) throws IOException {
        zip.count = count;
        zip.add("a", "1");
        zip.add("b", "2");
        zip.add("c", "3");
        Opened opened = Opened.of(zip);
        assertThat(opened.paths()).containsExactly("a", "b", "c");
        assertThat(opened.warnings()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 46, 60, 5000, 0xFFFF_FFFEL})
    void wrongDirectorySizeIsToleratedWhereItsOffsetIsRight(long size) throws IOException {
        zip.directorySize = size;
        zip.add("a", "1");
        zip.add("b", "2");
        Opened opened = Opened.of(zip);
        assertThat(opened.paths()).containsExactly("a", "b");
        assertThat(opened.text(1)).isEqualTo("2");
        assertThat(opened.warnings()).isNotEmpty();
    }

    @Test
    void wrongDirectoryOffsetIsNoPrefixWhereTheFirstEntryTells() throws IOException {
        zip.directoryOffset = 10L;
        zip.add("a", "1");
        Opened opened = Opened.of(zip);
        assertThat(opened.paths()).containsExactly("a");
        assertThat(opened.text(0)).isEqualTo("1");
        assertThat(opened.warnings()).isNotEmpty();
    }

    @Test
    void digitalSignatureBehindTheHeadersIsNoFault() throws IOException {
        zip.behindDirectory = new TinyZip.Out()
                .u32(0x05054B50)
                .u16(3)
                .bytes((byte) 1, (byte) 2, (byte) 3)
                .toBytes();
        zip.add("a", "1");
        Opened opened = Opened.of(zip);
        assertThat(opened.paths()).containsExactly("a");
        assertThat(opened.warnings()).isEmpty();
    }

    @Test
    void partOfAMultiPartArchiveIsNamedSo() {
        zip.disk = 3;
        zip.add("a", "1");
        assertThatThrownBy(() -> Opened.of(zip))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining("multi-part")
                .hasMessageContaining("join");
        byte[] firstPart = new TinyZip.Out()
                .u32(0x08074B50)
                .u32(0x04034B50)
                .bytes(new byte[100])
                .toBytes();
        assertThatThrownBy(() -> Opened.of(firstPart))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining("multi-part");
    }

    @Test
    void encryptedDirectoryIsNamedSo() {
        byte[] version2 = new TinyZip.Out()
                .bytes(new byte[200])
                .u32(0x06064B50)
                .u64(44 + 30)
                .u16(62)
                .u16(62)
                .u32(0)
                .u32(0)
                .u64(1)
                .u64(1)
                .u64(100)
                .u64(0)
                .u16(8)
                .u64(100)
                .u64(120)
                .u16(0x6610)
                .u16(256)
                .u16(1)
                .u16(0x8004)
                .u16(0)
                .u16(0)
                .u32(0x07064B50)
                .u32(0)
                .u64(200)
                .u32(1)
                .u32(0x06054B50)
                .u16(0)
                .u16(0)
                .u16(1)
                .u16(1)
                .u32(100)
                .u32(0xFFFF_FFFFL)
                .u16(0)
                .toBytes();
        assertThatThrownBy(() -> Opened.of(version2))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining("encrypted central directory");
    }

    @Test
    void archiveThatIsCutShortIsNamedSo() {
        zip.add("a", "1".repeat(1000));
        byte[] cut = Arrays.copyOf(zip.build(), 500);
        assertThat(recognize(cut).recognized()).isTrue();
        assertThatThrownBy(() -> Opened.of(cut))
                .isInstanceOf(ArchiveFormatException.class)
                .hasMessageContaining("cut short")
                .hasMessageContaining("again");
    }

    @Test
    void archiveWhoseStartIsMissingIsNamedDamaged() {
        zip.add("a", "1".repeat(1000));
        byte[] whole = zip.build();
        byte[] end = Arrays.copyOfRange(whole, whole.length - 22, whole.length);
        assertThat(recognize(end).recognized()).isTrue();
        assertThatThrownBy(() -> Opened.of(end))
                .isInstanceOf(ArchiveFormatException.class)
                .hasMessageContaining("no central directory where the archive says");
    }

    @ParameterizedTest
    @ValueSource(strings = {"hello, this is a text file", "7z\u00BC\u00AF\u0027\u001C0123456789", "PK", "x"})
    void whatIsNoArchiveIsNamedSo(String content) {
        byte[] bytes = content.getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);
        Recognition recognition = recognize(bytes);
        assertThat(recognition.recognized()).isFalse();
        assertThat(recognition.reason()).startsWith("it ");
        assertThatThrownBy(() -> Opened.of(bytes))
                .isInstanceOf(ArchiveFormatException.class)
                .hasMessageContaining("not a ZIP archive");
    }

    @Test
    void emptyFileIsNamedSo() {
        assertThat(recognize(new byte[0]).reason()).isEqualTo("it is empty");
    }

    private static Recognition recognize(byte[] bytes) {
        try {
            return new ZipFormat().recognize(new BytesSource(bytes));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
