package dev.zipfs.internal.zip;

import dev.zipfs.PasswordException;
import dev.zipfs.PasswordException.Reason;
import dev.zipfs.PasswordProvider;
import dev.zipfs.ZipDriveException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Asks for passwords and remembers those that worked, until the archive is closed. One entry is unlocked at a time, so
 * that the user is not asked twice for the same password.
 *
 * <p>A password is tried as UTF-8 and, where that makes a difference, in the charset that the user gave for the names:
 * older tools took the machine's own.
 */
final class Passwords {
    private static final int ATTEMPTS = 3;

    /** Tries a password on an entry. */
    @FunctionalInterface
    interface Lock<T> {
        /** What it opens, or {@code null} if the password is wrong. */
        @Nullable
        T open(byte[] password) throws IOException;
    }

    private final PasswordProvider provider;
    private final @Nullable Charset charset;
    private final List<byte[]> known = new ArrayList<>();

    Passwords(PasswordProvider provider, @Nullable Charset charset) {
        this.provider = provider;
        this.charset = charset;
    }

    /**
     * Opens an entry with a password that is known or asked for.
     *
     * @throws PasswordException if there is none, or none fits
     */
    synchronized <T> T open(String entry, Lock<T> lock) throws IOException {
        for (byte[] password : known) {
            T opened = lock.open(password);
            if (opened != null) {
                return opened;
            }
        }
        for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
            char[] asked = ask(entry, attempt);
            if (asked == null) {
                throw new PasswordException(attempt == 1 && known.isEmpty() ? Reason.MISSING : Reason.WRONG, entry);
            }
            try {
                T opened = tryEncodings(asked, lock);
                if (opened != null) {
                    return opened;
                }
            } finally {
                Arrays.fill(asked, '\0');
            }
        }
        throw new PasswordException(Reason.WRONG, entry);
    }

    private char @Nullable [] ask(String entry, int attempt) throws ZipDriveException {
        try {
            return provider.password(entry, attempt);
        } catch (RuntimeException e) {
            throw new ZipDriveException("entry '" + entry + "': the PasswordProvider failed: " + e, e);
        }
    }

    private <T> @Nullable T tryEncodings(char[] asked, Lock<T> lock) throws IOException {
        byte[] utf8 = encode(asked, StandardCharsets.UTF_8);
        T opened = tryOne(utf8, lock);
        if (opened == null && charset != null && charset.canEncode()) {
            byte[] other = encode(asked, charset);
            if (!Arrays.equals(utf8, other)) {
                opened = tryOne(other, lock);
            }
        }
        return opened;
    }

    private <T> @Nullable T tryOne(byte[] password, Lock<T> lock) throws IOException {
        T opened = lock.open(password);
        if (opened != null) {
            known.add(password.clone());
        }
        return opened;
    }

    private static byte[] encode(char[] password, Charset charset) {
        ByteBuffer encoded = charset.encode(CharBuffer.wrap(password));
        byte[] bytes = new byte[encoded.remaining()];
        encoded.get(bytes);
        if (encoded.hasArray()) {
            Arrays.fill(encoded.array(), (byte) 0);
        }
        return bytes;
    }

    /** Wipes what was remembered. */
    synchronized void forget() {
        for (byte[] password : known) {
            Arrays.fill(password, (byte) 0);
        }
        known.clear();
    }
}
