package dev.zipfs.examples.filebench;

/** A page cache that stays as it is; the message says why. */
final class CannotDropException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    CannotDropException(String reason) {
        super(reason);
    }
}
