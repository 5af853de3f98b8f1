package dev.zipfs.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zipfs.EntryType;
import dev.zipfs.spi.ArchiveFormat;
import dev.zipfs.spi.ArchiveIndex;
import dev.zipfs.spi.EntryReader;
import dev.zipfs.spi.Recognition;
import dev.zipfs.testkit.fake.FaultySource;
import dev.zipfs.testkit.model.Content;
import dev.zipfs.testkit.model.InMemoryArchive;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What every {@link ArchiveFormat} holds: it knows its own archives and no others, reads what they say without visiting their
 * entries, leaves the source open, and answers damage with an {@link IOException} and never with wrong bytes or another
 * exception. A test of one's own extends this class, supplies the format, and packs archives for it.
 *
 * @since 0.1.0
 */
@Timeout(60)
public abstract class ArchiveFormatContract {
    private static final Content BIG =
            Content.bytes(Content.random(1_000_003, 1).toBytes());
    private static final Map<String, Content> FILES = new TreeMap<>(Map.of(
            "readme.txt", Content.text("read me\n"),
            "empty", Content.empty(),
            "d/e/big.bin", BIG,
            "d/Gr\u00fc\u00dfe \u6f22\u5b57.txt", Content.text("hallo\n")));

    /** For who tests a format. */
    protected ArchiveFormatContract() {}

    /**
     * Makes the format that is tested.
     *
     * @return a new instance
     */
    protected abstract ArchiveFormat format();

    /**
     * Packs an archive of that format, without a password.
     *
     * @param files what to pack, by path, in the map's order; folders have no entries
     * @return the archive's bytes
     * @throws IOException if that fails
     */
    protected abstract byte[] pack(Map<String, Content> files) throws IOException;

    /**
     * Whether entries carry a checksum, so that changed bytes are found when an entry is read whole.
     *
     * @return {@code true} by default
     */
    protected boolean checksums() {
        return true;
    }

    private ArchiveIndex open(byte[] archive) throws IOException {
        return format().open(InMemoryArchive.of(archive), new PlainRequest());
    }

    private static String path(ArchiveIndex index, int entry) {
        byte[] utf8 = new byte[index.pathLength(entry)];
        assertThat(index.copyPath(entry, utf8, 0)).as("bytes copied").isEqualTo(utf8.length);
        return new String(utf8, StandardCharsets.UTF_8);
    }

    private static byte[] content(ArchiveIndex index, int entry) throws IOException {
        try (EntryReader reader = index.open(entry)) {
            ByteBuffer all = ByteBuffer.allocate((int) Math.min(reader.size(), 3_000_000));
            while (all.hasRemaining() && reader.read(all.position(), all) > 0) {
                continue;
            }
            return Arrays.copyOf(all.array(), all.position());
        }
    }

    @Test
    void itIsFoundByItsId() {
        String id = format().id();
        assertThat(id).matches("[a-z0-9][a-z0-9.-]*").isEqualTo(format().id());
        assertThat(ServiceLoader.load(ArchiveFormat.class).stream()
                        .map(provider -> provider.get().id()))
                .as("found through ServiceLoader")
                .contains(id);
    }

    @Test
    void itKnowsItsOwn() throws IOException {
        assertThat(format().recognize(InMemoryArchive.of(pack(FILES))).recognized())
                .isTrue();
        assertThat(format().recognize(InMemoryArchive.of(pack(Map.of()))).recognized())
                .as("an archive without entries")
                .isTrue();
    }

    @Test
    void itLeavesOthersAlone() throws IOException {
        byte[][] others = {
            {},
            {0},
            "just text\n".getBytes(StandardCharsets.UTF_8),
            new byte[100_000],
            Content.random(5000, 3).toBytes()
        };
        for (byte[] other : others) {
            Recognition answer = format().recognize(InMemoryArchive.of(other));
            assertThat(answer.recognized())
                    .as("%s bytes of something else", other.length)
                    .isFalse();
            assertThat(answer.reason()).isNotBlank();
            assertThatThrownBy(() -> open(other), "opening %s bytes of something else", other.length)
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void recognizingReadsLittle() throws IOException {
        FaultySource source = FaultySource.over(InMemoryArchive.of(pack(FILES)));
        format().recognize(source);
        assertThat(source.bytesRead()).as("bytes read").isLessThan(BIG.size() / 4);
        assertThat(source.closed()).as("the source is closed").isFalse();
    }

    @Test
    void openingVisitsNoEntry() throws IOException {
        FaultySource source = FaultySource.over(InMemoryArchive.of(pack(FILES)));
        try (ArchiveIndex index = format().open(source, new PlainRequest())) {
            assertThat(index.entryCount()).isEqualTo(FILES.size());
            assertThat(source.bytesRead()).as("bytes read").isLessThan(BIG.size() / 4);
        }
    }

    @Test
    void theSourceStaysOpen() throws IOException {
        FaultySource source = FaultySource.over(InMemoryArchive.of(pack(FILES)));
        ArchiveIndex index = format().open(source, new PlainRequest());
        content(index, 0);
        index.close();
        assertThat(source.closed()).as("the source is closed").isFalse();
    }

    @Test
    void theIndexSaysWhatWasPacked() throws IOException {
        try (ArchiveIndex index = open(pack(FILES))) {
            Map<String, Long> sizes = new TreeMap<>();
            for (int entry = 0; entry < index.entryCount(); entry++) {
                sizes.put(path(index, entry), index.size(entry));
                assertThat(index.type(entry)).isEqualTo(EntryType.FILE);
                assertThat(index.encrypted(entry)).isFalse();
            }
            Map<String, Long> packed = new TreeMap<>();
            FILES.forEach((path, content) -> packed.put(path, content.size()));
            assertThat(sizes).isEqualTo(packed);
        }
        try (ArchiveIndex index = open(pack(Map.of()))) {
            assertThat(index.entryCount()).isZero();
        }
    }

    @Test
    void attributesAreInTheirRanges() throws IOException {
        try (ArchiveIndex index = open(pack(FILES))) {
            assertThat(index.comment()).isNotNull();
            for (int entry = 0; entry < index.entryCount(); entry++) {
                assertThat(index.modifiedNanos(entry)).as("nanoseconds").isBetween(0, 999_999_999);
                assertThat(index.permissions(entry)).as("permissions").isBetween(-1, 07777);
                assertThat(index.compressedSize(entry)).as("compressed size").isNotNegative();
                assertThat(index.method(entry)).as("method").isNotBlank();
                assertThat(index.rawName(entry)).as("raw name").isNotEmpty();
                Content content = packed(index, entry);
                index.crc32(entry).ifPresent(crc -> assertThat(crc).as("CRC-32").isEqualTo(content.crc32()));
            }
        }
    }

    private static Content packed(ArchiveIndex index, int entry) {
        String path = path(index, entry);
        return Objects.requireNonNull(FILES.get(path), path);
    }

    @Test
    void pathsAreCopiedWhereTheyAreWanted() throws IOException {
        try (ArchiveIndex index = open(pack(FILES))) {
            for (int entry = 0; entry < index.entryCount(); entry++) {
                int number = entry;
                int length = index.pathLength(entry);
                byte[] roomy = new byte[length + 4];
                Arrays.fill(roomy, (byte) '#');
                assertThat(index.copyPath(entry, roomy, 2)).isEqualTo(length);
                assertThat(new String(roomy, StandardCharsets.UTF_8)).isEqualTo("##" + path(index, entry) + "##");
                assertThatThrownBy(() -> index.copyPath(number, new byte[length - 1], 0), "an array too short")
                        .isInstanceOf(IndexOutOfBoundsException.class);
            }
        }
    }

    @Test
    void numbersThatAreNoEntryAreRefused() throws IOException {
        try (ArchiveIndex index = open(pack(FILES))) {
            for (int entry : new int[] {-1, index.entryCount(), Integer.MAX_VALUE, Integer.MIN_VALUE}) {
                assertRefused("type of " + entry, () -> index.type(entry));
                assertRefused("size of " + entry, () -> index.size(entry));
                assertRefused("path length of " + entry, () -> index.pathLength(entry));
                assertRefused("seconds of " + entry, () -> index.modifiedSeconds(entry));
                assertRefused("method of " + entry, () -> index.method(entry));
                assertRefused("opening " + entry, () -> index.open(entry));
            }
        }
    }

    private static void assertRefused(String what, ThrowingCallable call) {
        assertThatThrownBy(call, what).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void entriesReadAsTheyWerePacked() throws IOException {
        try (ArchiveIndex index = open(pack(FILES))) {
            for (int entry = 0; entry < index.entryCount(); entry++) {
                Content content = packed(index, entry);
                try (EntryReader reader = index.open(entry)) {
                    assertThat(reader.size()).isEqualTo(index.size(entry));
                    Positions.readAnywhere(reader::read, content, entry);
                }
                assertThat(content(index, entry)).as(path(index, entry)).isEqualTo(content.toBytes());
            }
        }
    }

    @Test
    void manyReadersOfOneEntryWorkAtOnce() throws Exception {
        byte[] archive = pack(Map.of("big.bin", BIG));
        try (ArchiveIndex index = open(archive)) {
            Positions.readTogether(
                    (position, dst) -> {
                        try (EntryReader reader = index.open(0)) {
                            return reader.read(position, dst);
                        }
                    },
                    BIG);
        }
    }

    @Test
    void storageThatFailsIsAnError() throws IOException {
        byte[] archive = pack(FILES);
        FaultySource gone = FaultySource.over(InMemoryArchive.of(archive)).disappear();
        assertThatThrownBy(() -> format().recognize(gone), "recognizing").isInstanceOf(IOException.class);
        assertThatThrownBy(() -> format().open(gone, new PlainRequest()), "opening")
                .isInstanceOf(IOException.class);

        FaultySource source = FaultySource.over(InMemoryArchive.of(archive));
        try (ArchiveIndex index = format().open(source, new PlainRequest())) {
            source.disappear();
            for (int entry = 0; entry < index.entryCount(); entry++) {
                int number = entry;
                if (index.size(entry) > 0) {
                    assertThatThrownBy(() -> content(index, number), "reading").isInstanceOf(IOException.class);
                }
            }
        }
    }

    /** Right bytes or an {@link IOException}, wherever an archive is cut and whatever byte is another one. */
    @Test
    void damageIsAnErrorOrDoesNotMatter() throws IOException {
        Map<String, Content> files = new LinkedHashMap<>();
        files.put("a.txt", Content.text("alpha ".repeat(50)));
        files.put("d/b.bin", Content.noise(3000, 1));
        byte[] archive = pack(files);
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 150; i++) {
            byte[] damaged;
            if (i % 3 == 0) {
                damaged = Arrays.copyOf(archive, random.nextInt(archive.length));
            } else {
                damaged = archive.clone();
                damaged[random.nextInt(archive.length)] ^= (byte) (1 + random.nextInt(255));
            }
            try {
                readDamaged(damaged, List.copyOf(files.values()));
            } catch (RuntimeException | Error failure) {
                throw new AssertionError("damage number " + i + ": " + failure, failure);
            }
        }
    }

    private void readDamaged(byte[] damaged, List<Content> contents) {
        try (ArchiveIndex index = open(damaged)) {
            for (int entry = 0; entry < index.entryCount(); entry++) {
                path(index, entry);
                byte[] read;
                try {
                    read = content(index, entry);
                } catch (IOException told) {
                    continue;
                }
                // A header may now say that there is less, or nothing; what is given must still be an entry's bytes.
                assertThat(!checksums()
                                || read.length == 0
                                || contents.stream().anyMatch(content -> Arrays.equals(content.toBytes(), read)))
                        .as("bytes that were never packed, without an error")
                        .isTrue();
            }
        } catch (IOException told) {
            assertThat(told.getMessage()).as("what is wrong").isNotBlank();
        }
    }
}
