package dev.zipfs.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zipfs.Archive;
import dev.zipfs.DriveStatistics.Metric;
import dev.zipfs.ZipDrive;
import dev.zipfs.testkit.model.Content;
import dev.zipfs.testkit.model.EntryModel;
import dev.zipfs.testkit.model.HeaderLies;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An entry many times larger than the heap, read whole, at random and through many handles, in a JVM of its own. */
class SmallHeapTest {
    private static final int PIECE = 8 << 20;
    private static final int PIECES = 53;
    private static final long SIZE = (long) PIECE * PIECES;

    @TempDir
    Path dir;

    @Test
    @Timeout(300)
    void largeEntryIsReadWithAHeapOf96Mebibytes() throws Exception {
        Path archive = dir.resolve("game.zip");
        write(archive);
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx96m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        SmallHeapTest.class.getName(),
                        archive.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(child.waitFor(200, TimeUnit.SECONDS)).isTrue();
        assertThat(said).endsWith("all right\n");
        assertThat(child.exitValue()).isZero();
    }

    /** What the child does: it fails with an exception, or says that all is right. */
    public static void main(String[] args) throws Exception {
        byte[] piece = piece();
        try (Archive archive = ZipDrive.builder(Path.of(args[0])).diskBudget(0).open()) {
            try (SeekableByteChannel channel = archive.entry("game.exe").openChannel()) {
                for (long at = 0; at < SIZE; at += 1 << 20) {
                    check(channel, piece, at, 1 << 20);
                }
                if (archive.statistics().get(Metric.BYTES_DECODED) != SIZE) {
                    throw new AssertionError("one pass decoded " + archive.statistics());
                }
                Random random = new Random(4);
                for (int i = 0; i < 200; i++) {
                    check(channel, piece, (long) (random.nextDouble() * (SIZE - 4096)), 4096);
                }
            }
            List<Thread> threads = new ArrayList<>();
            List<Throwable> failures = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                int seed = i;
                Thread thread = new Thread(() -> {
                    try {
                        readThroughHandles(archive, piece, seed);
                    } catch (Throwable e) {
                        synchronized (failures) {
                            failures.add(e);
                        }
                    }
                });
                threads.add(thread);
                thread.start();
            }
            for (Thread thread : threads) {
                thread.join();
            }
            if (!failures.isEmpty()) {
                throw new AssertionError(failures.get(0));
            }
        }
        System.out.println("all right");
    }

    private static void readThroughHandles(Archive archive, byte[] piece, int seed) throws IOException {
        List<SeekableByteChannel> handles = new ArrayList<>();
        try {
            Random random = new Random(seed);
            for (int i = 0; i < 8; i++) {
                handles.add(archive.entry("game.exe").openChannel());
            }
            for (int i = 0; i < 48; i++) {
                check(handles.get(i % 8), piece, (long) (random.nextDouble() * (SIZE - 4096)), 4096);
            }
        } finally {
            for (SeekableByteChannel handle : handles) {
                handle.close();
            }
        }
    }

    private static void check(SeekableByteChannel channel, byte[] piece, long position, int length) throws IOException {
        ByteBuffer dst = ByteBuffer.allocate(length);
        channel.position(position);
        while (dst.hasRemaining()) {
            if (channel.read(dst) < 0) {
                throw new AssertionError("the entry ends at " + channel.position());
            }
        }
        for (int i = 0; i < length; i++) {
            if (dst.get(i) != piece[(int) ((position + i) % PIECE)]) {
                throw new AssertionError("wrong byte at " + (position + i));
            }
        }
    }

    private static byte[] piece() {
        return Content.noise(PIECE, 3).toBytes();
    }

    /** Compresses one piece once: it ends with a full flush, so it may stand behind itself any number of times. */
    private static void write(Path archive) throws IOException {
        byte[] piece = piece();
        byte[] packed = packed(piece);
        byte[] end = {3, 0};
        byte[] all = new byte[packed.length * PIECES + end.length];
        CRC32 crc = new CRC32();
        for (int i = 0; i < PIECES; i++) {
            crc.update(piece);
            System.arraycopy(packed, 0, all, i * packed.length, packed.length);
        }
        System.arraycopy(end, 0, all, PIECES * packed.length, end.length);
        Opening.model(EntryModel.file("game.exe", Content.empty())
                        .raw(8, all)
                        .lies(HeaderLies.none().size(SIZE).crc(crc.getValue())))
                .write(archive);
    }

    private static byte[] packed(byte[] piece) {
        Deflater deflater = new Deflater(6, true);
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        byte[] buffer = new byte[1 << 16];
        deflater.setInput(piece);
        for (int n = -1; n != 0; ) {
            n = deflater.deflate(buffer, 0, buffer.length, Deflater.FULL_FLUSH);
            packed.write(buffer, 0, n);
        }
        deflater.end();
        return packed.toByteArray();
    }
}
