package dev.zipfs.dokan.internal;

import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.zip.CRC32;

/**
 * Maps a file into memory and prints its CRC-32. A program of its own: a JVM that maps a file of a drive it serves itself may
 * stand still for ever, since a thread that waits for a page keeps the JVM from any pause, and a pause the callback from
 * fetching the page.
 */
final class MapFile {
    private MapFile() {}

    public static void main(String[] args) throws Exception {
        try (FileChannel channel = FileChannel.open(Path.of(args[0]))) {
            CRC32 crc = new CRC32();
            crc.update(channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size()));
            System.out.println(Long.toHexString(crc.getValue()));
        }
    }
}
