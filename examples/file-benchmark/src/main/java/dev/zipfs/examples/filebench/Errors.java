package dev.zipfs.examples.filebench;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Says what an I/O error means: the JDK's messages are often the path alone. */
final class Errors {
    private Errors() {}

    static String reason(IOException failure) {
        if (failure instanceof NoSuchFileException) {
            return "there is no such file";
        }
        if (failure instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (failure instanceof FileSystemException && ((FileSystemException) failure).getReason() != null) {
            return ((FileSystemException) failure).getReason();
        }
        return failure.getMessage() == null ? failure.toString() : failure.getMessage();
    }
}
