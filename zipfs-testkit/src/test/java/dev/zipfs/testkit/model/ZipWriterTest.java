package dev.zipfs.testkit.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.zipfs.testkit.model.Encryption.AesVersion;
import dev.zipfs.testkit.model.Encryption.KeyLength;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ZipWriterTest {
    private static final Content TEXT = Content.text("all work and no play\n".repeat(100));

    @TempDir
    Path directory;

    /** Everything sound that the writer can do, unencrypted. */
    private static ArchiveModel everything() {
        ArchiveModel.Builder archive = ArchiveModel.builder()
                .add(EntryModel.directory("folder").build())
                .add(EntryModel.file("empty", "").build())
                .add(EntryModel.file("ünïcödé.txt", "é").build())
                .add(EntryModel.symlink("link", "empty").build())
                .add(EntryModel.file("comment", "c")
                        .comment("of an entry".getBytes())
                        .build())
                .end(ArchiveEnd.builder().comment("of the archive").build());
        for (Descriptor descriptor : Descriptor.values()) {
            for (int level = 0; level <= 9; level += 3) {
                archive.add(EntryModel.file("folder/" + descriptor + level, TEXT)
                        .deflated(level)
                        .descriptor(descriptor)
                        .extra(ExtraField.extendedTimestamp(level))
                        .build());
            }
        }
        for (Zip64 zip64 : Zip64.values()) {
            archive.add(EntryModel.file("zip64-" + zip64, TEXT).zip64(zip64).build());
        }
        return archive.build();
    }

    private Path write(ArchiveModel model) throws IOException {
        Path file = directory.resolve("written.zip");
        model.write(file);
        assertThat(file).hasBinaryContent(model.toBytes());
        return file;
    }

    @Test
    void otherReadersReadEverythingSound() throws Exception {
        Path file = write(everything());

        Oracles.assertJdkReads(file, everything());
        Oracles.assertCompressReads(file, everything());
    }

    @ParameterizedTest
    @ValueSource(strings = {"unzip -tqq", "7z t", "python3 -m zipfile -t"})
    void commandLineToolsTestItWithoutComplaint(String command) throws Exception {
        Path file = write(everything());
        try {
            assertThat(Oracles.run(file, command.split(" "))).isZero();
        } catch (IOException absent) {
            abort(command + " is not here: " + absent.getMessage());
        }
    }

    @ParameterizedTest
    @EnumSource(KeyLength.class)
    void sevenZipDecryptsWinZipAes(KeyLength length) throws Exception {
        ArchiveModel.Builder archive = ArchiveModel.builder();
        for (AesVersion version : AesVersion.values()) {
            archive.add(EntryModel.file("stored" + version, TEXT)
                    .encrypted(Encryption.aes("pässwörd", length, version))
                    .build());
            archive.add(EntryModel.file("deflated" + version, TEXT)
                    .deflated()
                    .encrypted(Encryption.aes("pässwörd", length, version))
                    .build());
        }
        assertSevenZipDecrypts(archive.build(), "pässwörd");
    }

    @ParameterizedTest
    @EnumSource(Descriptor.class)
    void sevenZipDecryptsZipCrypto(Descriptor descriptor) throws Exception {
        assertSevenZipDecrypts(
                ArchiveModel.of(
                        EntryModel.file("a", TEXT)
                                .encrypted(Encryption.zipCrypto("pw"))
                                .descriptor(descriptor)
                                .build(),
                        EntryModel.file("b", TEXT)
                                .deflated()
                                .encrypted(Encryption.zipCrypto("pw"))
                                .build()),
                "pw");
    }

    private void assertSevenZipDecrypts(ArchiveModel model, String password) throws Exception {
        Path file = write(model);
        try {
            // Its command line is text in the locale's charset: an ASCII password is the same in all of them.
            if (password.chars().allMatch(c -> c < 0x80)) {
                assertThat(Oracles.run(file, "7z", "t", "-p" + password)).isZero();
            }
            assertThat(Oracles.run(file, "7z", "t", "-pwrong")).isNotZero();
        } catch (IOException absent) {
            abort("7z is not here: " + absent.getMessage());
        }
    }

    @Test
    void prefixesAndTrailingBytesAreAsTheirRecipeSays() throws Exception {
        byte[] stub = "#!/bin/sh\n".repeat(100).getBytes();
        for (Prefix prefix : List.of(Prefix.counted(stub), Prefix.uncounted(stub))) {
            ArchiveModel model = ArchiveModel.builder()
                    .prefix(prefix)
                    .add(EntryModel.file("a", TEXT).build())
                    .build();
            Path file = write(model);
            assertThat(Files.readAllBytes(file)).startsWith(stub);
            Oracles.assertJdkReads(file, model);
            Oracles.assertCompressReads(file, model);
        }
        byte[] trailing = ArchiveModel.builder()
                .end(ArchiveEnd.builder().trailing(new byte[] {1, 2, 3}).build())
                .build()
                .toBytes();
        assertThat(trailing).hasSize(25).endsWith(1, 2, 3);
    }

    @Test
    void directoryOrderLeavesOutAndRepeats() throws Exception {
        Path file = write(ArchiveModel.builder()
                .add(
                        EntryModel.file("a", "1").build(),
                        EntryModel.file("b", "2").build())
                .directoryOrder(List.of(1, 1))
                .build());

        try (ZipFile zip = new ZipFile(file.toFile())) {
            assertThat(zip.stream().map(ZipEntry::getName)).containsExactly("b", "b");
        }
    }

    @Test
    void liesStandWhereTheyWereTold() throws Exception {
        Path file = write(ArchiveModel.of(EntryModel.file("a", TEXT)
                .centralLies(HeaderLies.none().size(7).crc(5))
                .localLies(HeaderLies.none().method(12))
                .build()));

        try (ZipFile zip = new ZipFile(file.toFile())) {
            assertThat(zip.getEntry("a").getSize()).isEqualTo(7);
            assertThat(zip.getEntry("a").getCrc()).isEqualTo(5);
            assertThat(zip.getEntry("a").getMethod()).isZero();
        }
        assertThat(Files.readAllBytes(file)[8]).isEqualTo((byte) 12);
    }

    @Test
    void archiveWithoutEndIsNoArchive() throws Exception {
        Path file = directory.resolve("dead.zip");
        try (ZipWriter writer = ZipWriter.create(file)) {
            writer.add(EntryModel.file("a", TEXT).build());
        }
        assertThatThrownBy(() -> new ZipFile(file.toFile())).isInstanceOf(ZipException.class);
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files).containsExactly(file);
        }
    }

    @Test
    void moreEntriesThanSixteenBitsAreWrittenOneByOne() throws Exception {
        Path file = directory.resolve("many.zip");
        int count = 70_000;
        try (ZipWriter writer = ZipWriter.create(file)) {
            for (int i = 0; i < count; i++) {
                writer.add(EntryModel.file("d" + i % 100 + "/" + i, "").build());
            }
            writer.finish(ArchiveEnd.plain());
        }
        try (ZipFile zip = new ZipFile(file.toFile());
                Stream<Path> files = Files.list(directory)) {
            assertThat(zip.size()).isEqualTo(count);
            assertThat(zip.getEntry("d99/69999")).isNotNull();
            assertThat(files).containsExactly(file);
        }
    }

    @Test
    void entryOfManyGigabytesIsAHoleInTheFile() throws Exception {
        long gib = 1L << 30;
        Content content = Content.sparse(5 * gib, gib);
        ArchiveModel model = ArchiveModel.of(
                EntryModel.file("huge", content).lies(HeaderLies.none().crc(0)).build(),
                EntryModel.file("behind", TEXT).build());
        Path file = directory.resolve("huge.zip");

        model.write(file);

        assertThat(Files.size(file)).isGreaterThan(5 * gib);
        try (ZipFile zip = new ZipFile(file.toFile())) {
            assertThat(zip.getEntry("huge").getSize()).isEqualTo(5 * gib);
            try (InputStream in = zip.getInputStream(zip.getEntry("huge"))) {
                in.skipNBytes(3 * gib);
                assertThat(in.readNBytes(16))
                        .isEqualTo(content.slice(3 * gib, 16))
                        .contains(0xC0);
            }
            try (InputStream in = zip.getInputStream(zip.getEntry("behind"))) {
                assertThat(in.readAllBytes()).isEqualTo(TEXT.toBytes());
            }
        }
    }

    @Test
    void manyZerosDeflateAsOneChunkRepeated() throws Exception {
        Content content = Content.zeros(100_000_000);
        Path file = directory.resolve("zeros.zip");
        ArchiveModel.of(EntryModel.file("zeros", content).deflated(9).build()).write(file);

        CRC32 crc = new CRC32();
        try (ZipFile zip = new ZipFile(file.toFile());
                InputStream in = zip.getInputStream(zip.getEntry("zeros"))) {
            byte[] chunk = new byte[1 << 16];
            for (int count = in.read(chunk); count >= 0; count = in.read(chunk)) {
                crc.update(chunk, 0, count);
            }
            assertThat(crc.getValue()).isEqualTo(zip.getEntry("zeros").getCrc()).isEqualTo(content.crc32());
        }
        assertThat(Files.size(file)).isLessThan(1 << 20);
    }
}
