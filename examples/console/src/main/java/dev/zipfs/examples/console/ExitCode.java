package dev.zipfs.examples.console;

/** What the process's exit code means. */
public final class ExitCode {
    /** All went well. */
    public static final int FINE = 0;
    /** Something could not be read, or is not what it should be. */
    public static final int ENTRY_FAILED = 1;
    /** The command line makes no sense. */
    public static final int USAGE = 2;
    /** The file that was named cannot be opened. */
    public static final int ARCHIVE_FAILED = 3;
    /** The password is missing or wrong. */
    public static final int PASSWORD = 4;
    /** The drive cannot be mounted. */
    public static final int MOUNT_FAILED = 5;

    private ExitCode() {}
}
