package dev.zipfs.testkit.model;

import dev.zipfs.ArchiveFormatException;
import dev.zipfs.PasswordException;
import dev.zipfs.UnsupportedFeatureException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;

/**
 * How reading an entry to its end must fail.
 *
 * @since 0.1.0
 */
public enum ErrorKind {
    /** The entry's bytes are not what its headers say. */
    DAMAGED(ArchiveFormatException.class, IOException.class),
    /** No password, or a wrong one, was given. */
    PASSWORD(PasswordException.class, AccessDeniedException.class),
    /** The method, or the kind of encryption, is unknown to this version. */
    UNSUPPORTED(UnsupportedFeatureException.class, IOException.class),
    /** A symbolic link leads round in a circle, or to nothing. */
    LINK(IOException.class, FileSystemException.class);

    private final Class<? extends IOException> inProcess;
    private final Class<? extends IOException> throughKernel;

    ErrorKind(Class<? extends IOException> inProcess, Class<? extends IOException> throughKernel) {
        this.inProcess = inProcess;
        this.throughKernel = throughKernel;
    }

    /**
     * Whether an exception is of this kind.
     *
     * @param failure what opening or reading threw: by the library itself, or by the operating system on a mounted drive,
     *     which tells less
     * @return {@code true} if it is
     */
    public boolean matches(IOException failure) {
        return inProcess.isInstance(failure) || isFromSystem(failure) && throughKernel.isInstance(failure);
    }

    private static boolean isFromSystem(IOException failure) {
        return failure.getClass() == IOException.class || failure instanceof FileSystemException;
    }
}
