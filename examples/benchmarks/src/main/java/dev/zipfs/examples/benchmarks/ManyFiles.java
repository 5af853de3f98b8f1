package dev.zipfs.examples.benchmarks;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Two thousand files of a program's kind, from 64 to 312 KB, 376 MB in all; and readers that share them out among themselves. */
final class ManyFiles {
    static final int COUNT = 2_000;

    private static final int SMALLEST = 64_000;
    private static final int STEP = 124;
    private static final int CHUNK = 128 << 10;

    private ManyFiles() {}

    /** How one file is opened for reading. */
    interface Opener {
        SeekableByteChannel open(String name) throws IOException;
    }

    /** How one file is opened where there are only streams. */
    interface StreamOpener {
        InputStream open(String name) throws IOException;
    }

    static String name(int number) {
        return "data/part" + number / 100 + "/file" + number + ".bin";
    }

    private static int size(int number) {
        // Large and small ones by turns, so that readers do not end at different times.
        return SMALLEST + STEP * (number * 7 % COUNT);
    }

    static long totalSize() {
        long sum = 0;
        for (int i = 0; i < COUNT; i++) {
            sum += size(i);
        }
        return sum;
    }

    /** Writes them as plain files and as an archive, deflated at zlib's default level. */
    static void write(Path plain, Path archive) throws IOException {
        byte[] piece = Corpus.plain("executable");
        int at = 0;
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(archive))) {
            for (int i = 0; i < COUNT; i++) {
                if (at + size(i) > piece.length) {
                    at = 0;
                }
                Path file = plain.resolve(name(i));
                Files.createDirectories(file.getParent());
                try (OutputStream out = Files.newOutputStream(file)) {
                    out.write(piece, at, size(i));
                }
                zip.putNextEntry(new ZipEntry(name(i)));
                zip.write(piece, at, size(i));
                at += size(i);
            }
        }
    }

    /** Opens, reads and closes all files once, with so many threads. Gives files per second. */
    static double read(int threads, Opener opener) throws Exception {
        return share(threads, true, (name, chunk) -> {
            long sum = 0;
            try (SeekableByteChannel channel = opener.open(name)) {
                for (int n; (n = channel.read(chunk.clear())) > 0; ) {
                    sum += n;
                }
            }
            return sum;
        });
    }

    /** The same by streams. */
    static double readStreams(int threads, StreamOpener opener) throws Exception {
        return share(threads, false, (name, chunk) -> {
            byte[] array = chunk.array();
            long sum = 0;
            try (InputStream in = opener.open(name)) {
                for (int n; (n = in.read(array)) > 0; ) {
                    sum += n;
                }
            }
            return sum;
        });
    }

    private interface Reader {
        long read(String name, ByteBuffer chunk) throws IOException;
    }

    private static double share(int threads, boolean direct, Reader reader) throws Exception {
        AtomicInteger next = new AtomicInteger();
        AtomicLong bytes = new AtomicLong();
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        long start = System.nanoTime();
        try {
            Future<?>[] running = new Future<?>[threads];
            for (int i = 0; i < threads; i++) {
                running[i] = pool.submit(() -> {
                    ByteBuffer chunk = direct ? ByteBuffer.allocateDirect(CHUNK) : ByteBuffer.allocate(CHUNK);
                    for (int number; (number = next.getAndIncrement()) < COUNT; ) {
                        bytes.addAndGet(reader.read(name(number), chunk));
                    }
                    return null;
                });
            }
            for (Future<?> one : running) {
                one.get();
            }
        } finally {
            pool.shutdownNow();
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        if (bytes.get() != totalSize()) {
            throw new IOException(bytes + " bytes read, not " + totalSize());
        }
        return COUNT / seconds;
    }
}
