package dev.zipfs.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zipfs.Archive;
import dev.zipfs.ArchiveWarning;
import dev.zipfs.DriveListener;
import dev.zipfs.Entry;
import dev.zipfs.EntryType;
import dev.zipfs.NameRules;
import dev.zipfs.ZipDrive;
import dev.zipfs.testkit.corpus.Corpus;
import dev.zipfs.testkit.model.ArchiveModel;
import dev.zipfs.testkit.model.EntryBuilder;
import dev.zipfs.testkit.model.EntryModel;
import dev.zipfs.testkit.model.InMemoryArchive;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Files can be looked up before there is a tree, and nobody notices: what is found at first, what is found later and what a walk
 * meets are the same.
 */
@Timeout(120)
class FindingTest {
    private static final int FEW = 300;
    private static final int MANY = 30_000;

    private static EntryBuilder file(int number) {
        return EntryModel.file("folder-" + number / 100 + "/file-" + number + ".txt", "content " + number)
                .unixMode(number % 2 == 0 ? 0100755 : 0100600);
    }

    private static ArchiveModel model(int count, EntryBuilder... more) {
        ArchiveModel.Builder model = ArchiveModel.builder();
        for (int i = 0; i < count; i++) {
            model.add(file(i).build());
        }
        for (EntryBuilder entry : more) {
            model.add(entry.build());
        }
        return model.build();
    }

    private static List<Entry> walked(Archive archive) {
        try (Stream<Entry> walk = archive.walk()) {
            return walk.toList();
        }
    }

    private static List<Object> described(Entry entry) throws IOException {
        return List.of(
                entry.path(),
                entry.name(),
                entry.archivePath(),
                entry.type(),
                entry.size(),
                entry.compressedSize(),
                entry.method(),
                entry.crc32(),
                entry.modified(),
                entry.permissions(),
                entry.encrypted(),
                entry.linkTarget(),
                entry.children().stream().map(Entry::path).toList(),
                entry.toString());
    }

    private static String content(Entry entry) throws IOException {
        try (var stream = entry.openStream()) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** Each path is looked up in an archive that was just opened; of very many, some are. */
    @ParameterizedTest
    @EnumSource
    void whateverTheArchiveTheFirstLookUpFindsWhatAWalkMeets(Corpus corpus) throws Exception {
        byte[] bytes = corpus.model().toBytes();
        try (Archive whole = Opening.open(bytes)) {
            List<Entry> met = walked(whole);
            for (int i = 0; i < met.size(); i += 1 + met.size() / 100) {
                Entry expected = met.get(i);
                try (Archive archive = Opening.open(bytes)) {
                    Entry first = archive.entry(expected.path());
                    assertThat(described(first)).isEqualTo(described(expected));
                    walked(archive);
                    Entry later = archive.entry(expected.path());
                    assertThat(first).isEqualTo(later).hasSameHashCodeAs(later);
                    assertThat(later).isEqualTo(first);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {FEW, MANY})
    void filesAreReadBeforeAndAfterThereIsATree(int count) throws Exception {
        try (Archive archive = Opening.open(model(count))) {
            List<Entry> first = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                Entry entry = archive.entry("folder-1/file-10" + i + ".txt");
                assertThat(content(entry)).isEqualTo("content 10" + i);
                assertThat(entry.permissions()).isEqualTo(i % 2 == 0 ? 0555 : 0444);
                first.add(entry);
            }
            assertThat(walked(archive)).hasSize(count + count / 100).containsAll(first);
            for (int i = 0; i < 5; i++) {
                Entry entry = archive.entry("folder-1/file-10" + i + ".txt");
                assertThat(described(entry)).isEqualTo(described(first.get(i)));
                assertThat(content(first.get(i))).isEqualTo("content 10" + i);
            }
        }
    }

    @Test
    void moreLookUpsThanAreWorthSearchingForFindTheSame() throws Exception {
        try (Archive archive = Opening.open(model(FEW))) {
            for (int i = 0; i < FEW; i++) {
                assertThat(archive.find("folder-" + i / 100 + "/file-" + i + ".txt"))
                        .hasValueSatisfying(entry -> assertThat(entry.size()).isPositive());
                assertThat(archive.find("folder-" + i / 100 + "/file-" + i + ".tx"))
                        .isEmpty();
            }
        }
    }

    @Test
    void pathsAreTakenAsEver() throws Exception {
        ArchiveModel model = model(FEW, EntryModel.file("gr\u00fc\u00dfe/\u65e5\u672c.txt", "text"));
        for (String path : List.of("/folder-0/file-7.txt", "folder-0/file-7.txt/", "folder-0//file-7.txt")) {
            try (Archive archive = Opening.open(model)) {
                assertThat(archive.entry(path).path()).isEqualTo("folder-0/file-7.txt");
            }
        }
        for (String path : List.of("", "/", "folder-0", "folder-0/", "/folder-0")) {
            try (Archive archive = Opening.open(model)) {
                assertThat(archive.entry(path).type()).isEqualTo(EntryType.DIRECTORY);
            }
        }
        for (String path : List.of("folder-0/file-7", "file-7.txt", "folder-0/./file-7.txt", "gr\ud800", "\udc00")) {
            try (Archive archive = Opening.open(model)) {
                assertThat(archive.find(path)).as(path).isEmpty();
                assertThatThrownBy(() -> archive.entry(path)).isInstanceOf(NoSuchFileException.class);
            }
        }
        try (Archive archive = Opening.open(model)) {
            assertThat(content(archive.entry("gr\u00fc\u00dfe/\u65e5\u672c.txt")))
                    .isEqualTo("text");
        }
    }

    /** A question mark takes the place of half a character when a path becomes bytes. */
    @Test
    void halfACharacterIsNoQuestionMark() throws Exception {
        try (Archive archive = Opening.open(EntryModel.file("what?", "text"))) {
            assertThat(archive.find("what\ud800")).isEmpty();
            assertThat(archive.find("what?")).isPresent();
        }
    }

    @Test
    void whatTheTreeHasToSayIsAmongTheWarnings() throws Exception {
        try (Archive archive = Opening.open(model(FEW, file(7)))) {
            assertThat(archive.find("folder-0/file-8.txt")).isPresent();
            assertThat(archive.warnings()).extracting(ArchiveWarning::kind).contains(ArchiveWarning.Kind.DUPLICATE);
        }
    }

    @Test
    void aListenerIsToldWhileTheArchiveIsOpened() throws Exception {
        List<ArchiveWarning> told = new ArrayList<>();
        DriveListener listener = new DriveListener() {
            @Override
            public void warning(ArchiveWarning warning) {
                told.add(warning);
            }
        };
        try (Archive archive = ZipDrive.builder(InMemoryArchive.of(model(FEW, file(7))))
                .nameRules(NameRules.POSIX)
                .listener(listener)
                .open()) {
            assertThat(told).extracting(ArchiveWarning::kind).contains(ArchiveWarning.Kind.DUPLICATE);
            assertThat(archive.warnings()).containsExactlyElementsOf(told);
        }
    }

    @Test
    void theLastOfTwinsIsFound() throws Exception {
        try (Archive archive = Opening.open(model(FEW, EntryModel.file("folder-0/file-7.txt", "another")))) {
            assertThat(content(archive.entry("folder-0/file-7.txt"))).isEqualTo("another");
        }
    }

    /** Only its attributes say that the first one is a folder; it has the name, and the file another. */
    @Test
    void aFolderWithoutASlashHasItsName() throws Exception {
        EntryBuilder folder = EntryModel.file("twice", "").unixMode(0040755);
        try (Archive archive = Opening.open(model(FEW, folder, EntryModel.file("twice", "text")))) {
            assertThat(archive.entry("twice").type()).isEqualTo(EntryType.DIRECTORY);
            assertThat(content(archive.entry("twice (1)"))).isEqualTo("text");
        }
    }

    /** Of a file and a link of one name the last one has it. */
    @Test
    void aLinkIsFoundAsALink() throws Exception {
        EntryBuilder link = EntryModel.symlink("twice", "folder-0/file-7.txt");
        EntryBuilder file = EntryModel.file("twice", "text");
        try (Archive archive = Opening.open(model(FEW, file, link))) {
            assertThat(archive.entry("twice").type()).isEqualTo(EntryType.SYMLINK);
            assertThat(content(archive.entry("twice"))).isEqualTo("content 7");
        }
        try (Archive archive = Opening.open(model(FEW, link, file))) {
            assertThat(content(archive.entry("twice"))).isEqualTo("text");
        }
    }

    @Test
    void aClosedArchiveOpensNoFileThatWasFoundBefore() throws Exception {
        Entry found;
        try (Archive archive = Opening.open(model(FEW))) {
            found = archive.entry("folder-0/file-7.txt");
        }
        assertThat(found.size()).isPositive();
        assertThatThrownBy(found::openStream).isInstanceOf(ClosedChannelException.class);
    }

    @Test
    void manyThreadsGetOneTree() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try (Archive archive = Opening.open(model(MANY))) {
            List<Future<List<Entry>>> walks = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                String path = "folder-" + i + "/file-" + i + "42.txt";
                walks.add(threads.submit(() -> {
                    Entry found = archive.find(path).orElse(archive.root());
                    List<Entry> met = walked(archive);
                    assertThat(found.equals(archive.root()) || met.contains(found))
                            .isTrue();
                    return met;
                }));
            }
            for (Future<List<Entry>> walk : walks) {
                assertThat(walk.get()).hasSize(MANY + MANY / 100);
            }
        } finally {
            threads.shutdownNow();
        }
    }
}
