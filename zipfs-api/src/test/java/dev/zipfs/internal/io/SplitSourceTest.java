package dev.zipfs.internal.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zipfs.ZipDriveException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class SplitSourceTest {
    private static final int PARTS = 20;

    @TempDir
    Path directory;

    private final byte[] whole = new byte[10_000];
    private final List<Path> files = new ArrayList<>();
    private final List<Integer> starts = new ArrayList<>();

    @BeforeEach
    void write() throws IOException {
        Random random = new Random(1);
        random.nextBytes(whole);
        int at = 0;
        for (int i = 0; i < PARTS; i++) {
            int length = i == PARTS - 1 ? whole.length - at : 1 + random.nextInt(500);
            starts.add(at);
            files.add(Files.write(directory.resolve("part" + i), Arrays.copyOfRange(whole, at, at + length)));
            at += length;
        }
    }

    private void checkReads(SplitSource source, long seed, int count) throws IOException {
        Random random = new Random(seed);
        for (int i = 0; i < count; i++) {
            int from = random.nextInt(whole.length);
            int room = random.nextInt(3000);
            ByteBuffer dst = random.nextBoolean() ? ByteBuffer.allocate(room + 7) : ByteBuffer.allocateDirect(room + 7);
            dst.position(7);
            int wanted = Math.min(room, whole.length - from);
            assertThat(source.read(from, dst)).isEqualTo(wanted);
            assertThat(dst.position()).isEqualTo(7 + wanted);
            assertThat(dst.limit()).isEqualTo(room + 7);
            byte[] read = new byte[wanted];
            dst.position(7).get(read);
            assertThat(read).isEqualTo(Arrays.copyOfRange(whole, from, from + wanted));
        }
    }

    @Test
    void readsAcrossAllBordersAreSlicesOfTheWhole() throws IOException {
        try (SplitSource source = SplitSource.open("whole", files)) {
            assertThat(source.size()).isEqualTo(whole.length);
            assertThat(source.volumeCount()).isEqualTo(PARTS);
            assertThat(source.volumeStart(3)).isEqualTo(starts.get(3).longValue());
            assertThat(source.name()).isEqualTo("whole");
            checkReads(source, 1, 300);
            assertThat(source.read(whole.length, ByteBuffer.allocate(1))).isEqualTo(-1);
            assertThatThrownBy(() -> source.read(-1, ByteBuffer.allocate(1)))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> source.volumeStart(PARTS)).isInstanceOf(IndexOutOfBoundsException.class);
        }
    }

    @Test
    void neverMoreFilesAreOpenThanMayBeHoweverManyThereAre() throws Exception {
        try (SplitSource source = SplitSource.open("whole", files, 3)) {
            for (int i = 0; i < 100; i++) {
                checkReads(source, i, 3);
                assertThat(source.openFiles()).isBetween(1, 3);
            }
        }
    }

    @Test
    void manyThreadsReadThroughFewDescriptors() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try (SplitSource source = SplitSource.open("whole", files, 2)) {
            List<Callable<Boolean>> readers = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                long seed = i;
                readers.add(() -> {
                    checkReads(source, seed, 100);
                    return true;
                });
            }
            for (Future<Boolean> reader : threads.invokeAll(readers)) {
                assertThat(reader.get()).isTrue();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void interruptIsKeptAndClosesNothing() throws IOException {
        try (SplitSource source = SplitSource.open("whole", files, 2)) {
            Thread.currentThread().interrupt();
            checkReads(source, 1, 20);
            assertThat(Thread.interrupted()).isTrue();
            checkReads(source, 2, 20);
        }
    }

    @Test
    void partThatChangedWhileItWasClosedEndsInAnError() throws IOException {
        try (SplitSource source = SplitSource.open("whole", files, 1)) {
            Files.setLastModifiedTime(files.get(9), FileTime.fromMillis(1_000_000));
            ByteBuffer dst = ByteBuffer.allocate(whole.length);
            assertThatThrownBy(() -> source.read(0, dst))
                    .isInstanceOf(ZipDriveException.class)
                    .hasMessageContaining("part9")
                    .hasMessageContaining("changed");
            assertThat(dst.position()).isZero();
            assertThat(source.failure()).isPresent();
        }
    }

    @Test
    void partCutShortEndsInAnError() throws IOException {
        try (SplitSource source = SplitSource.open("whole", files)) {
            Files.write(files.get(4), new byte[0]);
            assertThatThrownBy(() -> source.read(0, ByteBuffer.allocate(whole.length)))
                    .isInstanceOf(ZipDriveException.class);
            assertThat(source.failure()).isPresent();
            assertThat(source.read(0, ByteBuffer.allocate(1))).isEqualTo(1);
        }
    }

    @Test
    void fingerprintIsOfAllParts() throws IOException {
        String before;
        try (SplitSource source = SplitSource.open("whole", files)) {
            before = source.fingerprint();
        }
        try (SplitSource source = SplitSource.open("whole", files, 1)) {
            assertThat(source.fingerprint()).isEqualTo(before);
        }
        Files.setLastModifiedTime(files.get(9), FileTime.fromMillis(1_000_000));
        try (SplitSource source = SplitSource.open("whole", files)) {
            assertThat(source.fingerprint()).isNotEqualTo(before);
        }
    }

    @Test
    void nothingIsReadAfterClosing() throws IOException {
        SplitSource source = SplitSource.open("whole", files, 3);
        source.close();
        source.close();
        assertThat(source.openFiles()).isZero();
        assertThatThrownBy(() -> source.read(0, ByteBuffer.allocate(1))).isInstanceOf(ZipDriveException.class);
    }

    @Test
    void missingPartIsNamedAndNothingStaysOpen() throws IOException {
        Files.delete(files.get(5));
        assertThatThrownBy(() -> SplitSource.open("whole", files))
                .isInstanceOf(ZipDriveException.class)
                .hasMessageContaining("part5");
    }

    /** Few file systems hold such files, so only the sum is tried. */
    @Test
    void sizesThatCannotBeAddedAreRefused() throws IOException {
        assertThat(SplitSource.sum("whole", Long.MAX_VALUE - 5, 5)).isEqualTo(Long.MAX_VALUE);
        assertThatThrownBy(() -> SplitSource.sum("whole", Long.MAX_VALUE - 5, 6))
                .isInstanceOf(ZipDriveException.class)
                .hasMessageContaining("whole");
    }
}
