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
 * <p>A password is tried as UTF-8 and, where that makes a difference, in the charset of the archive's names: older tools
 * took the machine's own.
 *
 * <p>ZipCrypto compares one byte, so that every 256th wrong password seems to fit. So what it opens is looked at, too,
 * and a password counts as right once the content of some entry has proven it.
 */
final class Passwords {
    private static final int ATTEMPTS = 3;

    /** What the content says about a password that seems to fit. */
    enum Evidence {
        /** It is what the archive says it must be. */
        RIGHT,
        /** There was too little to see. */
        UNKNOWN,
        /** It is not what it must be: the password is wrong, or the entry is damaged. */
        WRONG
    }

    /** Tries a password on an entry. */
    interface Lock<T> {
        /** What it opens, or {@code null} if the password is wrong. */
        @Nullable
        T open(byte[] password) throws IOException;

        /**
         * Looks at what was opened.
         *
         * @param proven whether the password has been right for another entry
         */
        Evidence check(T opened, boolean proven) throws IOException;
    }

    /** A password that opened something. The bytes are wiped when it is forgotten. */
    static final class Known {
        private final byte[] bytes;
        private volatile boolean proven;

        private Known(byte[] bytes) {
            this.bytes = bytes;
        }

        /** Whether the content of some entry has shown that it is right. */
        boolean proven() {
            return proven;
        }
    }

    /** What was opened, and with what. */
    record Opened<T>(T content, Known password) {}

    private final PasswordProvider provider;
    private final @Nullable Charset charset;
    private final List<Known> known = new ArrayList<>();

    Passwords(PasswordProvider provider, @Nullable Charset charset) {
        this.provider = provider;
        this.charset = charset;
    }

    /**
     * Opens an entry with a password that is known or asked for.
     *
     * @throws PasswordException if there is none, or none fits
     */
    synchronized <T> Opened<T> open(String entry, Lock<T> lock) throws IOException {
        Opened<T> damaged = null;
        for (boolean proven : new boolean[] {true, false}) {
            for (Known password : List.copyOf(known)) {
                T opened = password.proven == proven ? lock.open(password.bytes) : null;
                if (opened == null) {
                    continue;
                }
                Opened<T> result = new Opened<>(opened, password);
                if (accepted(lock, result)) {
                    return result;
                }
                damaged = proven ? result : damaged;
            }
        }
        if (damaged != null) {
            // The check byte fits a password that is known to be right: reading will say what is wrong.
            return damaged;
        }
        boolean seemedToFit = false;
        for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
            char[] asked = ask(entry, attempt);
            if (asked == null) {
                throw attempt == 1 && known.isEmpty()
                        ? new PasswordException(Reason.MISSING, entry)
                        : wrong(entry, seemedToFit);
            }
            try {
                for (byte[] password : encodings(asked)) {
                    T opened = lock.open(password);
                    if (opened != null) {
                        Opened<T> result = new Opened<>(opened, new Known(password));
                        if (accepted(lock, result)) {
                            known.add(result.password);
                            return result;
                        }
                        seemedToFit = true;
                    }
                    Arrays.fill(password, (byte) 0);
                }
            } finally {
                Arrays.fill(asked, '\0');
            }
        }
        throw wrong(entry, seemedToFit);
    }

    private static <T> boolean accepted(Lock<T> lock, Opened<T> opened) throws IOException {
        Evidence evidence = lock.check(opened.content, opened.password.proven);
        opened.password.proven |= evidence == Evidence.RIGHT;
        return evidence != Evidence.WRONG;
    }

    private static PasswordException wrong(String entry, boolean seemedToFit) {
        return seemedToFit
                ? new PasswordException(
                        Reason.WRONG, entry, "or the entry is damaged: what comes out is not its content")
                : new PasswordException(Reason.WRONG, entry);
    }

    /**
     * Takes back a password whose entry turned out to be something else in the end.
     *
     * @return whether it was wrong: not if another entry has proven it right
     */
    synchronized boolean disown(Known password) {
        if (!password.proven && known.remove(password)) {
            Arrays.fill(password.bytes, (byte) 0);
        }
        return !password.proven;
    }

    private char @Nullable [] ask(String entry, int attempt) throws ZipDriveException {
        try {
            return provider.password(entry, attempt);
        } catch (RuntimeException e) {
            throw new ZipDriveException("entry '" + entry + "': the PasswordProvider failed: " + e, e);
        }
    }

    private List<byte[]> encodings(char[] asked) {
        byte[] utf8 = encode(asked, StandardCharsets.UTF_8);
        if (charset == null || !charset.canEncode()) {
            return List.of(utf8);
        }
        byte[] other = encode(asked, charset);
        return Arrays.equals(utf8, other) ? List.of(utf8) : List.of(utf8, other);
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
        for (Known password : known) {
            Arrays.fill(password.bytes, (byte) 0);
        }
        known.clear();
    }
}
