package dev.zipfs.internal.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zipfs.ArchiveFormatException;
import dev.zipfs.ZipDriveException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class FileSourceTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    @TempDir
    Path temp;

    private Path file;
    private byte[] content;
    private final FakePlatform platform = new FakePlatform();

    private static final class FakePlatform extends FileSource.Platform {
        volatile long now = 5;
        final List<IOException> failures = new ArrayList<>();
        final AtomicInteger opened = new AtomicInteger();

        @Override
        FileChannel open(Path path) throws IOException {
            if (!failures.isEmpty()) {
                throw failures.remove(0);
            }
            opened.incrementAndGet();
            return super.open(path);
        }

        @Override
        long nanoTime() {
            return now;
        }
    }

    @BeforeEach
    void write() throws IOException {
        content = new byte[1 << 20];
        new Random(1).nextBytes(content);
        file = Files.write(temp.resolve("a.zip"), content);
        Files.setLastModifiedTime(file, FileTime.from(Instant.parse("2026-01-01T00:00:00Z")));
    }

    @AfterEach
    void noInterruptIsLeft() {
        assertThat(Thread.interrupted()).isFalse();
    }

    private void assertReads(FileSource source, long position, int length) throws IOException {
        for (ByteBuffer buffer : List.of(ByteBuffer.allocate(length + 2), ByteBuffer.allocateDirect(length + 2))) {
            buffer.position(1).limit(length + 1);
            int expected = (int) Math.min(length, content.length - position);
            assertThat(source.read(position, buffer)).isEqualTo(expected);
            assertThat(buffer.position()).isEqualTo(1 + expected);
            assertThat(buffer.limit()).isEqualTo(length + 1);
            for (int i = 0; i < expected; i++) {
                if (buffer.get(1 + i) != content[(int) position + i]) {
                    throw new AssertionError("byte " + (position + i));
                }
            }
        }
    }

    @Test
    void readsAnyRange() throws IOException {
        try (FileSource source = FileSource.open(file)) {
            assertThat(source.size()).isEqualTo(content.length);
            assertThat(source.name()).isEqualTo(file.toString());
            assertReads(source, 0, 1);
            assertReads(source, 0, content.length);
            assertReads(source, 12_345, 300_000);
            assertReads(source, content.length - 10, 100);
            assertThat(source.read(content.length, ByteBuffer.allocate(1))).isEqualTo(-1);
            assertThat(source.read(Long.MAX_VALUE, ByteBuffer.allocate(1))).isEqualTo(-1);
            assertThat(source.read(5, ByteBuffer.allocate(0))).isZero();
            assertThatThrownBy(() -> source.read(-1, ByteBuffer.allocate(1)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("-1");
            assertThat(source.failure()).isEmpty();
        }
    }

    @Test
    void whatCannotBeOpenedSaysWhy() throws IOException {
        assertThatThrownBy(() -> FileSource.open(temp.resolve("none.zip")))
                .isInstanceOf(ZipDriveException.class)
                .hasMessageContaining("none.zip")
                .hasMessageContaining("no such file");
        assertThatThrownBy(() -> FileSource.open(temp))
                .isInstanceOf(ZipDriveException.class)
                .hasMessageContaining("folder");
        Path empty = Files.createFile(temp.resolve("empty.zip"));
        assertThatThrownBy(() -> FileSource.open(empty))
                .isInstanceOf(ArchiveFormatException.class)
                .hasMessageContaining("the file is empty");
        platform.failures.add(new AccessDeniedException(file.toString()));
        assertThatThrownBy(() -> FileSource.open(file, platform))
                .isInstanceOf(ZipDriveException.class)
                .hasMessageContaining("permissions");
        assertThat(platform.opened).hasValue(0);
    }

    @Test
    void sharingViolationIsWaitedFor() throws IOException {
        for (int i = 0; i < FileSource.OPEN_ATTEMPTS - 1; i++) {
            platform.failures.add(new FileSystemException(file.toString(), null, "used by another process"));
        }
        FileSource.open(file, platform).close();
        for (int i = 0; i < FileSource.OPEN_ATTEMPTS; i++) {
            platform.failures.add(new FileSystemException(file.toString(), null, "used by another process"));
        }
        assertThatThrownBy(() -> FileSource.open(file, platform))
                .isInstanceOf(ZipDriveException.class)
                .hasMessageContaining("used by another process");
        assertThat(platform.failures).isEmpty();
    }

    @Test
    void fingerprintTellsFilesApart() throws IOException {
        String first;
        try (FileSource source = FileSource.open(file)) {
            first = source.fingerprint();
            assertThat(first).contains("1048576");
        }
        try (FileSource again = FileSource.open(file)) {
            assertThat(again.fingerprint()).isEqualTo(first);
        }
        Files.setLastModifiedTime(file, FileTime.from(Instant.parse("2026-01-01T00:00:01Z")));
        try (FileSource touched = FileSource.open(file)) {
            assertThat(touched.fingerprint()).isNotEqualTo(first);
        }
    }

    @Test
    void closedSourceCannotBeRead() throws IOException {
        FileSource source = FileSource.open(file);
        source.close();
        source.close();
        assertThatThrownBy(() -> source.read(0, ByteBuffer.allocate(1)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("closed");
    }

    @Test
    void interruptedReaderReadsAndStaysInterrupted() throws IOException {
        try (FileSource source = FileSource.open(file, platform)) {
            Thread.currentThread().interrupt();
            assertReads(source, 10, 1000);
            assertThat(Thread.interrupted()).isTrue();
            assertThat(platform.opened).hasValue(1);
        }
    }

    @Test
    void interruptsDuringReadsHurtNobody() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        AtomicBoolean stop = new AtomicBoolean();
        List<Thread> readers = new CopyOnWriteArrayList<>();
        try (FileSource source = FileSource.open(file, platform)) {
            List<Future<?>> results = new ArrayList<>();
            for (int t = 0; t < 4; t++) {
                int seed = t;
                results.add(threads.submit(() -> {
                    readers.add(Thread.currentThread());
                    Random random = new Random(seed);
                    while (!stop.get()) {
                        assertReads(source, random.nextInt(content.length - 5000), 5000);
                    }
                    Thread.interrupted();
                    return null;
                }));
            }
            long end = System.nanoTime() + SECOND;
            while (platform.opened.get() < 20 && System.nanoTime() < end) {
                readers.forEach(Thread::interrupt);
            }
            stop.set(true);
            for (Future<?> result : results) {
                result.get();
            }
            assertThat(source.failure()).isEmpty();
        } finally {
            threads.shutdownNow();
        }
    }

    /** A channel that an interrupt closed, at a moment of the test's choosing. */
    private void closeChannelBehindItsBack(FileSource source) {
        Thread interrupted = new Thread(() -> {
            Thread.currentThread().interrupt();
            try {
                source.channel().size();
                source.channel().read(ByteBuffer.allocate(1), 0);
            } catch (IOException e) {
                // This is what closes it.
            }
        });
        interrupted.start();
        try {
            interrupted.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        assertThat(source.channel().isOpen()).isFalse();
    }

    @Test
    void closedChannelIsOpenedAgainWhileTheFileIsTheSame() throws IOException {
        try (FileSource source = FileSource.open(file, platform)) {
            closeChannelBehindItsBack(source);
            assertReads(source, 100, 1000);
            assertThat(platform.opened).hasValue(2);
        }
    }

    @Test
    void closedChannelIsNotOpenedAgainOnAnotherFile() throws IOException {
        try (FileSource source = FileSource.open(file, platform)) {
            Path other = Files.write(temp.resolve("other"), new byte[content.length]);
            Files.setLastModifiedTime(other, Files.getLastModifiedTime(file));
            Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);
            closeChannelBehindItsBack(source);
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> source.read(0, ByteBuffer.allocate(1)))
                        .isInstanceOf(ZipDriveException.class)
                        .hasMessageContaining("another file took its place");
            }
            assertThat(source.failure()).isPresent();
        }
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "it lets nobody move a file over an open one")
    void fileMovedOverThePathChangesNothing() throws IOException {
        try (FileSource source = FileSource.open(file, platform)) {
            Path other = Files.write(temp.resolve("other"), new byte[10]);
            Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);
            platform.now += 2 * SECOND;
            assertReads(source, 0, 1000);
            Files.delete(file);
            platform.now += 2 * SECOND;
            assertReads(source, 0, 1000);
            assertThat(source.failure()).isEmpty();
        }
    }

    @Test
    void fileThatIsCutShortIsNoticedByTheRead() throws IOException {
        try (FileSource source = FileSource.open(file, platform)) {
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                channel.truncate(1000);
            }
            assertThatThrownBy(() -> source.read(500, ByteBuffer.allocate(1000)))
                    .isInstanceOf(ZipDriveException.class)
                    .hasMessageContaining("changed while it was in use")
                    .hasMessageContaining("cut short");
            assertThat(source.failure()).isPresent();
            assertThatThrownBy(() -> source.read(0, ByteBuffer.allocate(10))).hasMessageContaining("cut short");
        }
    }

    @Test
    void fileThatIsWrittenToIsNoticedWithinASecond() throws IOException {
        try (FileSource source = FileSource.open(file, platform)) {
            Files.write(file, new byte[content.length]);
            platform.now += SECOND;
            assertThatThrownBy(() -> source.read(0, ByteBuffer.allocate(10)))
                    .isInstanceOf(ZipDriveException.class)
                    .hasMessageContaining("written to");
            assertThatThrownBy(() -> source.read(0, ByteBuffer.allocate(10))).isInstanceOf(ZipDriveException.class);
        }
    }

    @Test
    void fileThatGrowsIsNoticedWithinASecond() throws IOException {
        try (FileSource source = FileSource.open(file, platform)) {
            Files.write(file, new byte[1], StandardOpenOption.APPEND);
            platform.now += SECOND;
            assertThatThrownBy(() -> source.read(0, ByteBuffer.allocate(10))).hasMessageContaining("size changed");
        }
    }

    @Test
    void littleEndianNumbersAreUnsigned() {
        byte[] b = {(byte) 0xFF, (byte) 0xFE, (byte) 0xFD, (byte) 0xFC, 1, 0, 0, (byte) 0x80};
        assertThat(LittleEndian.u8(b, 0)).isEqualTo(0xFF);
        assertThat(LittleEndian.u16(b, 0)).isEqualTo(0xFEFF);
        assertThat(LittleEndian.i32(b, 0)).isEqualTo(0xFCFDFEFF);
        assertThat(LittleEndian.u32(b, 0)).isEqualTo(0xFCFDFEFFL);
        assertThat(LittleEndian.i64(b, 0)).isEqualTo(0x80000001FCFDFEFFL);
        LittleEndian.putI32(b, 0, 0x01020304);
        assertThat(LittleEndian.i32(b, 0)).isEqualTo(0x01020304);
        LittleEndian.putU16(b, 0, 0xABCD);
        assertThat(LittleEndian.u16(b, 0)).isEqualTo(0xABCD);
    }
}
