package dev.zipfs.examples.cli;

import dev.zipfs.Entry;
import dev.zipfs.EntryType;
import dev.zipfs.PasswordException;
import dev.zipfs.examples.console.JsonLine;
import dev.zipfs.examples.console.Printable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.function.LongConsumer;
import java.util.zip.CRC32;

/** What came of reading one entry. */
final class EntryCheck {
    private static final int BUFFER = 128 << 10;

    private final String path;
    private final long size;
    private final String sha256;
    private final IOException failure;

    private EntryCheck(Entry entry, String sha256, IOException failure) {
        this.path = entry.path();
        this.size = entry.size();
        this.sha256 = sha256;
        this.failure = failure;
    }

    /**
     * Reads an entry to its end. The CRC-32 is computed here as well: what is read without a decoder has been compared
     * with it by nobody else.
     *
     * @param entry a file, or a link, of which the target's text is read
     * @param read is told how many more bytes were read
     * @return the result; no failure of the entry is thrown
     */
    static EntryCheck of(Entry entry, LongConsumer read) {
        MessageDigest sha = sha256();
        CRC32 crc = new CRC32();
        try {
            long length = entry.type() == EntryType.SYMLINK
                    ? digestTarget(entry, sha, crc)
                    : digestContent(entry, sha, crc, read);
            if (length != entry.size()) {
                throw new IOException("it has " + length + " bytes, its size says " + entry.size());
            }
            if (entry.crc32().isPresent() && entry.crc32().getAsLong() != crc.getValue()) {
                throw new IOException("its content has CRC-32 " + EntryText.crc(crc.getValue()) + ", the archive says "
                        + EntryText.crc(entry.crc32().getAsLong()));
            }
            return new EntryCheck(entry, hex(sha.digest()), null);
        } catch (IOException e) {
            return new EntryCheck(entry, null, e);
        }
    }

    /** Whether the entry could not be read whole, or is not what the archive says. */
    boolean failed() {
        return failure != null;
    }

    /** Whether only the password is missing or wrong. */
    boolean lockedOut() {
        return failure instanceof PasswordException;
    }

    String json() {
        return new JsonLine()
                .put("path", path)
                .put("size", size)
                .put("sha256", sha256)
                .put("status", failed() ? "error" : "ok")
                .put("error", failed() ? Explanation.of(failure) : null)
                .toString();
    }

    String text() {
        return failed()
                ? String.format("%-5s %-64s %12d  %s: ", "error", "-", size, Printable.name(path))
                        + Printable.text(Explanation.of(failure))
                : String.format("%-5s %s %12d  %s", "ok", sha256, size, Printable.name(path));
    }

    private static long digestContent(Entry entry, MessageDigest sha, CRC32 crc, LongConsumer read) throws IOException {
        byte[] buffer = new byte[(int) Math.min(BUFFER, Math.max(1, entry.size()))];
        long length = 0;
        try (InputStream in = entry.openStream()) {
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                sha.update(buffer, 0, count);
                crc.update(buffer, 0, count);
                length += count;
                read.accept(count);
            }
        }
        return length;
    }

    private static long digestTarget(Entry entry, MessageDigest sha, CRC32 crc) throws IOException {
        byte[] target = entry.linkTarget().orElse("").getBytes(StandardCharsets.UTF_8);
        sha.update(target);
        crc.update(target);
        return target.length;
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private static String hex(byte[] bytes) {
        StringBuilder hex = new StringBuilder(bytes.length * 2);
        for (byte b : bytes) {
            hex.append(Character.forDigit(b >> 4 & 15, 16)).append(Character.forDigit(b & 15, 16));
        }
        return hex.toString();
    }
}
