package dev.zipfs.winfsp.internal;

import dev.zipfs.PasswordException;
import dev.zipfs.UnsupportedFeatureException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/**
 * The error numbers of one operating system, and which of them tells what went wrong. Numbers are positive; callbacks return
 * them negated.
 */
public enum Errnos {
    /** {@code asm-generic/errno.h}. */
    LINUX(40, 36, 95),
    /** {@code sys/errno.h} of Darwin. */
    MACOS(62, 63, 45),
    /** The C runtime's {@code errno.h}, which WinFsp translates to NTSTATUS. */
    WINDOWS(114, 38, 129);

    // These are the same everywhere.
    public static final int ENOENT = 2;
    public static final int EIO = 5;
    public static final int EBADF = 9;
    public static final int EACCES = 13;
    public static final int ENOTDIR = 20;
    public static final int EISDIR = 21;
    public static final int EINVAL = 22;
    public static final int EROFS = 30;

    private final int tooManyLinks;
    private final int nameTooLong;
    private final int notSupported;

    Errnos(int tooManyLinks, int nameTooLong, int notSupported) {
        this.tooManyLinks = tooManyLinks;
        this.nameTooLong = nameTooLong;
        this.notSupported = notSupported;
    }

    public int tooManyLinks() {
        return tooManyLinks;
    }

    public int nameTooLong() {
        return nameTooLong;
    }

    public int notSupported() {
        return notSupported;
    }

    /** What a program is told; whatever is not known here is an I/O error, never success. */
    public int of(Throwable failure) {
        if (failure instanceof PasswordException || failure instanceof AccessDeniedException) {
            return EACCES;
        }
        if (failure instanceof UnsupportedFeatureException) {
            return notSupported;
        }
        if (failure instanceof NoSuchFileException) {
            return ENOENT;
        }
        if (failure instanceof NotDirectoryException) {
            return ENOTDIR;
        }
        if (failure instanceof FileSystemLoopException) {
            return tooManyLinks;
        }
        return EIO;
    }
}
