package dev.zipfs.testkit.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.zipfs.testkit.corpus.Corpus;
import dev.zipfs.testkit.model.ArchiveEnd;
import dev.zipfs.testkit.model.ArchiveModel;
import dev.zipfs.testkit.model.Content;
import dev.zipfs.testkit.model.Descriptor;
import dev.zipfs.testkit.model.Encryption;
import dev.zipfs.testkit.model.EntryModel;
import dev.zipfs.testkit.model.ExtraField;
import dev.zipfs.testkit.model.Prefix;
import dev.zipfs.testkit.model.Zip64;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.Deflater;

/** What each fuzz target starts from: the catalogue's small archives and models that have every record once. */
final class Seeds {
    private static final int LARGEST = 1 << 15;

    private Seeds() {}

    /**
     * Writes the seeds of a target as files.
     *
     * @param args the target's name and the directory in which {@code seeds} and {@code found} are made
     */
    public static void main(String[] args) throws IOException {
        Path directory = Files.createDirectories(Path.of(args[1], "seeds"));
        Files.createDirectories(Path.of(args[1], "found"));
        List<byte[]> seeds = FuzzTarget.valueOf(args[0]).seeds();
        for (int i = 0; i < seeds.size(); i++) {
            Files.write(directory.resolve("seed-" + i), seeds.get(i));
        }
    }

    static List<byte[]> archives() {
        List<ArchiveModel> models = new ArrayList<>();
        for (Corpus archive : Corpus.values()) {
            if (!archive.large() && archive != Corpus.B23_OFFSETS) {
                models.add(archive.model());
            }
        }
        models.add(everyRecord());
        models.add(encrypted());
        models.add(ArchiveModel.builder().build());
        List<byte[]> seeds = new ArrayList<>();
        for (ArchiveModel model : models) {
            byte[] bytes = model.toBytes();
            if (bytes.length <= LARGEST) {
                seeds.add(prefixed(0, bytes));
                seeds.add(prefixed(IndexFuzzer.WINDOWS | IndexFuzzer.SHIFT_JIS, bytes));
            }
        }
        seeds.add(prefixed(IndexFuzzer.TIGHT, everyRecord().toBytes()));
        return seeds;
    }

    private static ArchiveModel everyRecord() {
        return ArchiveModel.builder()
                .prefix(Prefix.uncounted("#!/bin/sh\n".getBytes(UTF_8)))
                .add(
                        EntryModel.directory("d/").build(),
                        EntryModel.file("d/stored", "stored\n")
                                .zip64(Zip64.FORCED)
                                .extra(ExtraField.extendedTimestamp(1_720_000_001))
                                .extra(ExtraField.ntfs(Instant.ofEpochSecond(1_720_000_001, 500)))
                                .build(),
                        EntryModel.file("d/deflated", Content.text("deflated\n".repeat(40)))
                                .deflated()
                                .descriptor(Descriptor.SIGNED_64)
                                .comment("a comment".getBytes(UTF_8))
                                .build(),
                        EntryModel.symlink("link", "d/stored")
                                .extra(ExtraField.infoZipUnix(1_720_000_001))
                                .build())
                .end(ArchiveEnd.builder()
                        .comment("of the archive".getBytes(UTF_8))
                        .zip64(Zip64.FORCED)
                        .build())
                .build();
    }

    private static ArchiveModel encrypted() {
        return ArchiveModel.of(
                EntryModel.file("crypto", "secret\n")
                        .encrypted(Encryption.zipCrypto("pw"))
                        .build(),
                EntryModel.file("aes", "secret\n")
                        .encrypted(Encryption.aes("pw", Encryption.KeyLength.AES_256, Encryption.AesVersion.AE_2))
                        .build());
    }

    static List<byte[]> names() {
        List<byte[]> seeds = new ArrayList<>();
        String[][] archives = {
            {"a/b/c.txt", "a/d/e/f.txt", "a", "A/b", "a/b/"},
            {"./x/one.txt", "x/./two.txt", "x//three.txt", "/", "", ".", ".."},
            {"../../up.txt", "/abs.txt", "a/../../b.txt", "C:\\win.txt", "..\\back.txt", "C:/", "c:"},
            {"dup.txt", "dup.txt", "dup (1).txt", "DUP.txt", "n", "n/x.txt", "n (1)"},
            {"CON", "aux.txt", "a:b", "dot.", "space ", "q?", "COM1.tar.gz", "nul/in", "nu\0l", "con\u00b9", "a\u0001"},
            {"l".repeat(255), "l".repeat(254) + "\u00e9", "p/".repeat(100) + "x"},
            {"caf\u00e9.txt", "cafe\u0301.txt", "\u0130i\u0131I", "\u00df\u1e9e", "\ud83d\ude00", "\uff0f\uff3c"}
        };
        for (String[] archive : archives) {
            for (int choices : new int[] {
                0, NamesFuzzer.UTF8, NamesFuzzer.UTF8 | NamesFuzzer.FAT, NamesFuzzer.LINK, NamesFuzzer.UNICODE_PATH
            }) {
                seeds.add(names(0, choices, archive));
                seeds.add(names(NamesFuzzer.WINDOWS, choices, archive));
            }
        }
        // A link to a folder, which Windows rules show as one.
        byte[] link = names(NamesFuzzer.WINDOWS, NamesFuzzer.UTF8, new String[] {"d/x", "d/y", "dd"});
        link[link.length - 4] |= NamesFuzzer.LINK;
        seeds.add(link);
        return seeds;
    }

    private static byte[] names(int options, int choices, String[] archive) {
        ByteArrayOutputStream seed = new ByteArrayOutputStream();
        seed.write(options);
        for (String name : archive) {
            byte[] bytes = name.getBytes(UTF_8);
            seed.write(choices | (name.endsWith("/") ? NamesFuzzer.FOLDER : 0));
            seed.write(bytes.length);
            seed.write(bytes, 0, Math.min(bytes.length, 0xFF));
        }
        return seed.toByteArray();
    }

    static List<byte[]> extraFields() {
        byte[] name = "odd.txt".getBytes(UTF_8);
        ExtraField[] fields = {
            ExtraField.extendedTimestamp(1_720_000_001),
            ExtraField.ntfs(Instant.ofEpochSecond(1_720_000_001, 500)),
            ExtraField.infoZipUnix(1_720_000_001),
            ExtraField.unicodePath(name, "\u00f6dd.txt"),
            ExtraField.zip64(4, 4, 0),
            ExtraField.of(0x9901, new byte[] {2, 0, 'A', 'E', 3, 8, 0}),
            ExtraField.of(0xCAFE, new byte[0]),
            ExtraField.lying(0x0001, 24, new byte[8])
        };
        List<byte[]> seeds = new ArrayList<>();
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (ExtraField field : fields) {
            byte[] bytes = field.toBytes();
            all.write(bytes, 0, bytes.length);
            for (int choices = 0; choices < 16; choices += 3) {
                seeds.add(prefixed(choices, bytes));
            }
        }
        seeds.add(prefixed(ExtraFieldsFuzzer.ZIP64, all.toByteArray()));
        seeds.add(prefixed(ExtraFieldsFuzzer.AES | ExtraFieldsFuzzer.LOCAL, all.toByteArray()));
        return seeds;
    }

    static List<byte[]> streams() {
        byte[] text = "to be, or not to be: that is the question\n".repeat(20).getBytes(UTF_8);
        byte[] noise = Content.random(700, 1).toBytes();
        byte[] runs = new byte[100_000];
        List<byte[]> seeds = new ArrayList<>();
        int place = 0;
        for (byte[] plain : new byte[][] {new byte[0], {1}, text, noise, runs}) {
            for (int strategy : new int[] {Deflater.DEFAULT_STRATEGY, Deflater.HUFFMAN_ONLY, Deflater.FILTERED}) {
                for (int level : new int[] {0, 1, 9}) {
                    place += 37;
                    byte[] stream = deflate(plain, level, strategy);
                    if (stream.length <= LARGEST) {
                        seeds.add(prefixed(place, stream));
                    }
                }
            }
        }
        return seeds;
    }

    private static byte[] deflate(byte[] plain, int level, int strategy) {
        Deflater deflater = new Deflater(level, true);
        try {
            deflater.setStrategy(strategy);
            deflater.setInput(plain, 0, plain.length / 2);
            byte[] out = new byte[plain.length + 1000];
            int n = deflater.deflate(out, 0, out.length, Deflater.FULL_FLUSH);
            deflater.setInput(plain, plain.length / 2, plain.length - plain.length / 2);
            deflater.finish();
            n += deflater.deflate(out, n, out.length - n);
            return Arrays.copyOf(out, n);
        } finally {
            deflater.end();
        }
    }

    private static byte[] prefixed(int choices, byte[] bytes) {
        byte[] seed = new byte[bytes.length + 1];
        seed[0] = (byte) choices;
        System.arraycopy(bytes, 0, seed, 1, bytes.length);
        return seed;
    }
}
