package dev.zipfs.internal.zip;

import dev.zipfs.ArchiveFormatException;
import dev.zipfs.PasswordException;
import dev.zipfs.spi.AccessCost;
import dev.zipfs.spi.EntryReader;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Reads an entry whose password fits as far as could be seen when it was opened. Should the content turn out to be
 * something else, that is said of the password and not of the entry.
 */
final class DoubtfulReader implements EntryReader {
    private final EntryReader reader;
    private final String entry;
    private final Passwords passwords;
    private final Passwords.Known password;

    DoubtfulReader(EntryReader reader, String entry, Passwords passwords, Passwords.Known password) {
        this.reader = reader;
        this.entry = entry;
        this.passwords = passwords;
        this.password = password;
    }

    @Override
    public long size() {
        return reader.size();
    }

    @Override
    public int read(long position, ByteBuffer dst) throws IOException {
        try {
            return reader.read(position, dst);
        } catch (ArchiveFormatException e) {
            if (!passwords.disown(password)) {
                throw e;
            }
            PasswordException wrong = new PasswordException(
                    PasswordException.Reason.WRONG, entry, "or the entry is damaged: " + e.problem());
            wrong.initCause(e);
            throw wrong;
        }
    }

    @Override
    public AccessCost accessCost() {
        return reader.accessCost();
    }

    @Override
    public long restartPoint(long position) {
        return reader.restartPoint(position);
    }

    @Override
    public long decodedBytes() {
        return reader.decodedBytes();
    }

    @Override
    public int restartPoints() {
        return reader.restartPoints();
    }

    @Override
    public long restartPointBytes() {
        return reader.restartPointBytes();
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
