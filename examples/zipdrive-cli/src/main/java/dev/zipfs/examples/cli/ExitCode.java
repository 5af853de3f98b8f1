package dev.zipfs.examples.cli;

/** What the process's exit code means. */
final class ExitCode {
    static final int FINE = 0;
    static final int ENTRY_FAILED = 1;
    static final int USAGE = 2;
    static final int ARCHIVE_FAILED = 3;
    static final int PASSWORD = 4;
    static final int MOUNT_FAILED = 5;

    private ExitCode() {}
}
