package dev.zipfs.testkit.engine;

import static dev.zipfs.testkit.assertion.DriveAssertions.assertThatArchive;
import static org.assertj.core.api.Assertions.assertThat;

import dev.zipfs.Archive;
import dev.zipfs.Entry;
import dev.zipfs.MountedDrive;
import dev.zipfs.NameRules;
import dev.zipfs.ZipDrive;
import dev.zipfs.ZipDriveException;
import dev.zipfs.spi.OpenFile;
import dev.zipfs.testkit.fake.FakeBackend;
import dev.zipfs.testkit.generate.ArchiveArbitraries;
import dev.zipfs.testkit.generate.ContentArbitraries;
import dev.zipfs.testkit.generate.Read;
import dev.zipfs.testkit.generate.ReadArbitraries;
import dev.zipfs.testkit.generate.ReadConsistency;
import dev.zipfs.testkit.model.ArchiveModel;
import dev.zipfs.testkit.model.Content;
import dev.zipfs.testkit.model.EntryModel;
import dev.zipfs.testkit.model.ExpectedTree;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tuple;

/** Any archive shows what was put in, to any sequence of reads. */
class RandomArchiveProperties {
    @Provide
    Arbitrary<ArchiveModel> sane() {
        return ArchiveArbitraries.sane(100_000);
    }

    @Provide
    Arbitrary<ArchiveModel> wild() {
        return ArchiveArbitraries.wild(2000);
    }

    @Provide
    Arbitrary<Tuple.Tuple2<Content, List<Read>>> reads() {
        return ContentArbitraries.contents(3_000_000)
                .flatMap(content -> ReadArbitraries.sequences(content.size()).map(reads -> Tuple.of(content, reads)));
    }

    @Property(tries = 100, seed = "4", shrinking = ShrinkingMode.BOUNDED)
    void saneArchivesShowWhatWasPutIn(@ForAll("sane") ArchiveModel model, @ForAll NameRules rules) throws IOException {
        try (Archive archive = Opening.open(model, rules)) {
            assertThatArchive(archive).hasTree(ExpectedTree.of(model));
            assertThat(archive.entryCount()).isEqualTo(model.entries().size());
            assertThat(archive.warnings()).isEmpty();
        }
    }

    /** Names, sizes and checksums as the JDK's reader has them. */
    @Property(tries = 50, seed = "5", shrinking = ShrinkingMode.BOUNDED)
    void saneArchivesAreAsTheJdkSeesThem(@ForAll("sane") ArchiveModel model) throws IOException {
        // The oracle does not find ZIP64 records behind a prefix that is not counted.
        Assume.that(model.prefix().isCounted());
        Path file = Files.createTempFile("oracle", ".zip");
        try {
            model.write(file);
            try (ZipFile oracle = new ZipFile(file.toFile());
                    Archive archive = Opening.open(model)) {
                for (ZipEntry wanted : (Iterable<ZipEntry>) oracle.stream().map(ZipEntry.class::cast)::iterator) {
                    Entry entry = archive.entry(wanted.getName());
                    assertThat(entry.size()).isEqualTo(wanted.getSize());
                    assertThat(entry.crc32()).hasValue(wanted.getCrc());
                    assertThat(entry.compressedSize()).hasValue(wanted.getCompressedSize());
                }
            }
        } finally {
            Files.delete(file);
        }
    }

    @Property(tries = 60, seed = "6", shrinking = ShrinkingMode.BOUNDED)
    void anySequenceOfReadsGivesSlicesOfTheWhole(
            @ForAll("reads") Tuple.Tuple2<Content, List<Read>> sample, @ForAll Caching caching) throws IOException {
        Content content = sample.get1();
        ZipDrive.Builder builder = Opening.builder(
                Opening.model(
                        EntryModel.file("s", content),
                        EntryModel.file("d", content).deflated()),
                NameRules.POSIX);
        if (caching == Caching.NONE) {
            builder.memoryBudget(0).diskBudget(0).readAhead(0);
        }
        try (Archive archive = builder.open();
                SeekableByteChannel stored = archive.entry("s").openChannel();
                SeekableByteChannel deflated = archive.entry("d").openChannel()) {
            ReadConsistency.check((position, dst) -> stored.position(position).read(dst), content, sample.get2());
            ReadConsistency.check((position, dst) -> deflated.position(position).read(dst), content, sample.get2());
        }
    }

    @Property(tries = 15, seed = "8", shrinking = ShrinkingMode.BOUNDED)
    void anyInterleavingOfReadsOnOneHandleGivesSlicesOfTheWhole(
            @ForAll("schedules") Tuple.Tuple2<Content, List<List<Read>>> sample) throws IOException {
        Content content = sample.get1();
        ArchiveModel model = Opening.model(
                EntryModel.file("s", content), EntryModel.file("d", content).deflated());
        // A cache of four blocks, so that threads push out what others are about to read.
        try (MountedDrive drive = Opening.builder(model, NameRules.POSIX)
                        .memoryBudget(4 * 128 << 10)
                        .diskBudget(0)
                        .backend("fake")
                        .mount();
                OpenFile stored = FakeBackend.mountOf(drive).open("s");
                OpenFile deflated = FakeBackend.mountOf(drive).open("d")) {
            ReadConsistency.checkTogether(stored::read, content, sample.get2());
            ReadConsistency.checkTogether(deflated::read, content, sample.get2());
        }
    }

    @Provide
    Arbitrary<Tuple.Tuple2<Content, List<List<Read>>>> schedules() {
        return Arbitraries.longs()
                .between(1, 3 << 20)
                .flatMap(size ->
                        ReadArbitraries.schedules(size, 4).map(all -> Tuple.of(Content.noise(size, size), all)));
    }

    /** Without a cache every read goes to the decoder and its restart points. */
    enum Caching {
        DEFAULT,
        NONE
    }

    /** Mounting the fake checks every law of views, whatever the names. */
    @Property(tries = 200, seed = "7", shrinking = ShrinkingMode.BOUNDED)
    void wildArchivesMakeLawfulViews(@ForAll("wild") ArchiveModel model, @ForAll NameRules rules) throws IOException {
        try (MountedDrive drive = Opening.builder(model, rules).backend("fake").mount()) {
            assertThat(FakeBackend.mountOf(drive).view().nameRules()).isEqualTo(rules);
        } catch (ZipDriveException refused) {
            assertThat(refused).hasMessageContaining("memory.zip");
        }
    }
}
