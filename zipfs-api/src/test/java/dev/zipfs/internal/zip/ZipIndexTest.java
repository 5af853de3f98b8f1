package dev.zipfs.internal.zip;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zipfs.ArchiveFormatException;
import dev.zipfs.ArchiveLimits;
import dev.zipfs.EntryType;
import dev.zipfs.LimitExceededException;
import dev.zipfs.UnsupportedFeatureException;
import dev.zipfs.internal.zip.TinyZip.TinyEntry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ZipIndexTest {
    private static final long FULL = 0xFFFF_FFFFL;

    private final TinyZip zip = new TinyZip();

    private EntryType type(String name, int host, int attributes) throws IOException {
        zip.entries.clear();
        zip.add(name, "").host(host).attributes(attributes);
        return Opened.of(zip).index.type(0);
    }

    private int permissions(int host, int attributes) throws IOException {
        zip.entries.clear();
        zip.add("x", "").host(host).attributes(attributes);
        return Opened.of(zip).index.permissions(0);
    }

    @Test
    void typeComesFromSlashUnixModeAndDosBit() throws IOException {
        assertThat(type("f", 3, 0100644 << 16)).isEqualTo(EntryType.FILE);
        assertThat(type("f/", 3, 0100644 << 16)).isEqualTo(EntryType.DIRECTORY);
        assertThat(type("f", 3, 0040755 << 16)).isEqualTo(EntryType.DIRECTORY);
        assertThat(type("f", 19, 0040755 << 16)).isEqualTo(EntryType.DIRECTORY);
        assertThat(type("f", 3, 0120777 << 16)).isEqualTo(EntryType.SYMLINK);
        assertThat(type("f", 19, 0120777 << 16)).isEqualTo(EntryType.SYMLINK);
        assertThat(type("f", 0, 0120777 << 16)).isEqualTo(EntryType.FILE);
        assertThat(type("f", 3, 0600 << 16)).isEqualTo(EntryType.FILE);
        assertThat(type("f", 3, 0600 << 16 | 0x10)).isEqualTo(EntryType.DIRECTORY);
        assertThat(type("f", 3, 0100600 << 16 | 0x10)).isEqualTo(EntryType.FILE);
        assertThat(type("f", 0, 0x10)).isEqualTo(EntryType.DIRECTORY);
        assertThat(type("f", 0, 0)).isEqualTo(EntryType.FILE);
        assertThat(type("f\\", 0, 0)).isEqualTo(EntryType.DIRECTORY);
        assertThat(type("f\\", 3, 0)).isEqualTo(EntryType.FILE);
        assertThat(type("", 3, 0)).isEqualTo(EntryType.FILE);
        assertThat(type("pipe", 3, 0010644 << 16)).isEqualTo(EntryType.FILE);
    }

    @Test
    void dosFolderBitDoesNotHideContent() throws IOException {
        zip.add("f", "content").host(0).attributes(0x10);
        assertThat(Opened.of(zip).index.type(0)).isEqualTo(EntryType.FILE);
    }

    @Test
    void permissionsAreTheUnixOnesOrNone() throws IOException {
        assertThat(permissions(3, 0100644 << 16)).isEqualTo(0644);
        assertThat(permissions(19, 0104755 << 16)).isEqualTo(04755);
        assertThat(permissions(3, 0600 << 16)).isEqualTo(0600);
        assertThat(permissions(3, 0100000 << 16)).isZero();
        assertThat(permissions(3, 0x20)).isEqualTo(-1);
        assertThat(permissions(0, 0100644 << 16)).isEqualTo(-1);
    }

    @Test
    void zip64ValuesAreTakenInTheirOrderAndOnlyWhereAsked() throws IOException {
        TinyEntry all = zip.add("all", "abc");
        all.size = FULL;
        all.compressedSize = FULL;
        all.offset = FULL;
        all.extra(TinyZip.extra(1, new TinyZip.Out().u64(3).u64(3).u64(0).toBytes()));
        TinyEntry offsetOnly = zip.add("offset", "def");
        offsetOnly.offset = FULL;
        offsetOnly.extra(TinyZip.extra(1, new TinyZip.Out().u64(30 + 3 + 3).toBytes()));
        TinyEntry compressedOnly = zip.add("compressed", "ghi");
        compressedOnly.compressedSize = FULL;
        compressedOnly.extra(TinyZip.extra(1, new TinyZip.Out().u64(3).toBytes()));
        TinyEntry none = zip.add("none", "jkl");
        none.extra(TinyZip.extra(1, new TinyZip.Out().u64(99).u64(99).u64(99).toBytes()));
        Opened opened = Opened.of(zip);
        assertThat(opened.text(0)).isEqualTo("abc");
        assertThat(opened.text(1)).isEqualTo("def");
        assertThat(opened.text(2)).isEqualTo("ghi");
        assertThat(opened.text(3)).isEqualTo("jkl");
        assertThat(opened.warnings()).isEmpty();
    }

    @Test
    void missingZip64ValuesAreToldAndCostOnlyTheirEntry() throws IOException {
        TinyEntry bad = zip.add("bad", "abc");
        bad.size = FULL;
        bad.compressedSize = FULL;
        bad.extra(TinyZip.extra(1, new TinyZip.Out().u64(3).toBytes()));
        zip.add("good", "def");
        Opened opened = Opened.of(zip);
        assertThat(opened.index.size(0)).isEqualTo(3);
        assertThat(opened.index.compressedSize(0)).isEqualTo(FULL);
        assertThat(opened.warnings()).anySatisfy(w -> assertThat(w).contains("'bad'", "ZIP64"));
        assertThatThrownBy(() -> opened.index.open(0))
                .isInstanceOf(ArchiveFormatException.class)
                .hasMessageContaining("'bad'")
                .hasMessageContaining("past the end");
        assertThat(opened.text(1)).isEqualTo("def");
    }

    @Test
    void impossibleSizesAreShownAsTheLargestAndFailWhenOpened() throws IOException {
        TinyEntry huge = zip.add("huge", "abc");
        huge.size = FULL;
        huge.extra(TinyZip.extra(1, new TinyZip.Out().u64((1L << 63) + 5).toBytes()));
        TinyEntry big = zip.add("big", "abc");
        big.size = FULL;
        big.extra(TinyZip.extra(1, new TinyZip.Out().u64(1L << 62).toBytes()));
        TinyEntry far = zip.add("far", "abc");
        far.offset = FULL;
        far.extra(TinyZip.extra(1, new TinyZip.Out().u64(Long.MAX_VALUE).toBytes()));
        TinyEntry farther = zip.add("farther", "abc");
        farther.offset = FULL;
        farther.extra(TinyZip.extra(1, new TinyZip.Out().u64(-1).toBytes()));
        zip.add("good", "def");
        Opened opened = Opened.of(zip);
        assertThat(opened.index.size(0)).isEqualTo(Long.MAX_VALUE);
        assertThat(opened.index.size(1)).isEqualTo(1L << 62);
        for (int i = 0; i < 4; i++) {
            int entry = i;
            assertThatThrownBy(() -> opened.index.open(entry))
                    .as("entry %d", i)
                    .isInstanceOf(ArchiveFormatException.class);
        }
        assertThat(opened.text(4)).isEqualTo("def");
    }

    @Test
    void extraFieldsThatLieAboutTheirLengthAreTold() throws IOException {
        zip.add("bad", "abc").extra(new byte[] {0x55, 0x54, 100, 0, 1, 2, 3});
        zip.add("padded", "def").extra(new byte[] {0, 0, 0});
        Opened opened = Opened.of(zip);
        assertThat(opened.text(0)).isEqualTo("abc");
        assertThat(opened.text(1)).isEqualTo("def");
        assertThat(opened.warnings()).singleElement().asString().contains("'bad'", "extra fields");
    }

    @Test
    void commentsAndUselessExtraFieldsMakeNoDifference() throws IOException {
        for (int i = 0; i < 200; i++) {
            TinyEntry entry = zip.add("entry" + i, "content " + i);
            entry.comment = "comment".repeat(i % 7).getBytes(UTF_8);
            entry.extra(new TinyZip.Out()
                    .bytes(TinyZip.extra(0x7875, new byte[11]))
                    .bytes(i % 3 == 0 ? new byte[0] : TinyZip.extra(0x5455, new byte[] {1, (byte) i, 0, 0, 0}))
                    .toBytes());
        }
        Opened opened = Opened.of(zip);
        for (int i = 0; i < 200; i++) {
            assertThat(opened.path(i)).isEqualTo("entry" + i);
            assertThat(opened.text(i)).isEqualTo("content " + i);
            if (i % 3 != 0) {
                assertThat(opened.index.modifiedSeconds(i)).isEqualTo(i);
            }
        }
        assertThat(opened.warnings()).isEmpty();
    }

    @Test
    void directoryThatBreaksOffKeepsWhatCameBefore() throws IOException {
        zip.add("a", "1");
        zip.add("b", "2");
        zip.add("c", "3");
        byte[] archive = zip.build();
        int last = archive.length - 22 - 47;
        archive[last] = 'X';
        Opened opened = Opened.of(archive);
        assertThat(opened.paths()).containsExactly("a", "b");
        assertThat(opened.text(1)).isEqualTo("2");
        assertThat(opened.warnings()).singleElement().asString().contains("breaks off", "2 of 3");
    }

    @Test
    void headerWhoseNameRunsOutOfTheDirectoryEndsIt() throws IOException {
        zip.add("a", "1");
        zip.add("b", "2");
        byte[] archive = zip.build();
        archive[archive.length - 22 - 47 + 29] = (byte) 0xFF;
        assertThat(Opened.of(archive).paths()).containsExactly("a");
        zip.entries.remove(1);
        byte[] onlyOne = zip.build();
        onlyOne[onlyOne.length - 22 - 47 + 29] = (byte) 0xFF;
        assertThatThrownBy(() -> Opened.of(onlyOne))
                .isInstanceOf(ArchiveFormatException.class)
                .hasMessageContaining("longer than the directory");
    }

    @Test
    void limitsHoldBeforeAnythingIsKept() {
        for (int i = 0; i < 10; i++) {
            zip.add("entry" + i, "");
        }
        byte[] archive = zip.build();
        CollectingRequest request = new CollectingRequest();
        request.limits = ArchiveLimits.builder().maxEntries(9).build();
        assertThatThrownBy(() -> Opened.of(archive, request))
                .isInstanceOfSatisfying(
                        LimitExceededException.class,
                        e -> assertThat(e.option()).isEqualTo("maxEntries"));
        request.limits = ArchiveLimits.builder().maxNameBytes(59).build();
        assertThatThrownBy(() -> Opened.of(archive, request))
                .isInstanceOfSatisfying(
                        LimitExceededException.class,
                        e -> assertThat(e.option()).isEqualTo("maxNameBytes"));
        request.limits = ArchiveLimits.builder().maxIndexBytes(519).build();
        assertThatThrownBy(() -> Opened.of(archive, request))
                .isInstanceOfSatisfying(
                        LimitExceededException.class,
                        e -> assertThat(e.option()).isEqualTo("maxIndexBytes"));
    }

    @Test
    void overlappingEntriesAreToldAndStillRead() throws IOException {
        zip.add("a", "1".repeat(100));
        zip.add("b", "2");
        zip.entries.get(1).offset = 0L;
        zip.entries.get(1).plain = zip.entries.get(0).plain;
        zip.entries.get(1).compressedSize = 100L;
        Opened opened = Opened.of(zip);
        assertThat(opened.warnings())
                .anySatisfy(w -> assertThat(w).contains("'b'", "overlaps"))
                .anySatisfy(w -> assertThat(w).contains("share data"));
        assertThat(opened.text(1)).isEqualTo("1".repeat(100));
        assertThat(opened.warnings()).anySatisfy(w -> assertThat(w).contains("'b'", "another name"));
    }

    @Test
    void warningsOfAnArchiveOfNothingButFaultsAreCounted() throws IOException {
        for (int i = 0; i < 1500; i++) {
            zip.add("entry" + i, "").extra(new byte[] {1, 1, 100, 0});
        }
        Opened opened = Opened.of(zip);
        assertThat(opened.warnings()).hasSize(1001);
        assertThat(opened.warnings().get(1000)).contains("500 more");
    }

    @Test
    void localHeaderMustBeThere() throws IOException {
        zip.add("gone", "abc").localSignature = 0;
        zip.add("good", "def");
        Opened opened = Opened.of(zip);
        assertThatThrownBy(() -> opened.index.open(0))
                .isInstanceOf(ArchiveFormatException.class)
                .hasMessageContaining("'gone'")
                .hasMessageContaining("local header at offset 0");
        assertThat(opened.text(1)).isEqualTo("def");
    }

    @Test
    void localNameAndMethodMayDifferAndAreTold() throws IOException {
        zip.add("dir/a", "abc").localName = "dir\\a".getBytes(UTF_8);
        zip.add("b", "def").localMethod = 8;
        zip.add("masked", "ghi").flags(1 << 13).localName = "x".getBytes(UTF_8);
        Opened opened = Opened.of(zip);
        assertThat(opened.text(0)).isEqualTo("abc");
        assertThat(opened.text(1)).isEqualTo("def");
        assertThat(opened.text(2)).isEqualTo("ghi");
        opened.content(0);
        assertThat(opened.warnings())
                .as("each entry is told about once")
                .hasSize(2)
                .anySatisfy(w -> assertThat(w).contains("'dir/a'", "another name"))
                .anySatisfy(w -> assertThat(w).contains("'b'", "8 (deflated)"));
    }

    @Test
    void unknownMethodsAreNamed() throws IOException {
        zip.add("sound", "abc").raw(97, new byte[3]);
        zip.add("odd", "abc").raw(200, new byte[3]);
        zip.add("good", "def");
        Opened opened = Opened.of(zip);
        assertThat(opened.index.method(0)).isEqualTo("wavpack");
        assertThat(opened.index.method(1)).isEqualTo("method 200");
        assertThatThrownBy(() -> opened.index.open(0))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining("97 (wavpack)");
        assertThatThrownBy(() -> opened.index.open(1))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining("compression method 200");
        assertThat(opened.text(2)).isEqualTo("def");
    }

    @Test
    void emptyEntryWithACrcIsRefused() throws IOException {
        zip.deflated("x", new byte[0]).crc = 5L;
        Opened opened = Opened.of(zip);
        assertThatThrownBy(() -> opened.index.open(0)).isInstanceOf(ArchiveFormatException.class);
    }

    @Test
    void numbersOutsideTheRangeAreTheCallersMistake() throws IOException {
        zip.add("abc", "1");
        Opened opened = Opened.of(zip);
        assertThatThrownBy(() -> opened.index.size(1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> opened.index.pathLength(-1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> opened.index.copyPath(0, new byte[3], 1))
                .isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void directoriesOfSeveralChunksAreReadWhole() throws IOException {
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            String name = "n" + i + "-" + "x".repeat(60_000);
            expected.add(name);
            zip.add(name, "");
        }
        Opened opened = Opened.of(zip);
        assertThat(opened.paths()).isEqualTo(expected);
        for (TinyEntry entry : zip.entries) {
            entry.comment = new byte[60_000];
        }
        Opened commented = Opened.of(zip);
        assertThat(commented.paths()).isEqualTo(expected);
        assertThat(commented.warnings()).isEmpty();
    }
}
