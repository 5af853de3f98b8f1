package dev.zipfs.dokan.internal;

import dev.zipfs.ArchiveFormatException;
import dev.zipfs.LimitExceededException;
import dev.zipfs.PasswordException;
import dev.zipfs.UnsupportedFeatureException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.zip.ZipException;

/** The NTSTATUS numbers (ntstatus.h) that requests are answered with, and which of them tells what went wrong. */
final class NtStatus {
    static final int STATUS_SUCCESS = 0;
    static final int STATUS_INVALID_PARAMETER = 0xC000000D;
    static final int STATUS_INVALID_DEVICE_REQUEST = 0xC0000010;
    static final int STATUS_END_OF_FILE = 0xC0000011;
    static final int STATUS_ACCESS_DENIED = 0xC0000022;
    static final int STATUS_OBJECT_NAME_INVALID = 0xC0000033;
    static final int STATUS_OBJECT_NAME_NOT_FOUND = 0xC0000034;
    static final int STATUS_OBJECT_NAME_COLLISION = 0xC0000035;
    static final int STATUS_OBJECT_PATH_INVALID = 0xC0000039;
    static final int STATUS_OBJECT_PATH_NOT_FOUND = 0xC000003A;
    static final int STATUS_CRC_ERROR = 0xC000003F;
    static final int STATUS_INSUFFICIENT_RESOURCES = 0xC000009A;
    static final int STATUS_MEDIA_WRITE_PROTECTED = 0xC00000A2;
    static final int STATUS_FILE_IS_A_DIRECTORY = 0xC00000BA;
    static final int STATUS_NOT_SUPPORTED = 0xC00000BB;
    static final int STATUS_INTERNAL_ERROR = 0xC00000E5;
    static final int STATUS_NOT_A_DIRECTORY = 0xC0000103;
    static final int STATUS_CANCELLED = 0xC0000120;
    static final int STATUS_IO_DEVICE_ERROR = 0xC0000185;
    static final int STATUS_VOLUME_DISMOUNTED = 0xC000026E;

    private NtStatus() {}

    /** What a program is told; whatever is not known here is an error of some kind, never success. */
    static int of(Throwable failure) {
        if (failure instanceof StatusException) {
            return ((StatusException) failure).status();
        }
        if (failure instanceof PasswordException || failure instanceof AccessDeniedException) {
            return STATUS_ACCESS_DENIED;
        }
        if (failure instanceof UnsupportedFeatureException) {
            return STATUS_NOT_SUPPORTED;
        }
        if (failure instanceof ArchiveFormatException || failure instanceof ZipException) {
            // Programs show it as "data error (cyclic redundancy check)".
            return STATUS_CRC_ERROR;
        }
        if (failure instanceof LimitExceededException || failure instanceof OutOfMemoryError) {
            return STATUS_INSUFFICIENT_RESOURCES;
        }
        if (failure instanceof NoSuchFileException) {
            return STATUS_OBJECT_NAME_NOT_FOUND;
        }
        if (failure instanceof NotDirectoryException) {
            return STATUS_OBJECT_PATH_NOT_FOUND;
        }
        if (failure instanceof FileSystemLoopException) {
            return STATUS_OBJECT_PATH_INVALID;
        }
        if (failure instanceof InterruptedIOException || failure instanceof ClosedByInterruptException) {
            return STATUS_CANCELLED;
        }
        return failure instanceof IOException ? STATUS_IO_DEVICE_ERROR : STATUS_INTERNAL_ERROR;
    }
}
