package dev.zipfs.testkit.engine;

import static dev.zipfs.testkit.assertion.DriveAssertions.assertThatArchive;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zipfs.Archive;
import dev.zipfs.ArchiveFormatException;
import dev.zipfs.ArchiveWarning;
import dev.zipfs.UnsupportedFeatureException;
import dev.zipfs.ZipDriveException;
import dev.zipfs.testkit.model.ArchiveEnd;
import dev.zipfs.testkit.model.ArchiveModel;
import dev.zipfs.testkit.model.Content;
import dev.zipfs.testkit.model.EntryBuilder;
import dev.zipfs.testkit.model.EntryModel;
import dev.zipfs.testkit.model.ErrorKind;
import dev.zipfs.testkit.model.ExpectedTree;
import dev.zipfs.testkit.model.Prefix;
import dev.zipfs.testkit.model.Zip64;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How an archive ends, what is around it, and what its end records say and do not say. */
class EndOfArchiveTest {
    private static final byte[] STUB =
            "MZ this program cannot be run in DOS mode ".repeat(40).getBytes();
    private static final ExpectedTree TREE = ExpectedTree.builder()
            .file("a.txt", "alpha")
            .file("d/b.txt", "beta ".repeat(100))
            .build();

    private static ArchiveModel.Builder archive() {
        return ArchiveModel.builder()
                .add(EntryModel.file("a.txt", "alpha").build())
                .add(EntryModel.file("d/b.txt", "beta ".repeat(100)).deflated().build());
    }

    private static byte[] withEnd(UnaryOperator<ArchiveEnd.Builder> change) {
        return archive().end(change.apply(ArchiveEnd.builder()).build()).build().toBytes();
    }

    static Stream<Arguments> whole() {
        byte[] endInComment = ArchiveModel.builder().build().toBytes();
        byte[] archiveInComment =
                ArchiveModel.of(EntryModel.file("inner", "x").build()).toBytes();
        return Stream.of(
                Arguments.of("plain", withEnd(end -> end)),
                Arguments.of("comment", withEnd(end -> end.comment("hello"))),
                Arguments.of("longest comment", withEnd(end -> end.comment(new byte[65_535]))),
                Arguments.of(
                        "longest comment, ZIP64",
                        withEnd(end -> end.zip64(Zip64.FORCED).comment(new byte[65_535]))),
                Arguments.of("comment of signatures", withEnd(end -> end.comment("PK\5\6".repeat(1000)))),
                Arguments.of("empty archive in the comment", withEnd(end -> end.comment(endInComment))),
                Arguments.of("gap before the directory", withEnd(end -> end.gap(new byte[100]))),
                Arguments.of("ZIP64 end", withEnd(end -> end.zip64(Zip64.FORCED))),
                Arguments.of(
                        "ZIP64 end and comment",
                        withEnd(end -> end.zip64(Zip64.FORCED).comment("hello"))),
                Arguments.of(
                        "ZIP64 end with data",
                        withEnd(end -> end.zip64(Zip64.FORCED).zip64Data(new byte[] {1, 2, 3, 4}))),
                Arguments.of(
                        "counted prefix",
                        archive().prefix(Prefix.counted(STUB)).build().toBytes()),
                Arguments.of(
                        "uncounted prefix",
                        archive().prefix(Prefix.uncounted(STUB)).build().toBytes()),
                Arguments.of(
                        "uncounted archive as prefix",
                        archive()
                                .prefix(Prefix.uncounted(archiveInComment))
                                .build()
                                .toBytes()),
                Arguments.of(
                        "counted prefix, ZIP64",
                        archive()
                                .prefix(Prefix.counted(STUB))
                                .end(zip64())
                                .build()
                                .toBytes()),
                Arguments.of(
                        "uncounted prefix, ZIP64",
                        archive()
                                .prefix(Prefix.uncounted(STUB))
                                .end(zip64())
                                .build()
                                .toBytes()),
                Arguments.of(
                        "directory in another order",
                        archive().directoryOrder(List.of(1, 0)).build().toBytes()));
    }

    private static ArchiveEnd zip64() {
        return ArchiveEnd.builder().zip64(Zip64.FORCED).build();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("whole")
    void everySoundFormIsRead(String form, byte[] bytes) throws Exception {
        try (Archive archive = Opening.open(bytes)) {
            assertThatArchive(archive).hasTree(TREE);
            assertThat(archive.warnings()).isEmpty();
        }
    }

    static Stream<Arguments> wrong() {
        return Stream.of(
                Arguments.of("no entries claimed", withEnd(end -> end.claimedEntries(0))),
                Arguments.of("one entry claimed", withEnd(end -> end.claimedEntries(1))),
                Arguments.of("most entries claimed", withEnd(end -> end.claimedEntries(65_534))),
                Arguments.of(
                        "ZIP64 claims 2^62 entries",
                        withEnd(end -> end.zip64(Zip64.FORCED).zip64Entries(1L << 62))),
                Arguments.of(
                        "ZIP64 claims no entries",
                        withEnd(end -> end.zip64(Zip64.FORCED).zip64Entries(0))),
                Arguments.of("directory size too small", withEnd(end -> end.claimedSize(50))),
                Arguments.of("directory size 0", withEnd(end -> end.claimedSize(0))),
                Arguments.of("directory size too large", withEnd(end -> end.claimedSize(1 << 30))),
                Arguments.of("trailing bytes", withEnd(end -> end.trailing(new byte[5000]))),
                Arguments.of(
                        "comment longer than said",
                        withEnd(end -> end.comment("hello").claimedCommentLength(2))),
                Arguments.of(
                        "comment shorter than said",
                        withEnd(end -> end.comment("hello").claimedCommentLength(50))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("wrong")
    void whatCanBeReadInSpiteOfALieIsReadAndTheLieTold(String lie, byte[] bytes) throws Exception {
        try (Archive archive = Opening.open(bytes)) {
            assertThatArchive(archive).hasTree(TREE);
            assertThat(archive.warnings()).extracting(ArchiveWarning::kind).contains(ArchiveWarning.Kind.INCONSISTENT);
        }
    }

    /** Whatever a number says: the entries, or an error that names the archive. */
    @ParameterizedTest
    @ValueSource(longs = {0, 1, 46, 0x7FFF_FFFFL, 0xFFFF_FFFEL, 0xFFFF_FFFFL, 1L << 32, 1L << 62, Long.MAX_VALUE, -1})
    void noNumberOfTheEndLeadsAstray(long value) throws Exception {
        List<UnaryOperator<ArchiveEnd.Builder>> lies = List.of(
                end -> end.claimedOffset(value),
                end -> end.claimedSize(value),
                end -> end.claimedEntries(value),
                end -> end.zip64(Zip64.FORCED).zip64Offset(value),
                end -> end.zip64(Zip64.FORCED).zip64Size(value),
                end -> end.zip64(Zip64.FORCED).zip64Entries(value),
                end -> end.zip64(Zip64.FORCED).zip64RecordSize(value),
                end -> end.zip64(Zip64.FORCED).locatorOffset(value));
        for (UnaryOperator<ArchiveEnd.Builder> lie : lies) {
            try (Archive archive = Opening.open(withEnd(lie))) {
                assertThatArchive(archive).hasTree(TREE);
            } catch (ZipDriveException refused) {
                assertThat(refused).hasMessageContaining("memory.zip");
            }
        }
    }

    @Test
    void commentIsText() throws Exception {
        try (Archive archive = Opening.open(withEnd(end -> end.comment("grüße")))) {
            assertThat(archive.comment()).isEqualTo("grüße");
        }
    }

    @Test
    void emptyArchiveIsAnEmptyDrive() throws Exception {
        try (Archive archive = Opening.open(ArchiveModel.of())) {
            assertThatArchive(archive).hasTree(ExpectedTree.builder().build());
            assertThat(archive.entryCount()).isZero();
            assertThat(archive.root().children()).isEmpty();
        }
    }

    @Test
    void countWrapsAtSixteenBitsInOldArchives() throws Exception {
        ArchiveModel.Builder many = ArchiveModel.builder();
        for (int i = 0; i < 66_000; i++) {
            many.add(EntryModel.file("f" + i, "").build());
        }
        ArchiveEnd end = ArchiveEnd.builder()
                .zip64(Zip64.NEVER)
                .claimedEntries(66_000 & 0xFFFF)
                .build();
        try (Archive archive = Opening.open(many.end(end).build())) {
            assertThat(archive.entryCount()).isEqualTo(66_000);
            assertThat(archive.find("f65999")).isPresent();
            assertThat(archive.warnings()).isEmpty();
        }
    }

    @Test
    void kindsOfUnusableFilesAreToldApart() {
        byte[] sound = archive().build().toBytes();
        assertThatThrownBy(() -> Opening.open("hello, world, this is only text".getBytes()))
                .isInstanceOf(ZipDriveException.class)
                .hasMessageContaining("memory.zip");
        assertThatThrownBy(() -> Opening.open(new byte[0])).isInstanceOf(ZipDriveException.class);
        assertThatThrownBy(() -> Opening.open(Arrays.copyOf(sound, sound.length - 60)))
                .isInstanceOf(ArchiveFormatException.class)
                .hasMessageContaining("cut short");
        assertThatThrownBy(() -> Opening.open(withEnd(end -> end.disk(3))))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining("multi-part");
    }

    /** The directory is whole, so what still is there can be read. */
    @Test
    void archiveWithoutItsBeginningGivesWhatIsLeft() throws Exception {
        byte[] sound = archive().build().toBytes();
        try (Archive archive = Opening.open(Arrays.copyOfRange(sound, 20, sound.length))) {
            assertThatArchive(archive).failsToRead("a.txt", ErrorKind.DAMAGED).hasFile("d/b.txt", "beta ".repeat(100));
        }
    }

    /** Every length, so that each record is cut in each place. */
    @Test
    void truncatedArchiveIsRefusedWithATypedError() {
        byte[] sound = archive().build().toBytes();
        for (int length = 0; length < sound.length; length++) {
            byte[] cut = Arrays.copyOf(sound, length);
            assertThatThrownBy(() -> Opening.open(cut)).as("length %s", length).isInstanceOf(ZipDriveException.class);
        }
    }

    /** A file of the archive's first entries is not mistaken for the archive when that is cut short. */
    @Test
    void innerArchiveIsNotTakenForAnOuterOneThatIsCutShort() {
        byte[] inner = archive().build().toBytes();
        EntryBuilder stored = EntryModel.file("inner.zip", Content.bytes(inner));
        byte[] outer = ArchiveModel.of(stored.build()).toBytes();
        byte[] cut = Arrays.copyOf(outer, outer.length - 40);
        assertThatThrownBy(() -> Opening.open(cut)).isInstanceOf(ArchiveFormatException.class);
    }
}
