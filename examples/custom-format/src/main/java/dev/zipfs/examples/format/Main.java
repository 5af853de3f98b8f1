package dev.zipfs.examples.format;

import dev.zipfs.Archive;
import dev.zipfs.ZipDrive;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** Writes a small PAK archive and lists it: the library finds the format by itself. */
public final class Main {
    private Main() {}

    /**
     * Starts the program.
     *
     * @param args unused
     * @throws IOException if the archive cannot be written or read
     */
    public static void main(String[] args) throws IOException {
        Path file = Files.createTempFile("maps", ".pak");
        try {
            Files.write(file, pak(Map.of("maps/e1m1.bsp", "the first map", "progs/player.mdl", "a player")));
            try (Archive archive = ZipDrive.open(file)) {
                System.out.println(archive.format());
                archive.walk().forEach(entry -> System.out.println(entry.path() + " " + entry.size()));
            }
        } finally {
            Files.delete(file);
        }
    }

    /** An archive with these files, by path. */
    static byte[] pak(Map<String, String> files) {
        Map<String, String> sorted = new TreeMap<>(files);
        int data = sorted.values().stream().mapToInt(String::length).sum();
        ByteBuffer pak = ByteBuffer.allocate(12 + data + sorted.size() * PakFormat.RECORD)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put("PACK".getBytes(StandardCharsets.US_ASCII))
                .putInt(12 + data)
                .putInt(sorted.size() * PakFormat.RECORD);
        sorted.values().forEach(content -> pak.put(content.getBytes(StandardCharsets.ISO_8859_1)));
        int offset = 12;
        for (Map.Entry<String, String> file : sorted.entrySet()) {
            byte[] name = new byte[56];
            byte[] path = file.getKey().getBytes(StandardCharsets.ISO_8859_1);
            System.arraycopy(path, 0, name, 0, path.length);
            pak.put(name).putInt(offset).putInt(file.getValue().length());
            offset += file.getValue().length();
        }
        return pak.array();
    }
}
