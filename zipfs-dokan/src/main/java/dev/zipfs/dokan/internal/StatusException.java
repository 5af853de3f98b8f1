package dev.zipfs.dokan.internal;

import java.io.IOException;

/** An answer that is an ordinary refusal: not logged, and without a stack trace since nobody reads it. */
final class StatusException extends IOException {
    private static final long serialVersionUID = 1L;

    private final int status;

    StatusException(int status) {
        super("NTSTATUS 0x" + Integer.toHexString(status));
        this.status = status;
    }

    int status() {
        return status;
    }

    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}
