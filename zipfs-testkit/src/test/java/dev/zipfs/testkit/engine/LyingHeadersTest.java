package dev.zipfs.testkit.engine;

import static dev.zipfs.testkit.assertion.DriveAssertions.assertThatArchive;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zipfs.Archive;
import dev.zipfs.ArchiveFormatException;
import dev.zipfs.ArchiveWarning;
import dev.zipfs.UnsupportedFeatureException;
import dev.zipfs.ZipDriveException;
import dev.zipfs.testkit.model.Content;
import dev.zipfs.testkit.model.Descriptor;
import dev.zipfs.testkit.model.EntryBuilder;
import dev.zipfs.testkit.model.EntryModel;
import dev.zipfs.testkit.model.ErrorKind;
import dev.zipfs.testkit.model.ExtraField;
import dev.zipfs.testkit.model.HeaderLies;
import dev.zipfs.testkit.model.Zip64;
import dev.zipfs.testkit.model.Zip64Field;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Headers that contradict each other or the truth: the entry reads rightly or fails, and the others read. */
class LyingHeadersTest {
    private static final Content CONTENT = Content.text("all work and no play\n".repeat(200));
    private static final HeaderLies TRUTH = HeaderLies.none();

    private static EntryBuilder entry() {
        return EntryModel.file("x.bin", CONTENT);
    }

    private static EntryBuilder deflated() {
        return entry().deflated();
    }

    private static EntryBuilder neighbour() {
        return EntryModel.file("ok.txt", "ok\n");
    }

    /** The central directory decides; the local header is where the data's place is read from. */
    static Stream<Arguments> harmless() {
        return Stream.of(
                Arguments.of("local sizes", deflated().localLies(TRUTH.size(1).compressedSize(2))),
                Arguments.of("local CRC", deflated().localLies(TRUTH.crc(7))),
                Arguments.of("local method", deflated().localLies(TRUTH.method(0))),
                Arguments.of("local flags", deflated().localLies(TRUTH.flags(0x0008))),
                Arguments.of("local name", deflated().localName("another/name".getBytes())),
                Arguments.of("longer local extra", deflated().localExtra(ExtraField.of(0xCAFE, new byte[500]))),
                Arguments.of("local extra that is none", deflated().localExtra(ExtraField.raw(new byte[3]))),
                Arguments.of("central extra that is none", deflated().centralExtra(ExtraField.raw(new byte[3]))),
                Arguments.of(
                        "central extra that overruns",
                        deflated().centralExtra(ExtraField.lying(0xCAFE, 5000, new byte[3]))),
                Arguments.of("central ZIP64 nobody asked for", deflated().centralExtra(ExtraField.zip64(1, 2, 3))),
                Arguments.of(
                        "descriptor CRC",
                        deflated().descriptor(Descriptor.SIGNED).descriptorLies(TRUTH.crc(1))),
                Arguments.of(
                        "descriptor sizes",
                        deflated().descriptor(Descriptor.UNSIGNED).descriptorLies(TRUTH.size(1))),
                Arguments.of("bytes before the header", deflated().leading(new byte[77])),
                Arguments.of("version needed 6.3", deflated().versionNeeded(63)),
                Arguments.of("version needed 655.35", deflated().versionNeeded(0xFFFF)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("harmless")
    void entryIsReadInSpiteOf(String lie, EntryBuilder entry) throws Exception {
        try (Archive archive = Opening.open(neighbour(), entry)) {
            assertThatArchive(archive).hasFile("x.bin", CONTENT).hasFile("ok.txt", "ok\n");
        }
    }

    static Stream<Arguments> harmful() {
        return Stream.of(
                Arguments.of("CRC", entry().lies(TRUTH.crc(1))),
                Arguments.of("CRC of deflated", deflated().lies(TRUTH.crc(1))),
                Arguments.of("smaller size", deflated().lies(TRUTH.size(CONTENT.size() - 1))),
                Arguments.of("larger size", deflated().lies(TRUTH.size(CONTENT.size() + 1))),
                Arguments.of("size 0", deflated().lies(TRUTH.size(0))),
                Arguments.of("size 2^40", deflated().lies(TRUTH.size(1L << 40))),
                Arguments.of("size of stored", entry().centralLies(TRUTH.size(CONTENT.size() - 1))),
                Arguments.of("smaller compressed size", deflated().lies(TRUTH.compressedSize(20))),
                Arguments.of("compressed size 0", deflated().lies(TRUTH.compressedSize(0))),
                Arguments.of("compressed size past the end", deflated().lies(TRUTH.compressedSize(1 << 20))),
                Arguments.of("compressed size 2^63", deflated().lies(TRUTH.compressedSize(Long.MIN_VALUE))),
                Arguments.of("offset of the neighbour", deflated().centralLies(TRUTH.offset(0))),
                Arguments.of("offset within data", deflated().centralLies(TRUTH.offset(3))),
                Arguments.of("offset past the end", deflated().centralLies(TRUTH.offset(1 << 30))),
                Arguments.of("offset 2^63 - 1", deflated().centralLies(TRUTH.offset(Long.MAX_VALUE))),
                Arguments.of("offset 2^64 - 1", deflated().centralLies(TRUTH.offset(-2))),
                Arguments.of("stored called deflated", entry().lies(TRUTH.method(8))),
                Arguments.of("deflated called stored", deflated().lies(TRUTH.method(0))),
                Arguments.of("no local signature", deflated().localLies(TRUTH.signature(0x12345678))),
                Arguments.of(
                        "ZIP64 without its field", deflated().zip64(Zip64.NEVER).lies(TRUTH.size(0xFFFF_FFFFL))),
                Arguments.of(
                        "ZIP64 with a negative offset",
                        deflated()
                                .zip64(Zip64.NEVER)
                                .centralLies(TRUTH.offset(0xFFFF_FFFFL))
                                .centralExtra(ExtraField.zip64(-5))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("harmful")
    void entryAloneFailsFor(String lie, EntryBuilder entry) throws Exception {
        try (Archive archive = Opening.open(neighbour(), entry, EntryModel.file("last.txt", "last"))) {
            assertThatArchive(archive)
                    .failsToRead("x.bin", ErrorKind.DAMAGED)
                    .hasFile("ok.txt", "ok\n")
                    .hasFile("last.txt", "last");
        }
    }

    @Test
    void errorNamesEntryAndArchive() throws Exception {
        try (Archive archive = Opening.open(entry().lies(TRUTH.crc(1)))) {
            assertThatThrownBy(() -> archive.entry("x.bin").openStream().readAllBytes())
                    .isInstanceOfSatisfying(
                            ArchiveFormatException.class,
                            failure -> assertThat(failure.entry()).contains("x.bin"))
                    .hasMessageContaining("memory.zip");
        }
    }

    /** Each subset of fields, alone and together with the local pair. */
    @Test
    void zip64FieldsComeInAnySubset() throws Exception {
        Zip64Field[] all = Zip64Field.values();
        for (int subset = 0; subset < 1 << all.length; subset++) {
            int chosen = subset;
            Zip64Field[] fields = Stream.of(all)
                    .filter(field -> (chosen & 1 << field.ordinal()) != 0)
                    .toArray(Zip64Field[]::new);
            for (Zip64 local : Zip64.values()) {
                try (Archive archive = Opening.open(
                        neighbour(), deflated().zip64(local).zip64Fields(fields), EntryModel.file("last", "l"))) {
                    assertThatArchive(archive).hasFile("x.bin", CONTENT).hasFile("last", "l");
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Descriptor.class)
    void descriptorsOfAllFormsAreRead(Descriptor descriptor) throws Exception {
        try (Archive archive = Opening.open(
                entry().descriptor(descriptor),
                EntryModel.file("y.bin", CONTENT).deflated().descriptor(descriptor),
                EntryModel.file("z", "").descriptor(descriptor))) {
            assertThatArchive(archive)
                    .hasFile("x.bin", CONTENT)
                    .hasFile("y.bin", CONTENT)
                    .hasFile("z", "");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {7, 13, 15, 17, 96, 97, 200, 0xFFFF})
    void unknownMethodCostsItsEntryAlone(int method) throws Exception {
        try (Archive archive = Opening.open(EntryModel.file("x", CONTENT).raw(method, new byte[50]), neighbour())) {
            assertThat(archive.entry("x").size()).isEqualTo(CONTENT.size());
            assertThatThrownBy(() -> archive.entry("x").openChannel())
                    .isInstanceOfSatisfying(
                            UnsupportedFeatureException.class,
                            failure -> assertThat(failure.entry()).contains("x"))
                    .hasMessageContaining(String.valueOf(method));
            assertThatArchive(archive).hasFile("ok.txt", "ok\n").failsToRead("x", ErrorKind.UNSUPPORTED);
        }
    }

    /** No decoder, ours or borrowed, answers garbage with an exception of its own. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 9, 12, 14, 93, 95, 98, 20})
    void garbageUnderAnyMethodIsATypedError(int method) throws Exception {
        for (int seed = 0; seed < 20; seed++) {
            byte[] garbage = Content.random(200, seed).toBytes();
            try (Archive archive = Opening.open(EntryModel.file("x", CONTENT).raw(method, garbage), neighbour())) {
                assertThatThrownBy(() -> archive.entry("x").openStream().readAllBytes())
                        .isInstanceOf(ZipDriveException.class);
                assertThatArchive(archive).hasFile("ok.txt", "ok\n");
            }
        }
    }

    @Test
    void strongEncryptionIsNamed() throws Exception {
        try (Archive archive = Opening.open(entry().flags(0x41), neighbour())) {
            assertThatThrownBy(() -> archive.entry("x.bin").openStream().readAllBytes())
                    .isInstanceOf(UnsupportedFeatureException.class)
                    .hasMessageContaining("strong encryption");
            assertThatArchive(archive).hasFile("ok.txt", "ok\n");
        }
    }

    @Test
    void overlappingEntriesOpenAndAreReported() throws Exception {
        try (Archive archive = Opening.open(entry(), entry().centralOnly().centralLies(TRUTH.offset(0)), neighbour())) {
            assertThatArchive(archive).hasFile("x.bin", CONTENT).hasFile("x (1).bin", CONTENT);
            assertThat(archive.warnings()).extracting(ArchiveWarning::kind).contains(ArchiveWarning.Kind.INCONSISTENT);
        }
    }
}
