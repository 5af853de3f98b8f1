package dev.zipfs.internal.inflate;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.zip.Deflater;

/** Plain contents of every character, and deflate streams of them. Nothing here is random: each seed is fixed. */
final class Samples {
    private Samples() {}

    /** By name: what each is good for. */
    static Map<String, byte[]> contents(int size) {
        Map<String, byte[]> contents = new LinkedHashMap<>();
        contents.put("empty", new byte[0]);
        contents.put("one byte", new byte[] {42});
        contents.put("zeros", new byte[size]);
        contents.put("text", text(size));
        contents.put("classes", classes(size));
        contents.put("base64", Base64.getEncoder().encode(random(size * 3 / 4)));
        contents.put("random", random(size));
        contents.put("runs", runs(size));
        contents.put("far", far(size));
        contents.put("periods", periods(size));
        return contents;
    }

    static byte[] random(int size) {
        byte[] bytes = new byte[size];
        new Random(1).nextBytes(bytes);
        return bytes;
    }

    /** Words of uneven frequency. */
    static byte[] text(int size) {
        Random random = new Random(2);
        String[] words = new String[400];
        for (int i = 0; i < words.length; i++) {
            StringBuilder word = new StringBuilder();
            for (int n = 1 + random.nextInt(9); n > 0; n--) {
                word.append((char) ('a' + (int) Math.abs(random.nextGaussian() * 6) % 26));
            }
            words[i] = word.toString();
        }
        StringBuilder text = new StringBuilder(size + 16);
        while (text.length() < size) {
            text.append(words[(int) Math.abs(random.nextGaussian() * 80) % words.length]);
            text.append(random.nextInt(12) == 0 ? ".\n" : " ");
        }
        return text.substring(0, size).getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Real binary data that every machine with a JDK has: class files. */
    static byte[] classes(int size) {
        Class<?>[] some = {
            String.class, java.util.HashMap.class, java.util.concurrent.ConcurrentHashMap.class, Character.class,
            java.util.regex.Pattern.class, java.math.BigDecimal.class, java.util.Collections.class, Math.class,
            java.util.stream.Collectors.class, java.time.LocalDate.class, java.util.Formatter.class, Thread.class
        };
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        while (bytes.size() < size) {
            for (Class<?> type : some) {
                String name = '/' + type.getName().replace('.', '/') + ".class";
                try (InputStream in = type.getResourceAsStream(name)) {
                    bytes.write(in.readAllBytes());
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }
        return java.util.Arrays.copyOf(bytes.toByteArray(), size);
    }

    /** Runs of up to 2,000 equal bytes: matches of 258. */
    static byte[] runs(int size) {
        Random random = new Random(3);
        byte[] bytes = new byte[size];
        for (int i = 0; i < size; ) {
            int end = Math.min(size, i + 1 + random.nextInt(2000));
            java.util.Arrays.fill(bytes, i, end, (byte) random.nextInt());
            i = end;
        }
        return bytes;
    }

    /** Repeats itself at the largest distance that zlib looks at. */
    static byte[] far(int size) {
        byte[] bytes = random(size);
        for (int i = 32768; i < size; i++) {
            if (i % 1000 < 700) {
                bytes[i] = bytes[i - 32506];
            }
        }
        return bytes;
    }

    /** Patterns of 1 to 40 bytes: copies that overlap themselves. */
    static byte[] periods(int size) {
        Random random = new Random(4);
        byte[] bytes = new byte[size];
        for (int i = 0; i < size; ) {
            int period = 1 + random.nextInt(40);
            int end = Math.min(size, i + period + random.nextInt(400));
            for (int start = i; i < end; i++) {
                bytes[i] = i - start < period ? (byte) random.nextInt() : bytes[i - period];
            }
        }
        return bytes;
    }

    static byte[] deflate(byte[] plain, int level, int strategy) {
        return deflate(plain, level, strategy, Integer.MAX_VALUE, Deflater.NO_FLUSH);
    }

    /** As zlib does it, with a flush after every {@code piece} bytes. */
    static byte[] deflate(byte[] plain, int level, int strategy, int piece, int flush) {
        Deflater deflater = new Deflater(level, true);
        try {
            deflater.setStrategy(strategy);
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            byte[] some = new byte[8192];
            for (int from = 0; flush != Deflater.NO_FLUSH && from < plain.length; from += piece) {
                deflater.setInput(plain, from, Math.min(piece, plain.length - from));
                for (int n; (n = deflater.deflate(some, 0, some.length, flush)) > 0; ) {
                    out.write(some, 0, n);
                }
            }
            if (flush == Deflater.NO_FLUSH) {
                deflater.setInput(plain);
            }
            deflater.finish();
            while (!deflater.finished()) {
                out.write(some, 0, deflater.deflate(some));
            }
            return out.toByteArray();
        } finally {
            deflater.end();
        }
    }

    /** Stored blocks of up to {@code most} bytes each, the last one final. */
    static byte[] stored(byte[] plain, int most) {
        BitOutput out = new BitOutput();
        int from = 0;
        do {
            int n = Math.min(most, plain.length - from);
            out.put(from + n == plain.length ? 1 : 0, 3);
            out.align();
            out.put(n, 16);
            out.put(~n, 16);
            for (int i = 0; i < n; i++) {
                out.put(plain[from + i], 8);
            }
            from += n;
        } while (from < plain.length);
        return out.toBytes();
    }
}
