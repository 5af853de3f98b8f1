package dev.zipfs.examples.benchmarks;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.Random;
import java.util.zip.Deflater;

/**
 * What is decoded: contents that every machine with a JDK has or that a fixed seed makes, compressed by zlib. A path in place of
 * a name takes that file.
 */
final class Corpus {
    private static final int MAX_SIZE = 16 << 20;

    private Corpus() {}

    /**
     * Plain bytes.
     *
     * @param name {@code executable} (the JVM's own library), {@code text} (the words in the JDK's classes), {@code base64},
     *     {@code runs}, {@code random}, or a path
     */
    static byte[] plain(String name) throws IOException {
        Path home = Path.of(System.getProperty("java.home"));
        return switch (name) {
            case "executable" ->
                head(firstOf(home, "lib/server/libjvm.so", "lib/server/libjvm.dylib", "bin/server/jvm.dll"));
            case "text" -> words(home.resolve("lib/modules"));
            case "base64" -> Base64.getMimeEncoder().encode(random(12 << 20));
            case "runs" -> runs();
            case "random" -> random(MAX_SIZE);
            default -> head(Path.of(name));
        };
    }

    /** As a ZIP tool stores it: zlib's default level. */
    static byte[] deflate(byte[] plain) {
        Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
        try {
            deflater.setInput(plain);
            deflater.finish();
            ByteArrayOutputStream out = new ByteArrayOutputStream(plain.length / 2);
            byte[] some = new byte[1 << 16];
            while (!deflater.finished()) {
                out.write(some, 0, deflater.deflate(some));
            }
            return out.toByteArray();
        } finally {
            deflater.end();
        }
    }

    private static Path firstOf(Path home, String... names) throws IOException {
        for (String name : names) {
            if (Files.isReadable(home.resolve(name))) {
                return home.resolve(name);
            }
        }
        throw new IOException("none of " + Arrays.toString(names) + " in " + home);
    }

    private static byte[] head(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return in.readNBytes(MAX_SIZE);
        }
    }

    /** Printable pieces of six characters or more, a line each. */
    private static byte[] words(Path file) throws IOException {
        byte[] out = new byte[MAX_SIZE];
        int size = 0;
        int start = 0;
        try (InputStream in = Files.newInputStream(file)) {
            byte[] some = new byte[1 << 20];
            for (int n; (n = in.read(some)) > 0; ) {
                for (int i = 0; i < n; i++) {
                    if (size == MAX_SIZE) {
                        return out;
                    }
                    if (some[i] >= ' ' && some[i] < 127) {
                        out[size++] = some[i];
                    } else {
                        size = size - start < 6 ? start : size;
                        if (size > start) {
                            out[size++] = '\n';
                        }
                        start = size;
                    }
                }
            }
        }
        return Arrays.copyOf(out, size);
    }

    private static byte[] random(int size) {
        byte[] bytes = new byte[size];
        new Random(1).nextBytes(bytes);
        return bytes;
    }

    private static byte[] runs() {
        Random random = new Random(2);
        byte[] bytes = new byte[MAX_SIZE];
        for (int i = 0; i < MAX_SIZE; ) {
            int end = Math.min(MAX_SIZE, i + 3000 + random.nextInt(60_000));
            Arrays.fill(bytes, i, end, (byte) random.nextInt());
            i = end;
        }
        return bytes;
    }
}
