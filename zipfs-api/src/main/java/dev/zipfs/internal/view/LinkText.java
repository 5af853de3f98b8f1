package dev.zipfs.internal.view;

import dev.zipfs.ZipDriveException;
import dev.zipfs.spi.ArchiveIndex;
import dev.zipfs.spi.EntryReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Reads where symbolic links point. */
final class LinkText {
    /** The longest text that Linux takes for the target of a link; nothing longer is read. */
    static final int LIMIT = 4095;

    private LinkText() {}

    /**
     * Reads a target.
     *
     * @return its bytes: 1 to {@link #LIMIT}, no {@code NUL}, valid UTF-8
     * @throws ZipDriveException if it cannot be the target of a link
     * @throws IOException if it cannot be read
     */
    static byte[] read(ArchiveIndex index, int entry) throws IOException {
        long size = index.size(entry);
        if (size == 0) {
            throw new ZipDriveException("its target is empty");
        }
        if (size > LIMIT) {
            throw new ZipDriveException("its target is longer than " + LIMIT + " bytes");
        }
        ByteBuffer text = ByteBuffer.allocate((int) size);
        try (EntryReader reader = index.open(entry)) {
            while (text.hasRemaining()) {
                if (reader.read(text.position(), text) <= 0) {
                    throw new ZipDriveException("its target ends too early");
                }
            }
        }
        byte[] bytes = text.array();
        String decoded = new String(bytes, StandardCharsets.UTF_8);
        if (decoded.indexOf('\0') >= 0) {
            throw new ZipDriveException("its target has a NUL character");
        }
        if (decoded.indexOf('\uFFFD') >= 0
                && !java.util.Arrays.equals(decoded.getBytes(StandardCharsets.UTF_8), bytes)) {
            throw new ZipDriveException("its target is not UTF-8");
        }
        return bytes;
    }

    /** Where the part of a path that begins at a place ends: the next slash, or the end. */
    static int partEnd(byte[] text, int from) {
        int to = from;
        while (to < text.length && text[to] != '/') {
            to++;
        }
        return to;
    }

    /** Whether a part is empty or {@code .}. */
    static boolean stays(byte[] text, int from, int to) {
        return to == from || to == from + 1 && text[from] == '.';
    }

    /** Whether a part is {@code ..}. */
    static boolean climbs(byte[] text, int from, int to) {
        return to == from + 2 && text[from] == '.' && text[from + 1] == '.';
    }
}
