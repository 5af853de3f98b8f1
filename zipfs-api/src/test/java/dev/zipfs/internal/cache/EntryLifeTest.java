package dev.zipfs.internal.cache;

import static dev.zipfs.internal.cache.CacheFixture.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zipfs.ArchiveFormatException;
import dev.zipfs.DriveListener;
import dev.zipfs.DriveStatistics.Metric;
import dev.zipfs.PasswordException;
import dev.zipfs.spi.AccessCost;
import dev.zipfs.spi.OpenFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Readers that come and go, entries that fail, listeners that are told. */
@Timeout(60)
class EntryLifeTest {
    private static final int BLOCK = CacheFixture.BLOCK;

    @TempDir
    Path directory;

    private CacheFixture fixture;
    private final List<String> told = new ArrayList<>();

    @BeforeEach
    void prepare() {
        fixture = new CacheFixture(directory);
        fixture.listener = new DriveListener() {
            @Override
            public void opened(String path) {
                told.add("opened " + path);
            }

            @Override
            public void decoding(String path, long decoded, long total) {
                told.add("decoding " + path + " " + decoded + "/" + total);
            }

            @Override
            public void failed(String path, IOException cause) {
                told.add("failed " + path + " " + cause.getMessage());
            }
        };
    }

    private static void readOnce(BlockCache cache, int number, FakeReader.Entry entry, long at) throws IOException {
        try (OpenFile file = cache.open(number, "e" + number, false, entry)) {
            assertThat(read(file, at, 10)).isEqualTo(entry.bytes(at, 10));
        }
    }

    @Test
    void openedAgainAnEntryKeepsItsRestartPoints() throws IOException {
        fixture.memory = 0;
        FakeReader.Entry entry = FakeReader.Entry.restartable(100 * BLOCK, 4 * BLOCK);
        try (BlockCache cache = fixture.make()) {
            readOnce(cache, 0, entry, 99 * BLOCK);
            assertThat(fixture.count(Metric.CHECKPOINTS)).isEqualTo(25);
            for (int block = 0; block < 90; block++) {
                readOnce(cache, 0, entry, (long) (block * 37 % 100) * BLOCK);
            }
            assertThat(entry.opens).hasValue(1);
            assertThat(entry.decoded.get()).isLessThanOrEqualTo((100 + 90 * 4) * BLOCK);
        }
        assertThat(entry.openNow).hasValue(0);
        assertThat(fixture.count(Metric.CHECKPOINTS)).isZero();
    }

    @Test
    void fewReadersAreKept() throws IOException {
        List<FakeReader.Entry> entries = new ArrayList<>();
        try (BlockCache cache = fixture.make()) {
            for (int i = 0; i < 40; i++) {
                entries.add(FakeReader.Entry.restartable(8 * BLOCK, BLOCK));
                readOnce(cache, i, entries.get(i), 7 * BLOCK);
            }
            assertThat(entries.stream().mapToInt(entry -> entry.openNow.get()).sum())
                    .isEqualTo(16);
            assertThat(entries.get(39).openNow).hasValue(1);
            assertThat(fixture.count(Metric.CHECKPOINTS)).isEqualTo(16 * 8);
        }
        assertThat(entries).allSatisfy(entry -> assertThat(entry.openNow).hasValue(0));
        assertThat(fixture.count(Metric.CHECKPOINT_BYTES)).isZero();
    }

    @Test
    void entryWhoseBlocksAreThereIsOpenedWithoutAReader() throws IOException {
        FakeReader.Entry entry = FakeReader.Entry.sequential(3 * BLOCK);
        try (BlockCache cache = fixture.make()) {
            readOnce(cache, 0, entry, 2 * BLOCK);
            assertThat(entry.openNow).hasValue(0);
            readOnce(cache, 0, entry, 0);
            assertThat(entry.opens).hasValue(1);
        }
    }

    @Test
    void sizeThatChangedIsAnError() throws IOException {
        fixture.memory = 2 * BLOCK;
        FakeReader.Entry entry = FakeReader.Entry.sequential(8 * BLOCK);
        FakeReader.Entry replaced = FakeReader.Entry.sequential(9 * BLOCK);
        try (BlockCache cache = fixture.make()) {
            readOnce(cache, 0, entry, 7 * BLOCK);
            try (OpenFile file = cache.open(0, "e0", false, replaced)) {
                assertThat(file.size()).isEqualTo(entry.size);
                assertThatThrownBy(() -> read(file, 0, 1))
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining("replaced");
            }
        }
        assertThat(replaced.openNow).hasValue(0);
    }

    @Test
    void damagedEntryStaysDamagedAndOthersLiveOn() throws IOException {
        FakeReader.Entry damaged = FakeReader.Entry.sequential(8 * BLOCK);
        FakeReader.Entry sound = FakeReader.Entry.sequential(8 * BLOCK);
        damaged.failAt = 7 * BLOCK;
        damaged.failure =
                () -> ArchiveFormatException.of("CRC-32 is wrong").entry("e0").build();
        try (BlockCache cache = fixture.make()) {
            readOnce(cache, 0, damaged, 6 * BLOCK);
            for (int i = 0; i < 3; i++) {
                try (OpenFile file = cache.open(0, "e0", false, damaged)) {
                    assertThatThrownBy(() -> read(file, 7 * BLOCK, 10))
                            .isInstanceOf(ArchiveFormatException.class)
                            .hasMessageContaining("CRC-32 is wrong");
                    assertThatThrownBy(() -> read(file, 0, 10)).isInstanceOf(ArchiveFormatException.class);
                }
            }
            readOnce(cache, 1, sound, 7 * BLOCK);
            assertThat(damaged.decoded.get())
                    .as("decoded once up to the damage, and once when read again")
                    .isLessThanOrEqualTo(14 * BLOCK);
            assertThat(fixture.count(Metric.MEMORY_BYTES))
                    .as("only the other entry's blocks are kept")
                    .isEqualTo(8 * BLOCK);
            assertThat(fixture.count(Metric.FAILURES)).isEqualTo(6);
        }
        assertThat(told.stream().filter(line -> line.startsWith("failed"))).hasSize(1);
        assertThat(damaged.openNow).hasValue(0);
    }

    @Test
    void onlySoManyDamagedEntriesAreRemembered() throws IOException {
        List<FakeReader.Entry> entries = new ArrayList<>();
        try (BlockCache cache = fixture.make()) {
            for (int i = 0; i < 300; i++) {
                FakeReader.Entry entry = FakeReader.Entry.sequential(100);
                entry.failAt = 0;
                entry.failure = () -> ArchiveFormatException.of("damaged").build();
                entries.add(entry);
                try (OpenFile file = cache.open(i, "e" + i, false, entry)) {
                    assertThatThrownBy(() -> read(file, 0, 10)).isInstanceOf(ArchiveFormatException.class);
                }
            }
            entries.forEach(entry -> entry.failAt = Long.MAX_VALUE);
            readOnce(cache, 0, entries.get(0), 5);
            try (OpenFile file = cache.open(299, "e299", false, entries.get(299))) {
                assertThatThrownBy(() -> read(file, 0, 10)).isInstanceOf(ArchiveFormatException.class);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                IllegalStateException.class,
                StackOverflowError.class,
                OutOfMemoryError.class,
                AssertionError.class
            })
    void whateverAReaderThrowsIsAnErrorOfItsEntryOnly(Class<? extends Throwable> kind) throws IOException {
        FakeReader.Entry entry = FakeReader.Entry.sequential(8 * BLOCK);
        entry.failAt = 3 * BLOCK;
        entry.failure = () -> {
            try {
                return kind.getConstructor().newInstance();
            } catch (ReflectiveOperationException e) {
                return new LinkageError("no such constructor", e);
            }
        };
        try (BlockCache cache = fixture.make();
                OpenFile file = cache.open(0, "e0", false, entry)) {
            assertThatThrownBy(() -> read(file, 5 * BLOCK, 10))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("'e0'")
                    .hasRootCauseInstanceOf(kind);
            assertThat(read(file, BLOCK, 10)).isEqualTo(entry.bytes(BLOCK, 10));
            entry.failAt = Long.MAX_VALUE;
            assertThat(read(file, 5 * BLOCK, 10)).isEqualTo(entry.bytes(5 * BLOCK, 10));
            assertThat(entry.opens)
                    .as("whose state is in doubt is not asked again")
                    .hasValue(2);
        }
        assertThat(entry.openNow).hasValue(0);
    }

    @Test
    void whatAReaderInPlaceThrowsIsAnErrorOfItsEntryOnly() throws IOException {
        FakeReader.Entry entry = new FakeReader.Entry(1, 1000, AccessCost.DIRECT, 1);
        entry.failAt = 500;
        entry.failure = IllegalStateException::new;
        try (BlockCache cache = fixture.make();
                OpenFile file = cache.open(0, "e0", false, entry)) {
            assertThatThrownBy(() -> read(file, 600, 10))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("'e0'");
            assertThat(read(file, 10, 10)).isEqualTo(entry.bytes(10, 10));
            assertThat(fixture.count(Metric.FAILURES)).isEqualTo(1);
        }
        assertThat(told).hasSize(2);
    }

    @Test
    void failedReadLeavesTheBufferAsItWas() throws IOException {
        FakeReader.Entry entry = FakeReader.Entry.sequential(8 * BLOCK);
        entry.failAt = 3 * BLOCK;
        try (BlockCache cache = fixture.make();
                OpenFile file = cache.open(0, "e0", false, entry)) {
            ByteBuffer dst = ByteBuffer.allocate(4 * BLOCK).position(7);
            assertThatThrownBy(() -> file.read(0, dst)).hasMessageContaining("made to fail");
            assertThat(dst.position()).isEqualTo(7);
        }
    }

    @Test
    void readerThatEndsEarlyIsDamage() throws IOException {
        try (BlockCache cache = fixture.make();
                OpenFile file = cache.open(0, "e0", false, () -> new FakeReader(FakeReader.Entry.sequential(100)) {
                    @Override
                    public synchronized int read(long at, ByteBuffer dst) {
                        return at < 60 ? dst.put(new byte[60 - (int) at]).position() : -1;
                    }
                })) {
            assertThatThrownBy(() -> read(file, 0, 100))
                    .isInstanceOf(ArchiveFormatException.class)
                    .hasMessageContaining("'e0'")
                    .hasMessageContaining("60 of 100");
        }
    }

    @Test
    void readerThatClaimsToReadAndDoesNotIsDamage() throws IOException {
        try (BlockCache cache = fixture.make();
                OpenFile file = cache.open(0, "e0", false, () -> new FakeReader(FakeReader.Entry.sequential(100)) {
                    @Override
                    public synchronized int read(long at, ByteBuffer dst) {
                        return 1;
                    }
                })) {
            assertThatThrownBy(() -> read(file, 0, 100)).isInstanceOf(ArchiveFormatException.class);
        }
    }

    @Test
    void entryTooLongToBeNumberedInBlocksIsReadInPlace() throws IOException {
        FakeReader.Entry entry = FakeReader.Entry.restartable(1L << 62, 1 << 20);
        try (BlockCache cache = fixture.make();
                OpenFile file = cache.open(0, "e0", false, entry)) {
            assertThat(file.size()).isEqualTo(1L << 62);
            assertThat(read(file, 5, 10)).isEqualTo(entry.bytes(5, 10));
            assertThat(fixture.count(Metric.MEMORY_BYTES)).isZero();
        }
        assertThat(entry.openNow).hasValue(0);
    }

    @Test
    void failureToOpenIsToldAndTriedAgain() throws IOException {
        AtomicReference<ReaderOpener> opener = new AtomicReference<>(() -> {
            throw new PasswordException(PasswordException.Reason.WRONG, "e0");
        });
        FakeReader.Entry entry = FakeReader.Entry.sequential(100);
        try (BlockCache cache = fixture.make()) {
            assertThatThrownBy(
                            () -> cache.open(0, "e0", true, () -> opener.get().open()))
                    .isInstanceOf(PasswordException.class);
            assertThat(fixture.count(Metric.OPENS)).isZero();
            assertThat(fixture.count(Metric.OPEN_HANDLES)).isZero();
            assertThat(fixture.count(Metric.FAILURES)).isEqualTo(1);
            assertThat(told).singleElement().asString().startsWith("failed e0");
            opener.set(entry);
            readOnce(cache, 0, entry, 5);
        }
    }

    @Test
    void progressIsToldOncePerMegabyteAndAtTheEnd() throws IOException {
        fixture.block = 64 << 10;
        fixture.memory = 0;
        long size = (3 << 20) + 100;
        FakeReader.Entry entry = FakeReader.Entry.restartable(size, 1 << 20);
        try (BlockCache cache = fixture.make();
                OpenFile file = cache.open(0, "e0", false, entry)) {
            read(file, size - 1, 1);
            read(file, 0, 1);
            read(file, size - 1, 1);
        }
        assertThat(told)
                .containsExactly(
                        "opened e0",
                        "decoding e0 1048576/" + size,
                        "decoding e0 2097152/" + size,
                        "decoding e0 3145728/" + size,
                        "decoding e0 " + size + "/" + size);
    }

    @Test
    void listenerThatReadsWhatIsBeingDecodedGetsAnErrorAndNoDeadlock() throws IOException {
        FakeReader.Entry entry = FakeReader.Entry.sequential(2 << 20);
        AtomicReference<OpenFile> file = new AtomicReference<>();
        AtomicReference<Throwable> caught = new AtomicReference<>();
        fixture.listener = new DriveListener() {
            @Override
            public void decoding(String path, long decoded, long total) {
                try {
                    read(file.get(), total - 1, 1);
                } catch (Throwable e) {
                    caught.compareAndSet(null, e);
                }
                throw new IllegalStateException("and then it fails");
            }
        };
        try (BlockCache cache = fixture.make()) {
            file.set(cache.open(0, "e0", false, entry));
            assertThat(read(file.get(), entry.size - 1, 1)).isEqualTo(entry.bytes(entry.size - 1, 1));
            assertThat(caught.get()).isInstanceOf(IOException.class).hasMessageContaining("listener");
            file.get().close();
        }
    }

    @Test
    void listenerMayCloseTheCache() throws IOException {
        FakeReader.Entry entry = FakeReader.Entry.sequential(2 << 20);
        AtomicReference<BlockCache> cache = new AtomicReference<>();
        fixture.listener = new DriveListener() {
            @Override
            public void decoding(String path, long decoded, long total) {
                cache.get().close();
            }
        };
        cache.set(fixture.make());
        try (OpenFile file = cache.get().open(0, "e0", false, entry)) {
            assertThatThrownBy(() -> read(file, entry.size - 1, 1)).hasMessageContaining("closed");
        }
        assertThat(entry.openNow).hasValue(0);
        assertThat(fixture.count(Metric.MEMORY_BYTES)).isZero();
    }
}
