package dev.zipfs.examples.benchmarks;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Archives with one large executable, {@value #ENTRY}. */
final class Archives {
    static final String ENTRY = "game.exe";

    private Archives() {}

    /**
     * Plain bytes that look like a program's and do not repeat within what deflate sees: pieces of the corpus, each
     * differing from its last appearance in a byte of every 4 KiB.
     */
    static void writePlain(Path file, long size) throws IOException {
        byte[] piece = Corpus.plain("executable");
        try (OutputStream out = Files.newOutputStream(file)) {
            byte round = 0;
            for (long left = size; left > 0; left -= piece.length) {
                out.write(piece, 0, (int) Math.min(left, piece.length));
                round++;
                for (int i = 2048; i < piece.length; i += 4096) {
                    piece[i] += round;
                }
            }
        }
    }

    /** A file as the only entry of an archive, deflated at zlib's default level. */
    static void deflate(Path plain, Path archive) throws IOException {
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(archive))) {
            zip.putNextEntry(new ZipEntry(ENTRY));
            Files.copy(plain, zip);
        }
    }

    /** A file as the only entry of an archive, stored. */
    static void store(Path plain, Path archive) throws IOException {
        CRC32 crc = new CRC32();
        byte[] some = new byte[1 << 20];
        try (var in = Files.newInputStream(plain)) {
            for (int n; (n = in.read(some)) > 0; ) {
                crc.update(some, 0, n);
            }
        }
        ZipEntry entry = new ZipEntry(ENTRY);
        entry.setMethod(ZipEntry.STORED);
        entry.setSize(Files.size(plain));
        entry.setCrc(crc.getValue());
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(archive))) {
            zip.putNextEntry(entry);
            Files.copy(plain, zip);
        }
    }
}
