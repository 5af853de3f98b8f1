package dev.zipfs.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zipfs.Archive;
import dev.zipfs.NameRules;
import dev.zipfs.testkit.corpus.Corpus;
import dev.zipfs.testkit.model.ArchiveModel;
import dev.zipfs.testkit.model.EntryModel;
import dev.zipfs.testkit.model.ExtraField;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.TimeZone;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Times, modes, and what else the archive says about an entry. */
class AttributesTest {
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    private static LocalDateTime wall(Archive archive, String path, ZoneId zone) throws Exception {
        return LocalDateTime.ofInstant(archive.entry(path).modified(), zone);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Europe/Berlin", "UTC", "Asia/Tokyo"})
    void timesWithAZoneAreTheSameEverywhereAndDosTimesAreLocal(String name) throws Exception {
        ZoneId zone = ZoneId.of(name);
        try (Archive archive = Opening.builder(Corpus.B14_TIMES.model(), NameRules.POSIX)
                .zone(zone)
                .open()) {
            assertThat(archive.entry("ut.txt").modified()).isEqualTo(Instant.ofEpochSecond(1_720_000_001));
            assertThat(archive.entry("pre1970.txt").modified()).isEqualTo(Instant.ofEpochSecond(-86_400));
            assertThat(wall(archive, "summer.txt", zone)).isEqualTo("2024-07-01T12:00");
            assertThat(wall(archive, "winter.txt", zone)).isEqualTo("2024-01-01T12:00");
        }
    }

    /** The zone is asked for with the first time, and stays: what is shown must not move while it is open. */
    @Test
    void withoutAZoneDosTimesAreInTheSystemsAndStayThere() throws Exception {
        TimeZone before = TimeZone.getDefault();
        try (Archive archive =
                Opening.builder(Corpus.B14_TIMES.model(), NameRules.POSIX).open()) {
            TimeZone.setDefault(TimeZone.getTimeZone("Asia/Tokyo"));
            assertThat(wall(archive, "summer.txt", ZoneId.of("Asia/Tokyo"))).isEqualTo("2024-07-01T12:00");
            TimeZone.setDefault(TimeZone.getTimeZone("America/New_York"));
            assertThat(wall(archive, "summer.txt", ZoneId.of("Asia/Tokyo"))).isEqualTo("2024-07-01T12:00");
        } finally {
            TimeZone.setDefault(before);
        }
    }

    @Test
    void dosTimeInAGapMovesForwardAndDateZeroIsTheFirst() throws Exception {
        try (Archive archive = Opening.builder(Corpus.B14_TIMES.model(), NameRules.POSIX)
                .zone(BERLIN)
                .open()) {
            assertThat(wall(archive, "gap.txt", BERLIN)).isEqualTo("2024-03-31T03:30");
            assertThat(wall(archive, "zerodate.txt", BERLIN)).isEqualTo("1980-01-01T00:00");
        }
    }

    /** The order in which records are believed. */
    @Test
    void ntfsHasTheFractionWhereItAgreesElseTheExtendedTimestampHolds() throws Exception {
        Instant exact = Instant.parse("2024-05-06T07:08:09.1234567Z");
        Instant other = Instant.parse("2020-01-01T00:00:00.5Z");
        long seconds = exact.getEpochSecond();
        ArchiveModel model = Opening.model(
                EntryModel.file("agree", "").extra(ExtraField.ntfs(exact)).extra(ExtraField.extendedTimestamp(seconds)),
                EntryModel.file("differ", "")
                        .extra(ExtraField.ntfs(other))
                        .extra(ExtraField.extendedTimestamp(seconds)),
                EntryModel.file("ntfs", "").extra(ExtraField.ntfs(exact)),
                EntryModel.file("infozip", "").extra(ExtraField.infoZipUnix(seconds)),
                EntryModel.file("both", "")
                        .extra(ExtraField.infoZipUnix(1))
                        .extra(ExtraField.extendedTimestamp(seconds)));
        try (Archive archive = Opening.open(model)) {
            assertThat(archive.entry("agree").modified()).isEqualTo(exact);
            assertThat(archive.entry("differ").modified()).isEqualTo(Instant.ofEpochSecond(seconds));
            assertThat(archive.entry("ntfs").modified()).isEqualTo(exact);
            assertThat(archive.entry("infozip").modified()).isEqualTo(Instant.ofEpochSecond(seconds));
            assertThat(archive.entry("both").modified()).isEqualTo(Instant.ofEpochSecond(seconds));
        }
    }

    /** Months and hours that do not exist are no reason to fail. */
    @Test
    void anyDosTimeIsATime() throws Exception {
        for (int date = 0; date <= 0xFFFF; date += 0x111) {
            try (Archive archive = Opening.open(EntryModel.file("a", "").dos(date, 0xFFFF - date))) {
                assertThat(archive.entry("a").modified()).isBetween("1979-12-30T00:00:00Z", "2108-02-01T00:00:00Z");
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "0100000, 0444",
        "0100644, 0444",
        "0100755, 0555",
        "0104755, 0555",
        "0100700, 0544",
        "0600, 0444",
        "0, 0444"
    })
    void filesAreReadableByAllAndKeepTheirExecuteBits(String mode, String shown) throws Exception {
        try (Archive archive = Opening.open(EntryModel.file("f", "x").unixMode(Integer.parseInt(mode, 8)))) {
            assertThat(archive.entry("f").permissions()).isEqualTo(Integer.parseInt(shown, 8));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"0040000", "0040644", "0041777", "0755", "0"})
    void foldersCanBeSearchedByAll(String mode) throws Exception {
        try (Archive archive = Opening.open(
                EntryModel.directory("d").unixMode(Integer.parseInt(mode, 8)), EntryModel.file("d/in", "x"))) {
            assertThat(archive.entry("d").permissions()).isEqualTo(0555);
            assertThat(archive.entry("d").children()).hasSize(1);
        }
    }

    @Test
    void whatTheArchiveSaysOfContentIsGiven() throws Exception {
        String text = "abc".repeat(100);
        try (Archive archive = Opening.open(
                EntryModel.file("s", text), EntryModel.file("d/z", text).deflated())) {
            assertThat(archive.entry("s").method()).contains("stored");
            assertThat(archive.entry("d/z").method()).contains("deflated");
            assertThat(archive.entry("s").compressedSize()).hasValue(300);
            assertThat(archive.entry("d/z").compressedSize().orElseThrow()).isBetween(1L, 50L);
            assertThat(archive.entry("s").crc32())
                    .isEqualTo(archive.entry("d/z").crc32());
            assertThat(archive.entry("d").method()).isEmpty();
            assertThat(archive.entry("d").compressedSize()).isEmpty();
            assertThat(archive.entry("d").crc32()).isEmpty();
            assertThat(archive.entry("s").encrypted()).isFalse();
        }
    }
}
