package dev.zipfs.testkit.assertion;

import dev.zipfs.testkit.model.Content;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;

/** Reads a file to its end and compares. */
final class SeenContent {
    private static final int CHUNK = 1 << 16;

    private SeenContent() {}

    /** How a file differs from what it should hold. */
    static Optional<String> difference(ShownTree.Node node, Content expected) {
        long at = 0;
        try (InputStream in = node.opener().open()) {
            byte[] seen = new byte[CHUNK];
            ByteBuffer right = ByteBuffer.allocate(CHUNK);
            for (int count = in.read(seen); count >= 0; count = in.read(seen)) {
                right.clear().limit(count);
                int known = Math.max(expected.read(at, right), 0);
                int mismatch = Arrays.mismatch(seen, 0, count, right.array(), 0, known);
                if (mismatch == known) {
                    return Optional.of("gives more than the " + expected.size() + " bytes expected");
                }
                if (mismatch >= 0) {
                    return Optional.of(describe(at + mismatch, seen[mismatch], right.get(mismatch)));
                }
                at += count;
            }
        } catch (IOException failure) {
            return Optional.of("fails after " + at + " bytes: " + failure);
        }
        return at == expected.size()
                ? Optional.empty()
                : Optional.of("ends after " + at + " of " + expected.size() + " bytes");
    }

    private static String describe(long position, byte seen, byte expected) {
        HexFormat hex = HexFormat.of();
        return "byte " + position + " is " + hex.toHexDigits(seen) + ", expected " + hex.toHexDigits(expected);
    }

    /** Reads a file to its end; only the error counts. */
    static void drain(ShownTree.Node node) throws IOException {
        try (InputStream in = node.opener().open()) {
            in.transferTo(OutputStream.nullOutputStream());
        }
    }

    static String sha256(ShownTree.Node node) throws IOException {
        try (InputStream in = node.opener().open()) {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            byte[] chunk = new byte[CHUNK];
            for (int count = in.read(chunk); count >= 0; count = in.read(chunk)) {
                digest.update(chunk, 0, count);
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }
}
