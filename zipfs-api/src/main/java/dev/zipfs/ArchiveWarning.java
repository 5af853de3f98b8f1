package dev.zipfs;

import java.util.Objects;

/**
 * Something about an archive that a user may want to know although the archive opens: an entry that is shown under
 * another name, a record that contradicts another, a file that cannot be read.
 *
 * @since 0.1.0
 */
public final class ArchiveWarning {
    /** What a warning is about. New kinds may be added in later versions. */
    public enum Kind {
        /** The entry is shown under another name than the archive's. */
        RENAMED,
        /** Two entries claim one name. */
        DUPLICATE,
        /** The entry's name would have left the archive. */
        UNSAFE_NAME,
        /** A symbolic link is not shown as a link. */
        LINK,
        /** Records of the archive contradict each other or the archive's size. */
        INCONSISTENT,
        /** Names carry no mark of their encoding, and it was guessed. */
        ENCODING,
        /** The entry cannot be read by this version. */
        UNSUPPORTED,
        /** The entry's content turned out to be damaged. */
        DAMAGED
    }

    private final Kind kind;
    private final String entry;
    private final String message;

    private ArchiveWarning(Kind kind, String entry, String message) {
        this.kind = Objects.requireNonNull(kind, "kind");
        this.entry = Objects.requireNonNull(entry, "entry");
        this.message = Objects.requireNonNull(message, "message");
    }

    /**
     * Makes a warning.
     *
     * @param kind what it is about
     * @param entry the path of the entry as the archive spells it, or an empty string for the archive as a whole
     * @param message what happened and why, for people
     * @return the warning
     */
    public static ArchiveWarning of(Kind kind, String entry, String message) {
        return new ArchiveWarning(kind, entry, message);
    }

    /**
     * What it is about.
     *
     * @return the kind
     */
    public Kind kind() {
        return kind;
    }

    /**
     * Which entry it concerns.
     *
     * @return the path as the archive spells it, or an empty string for the archive as a whole
     */
    public String entry() {
        return entry;
    }

    /**
     * What happened and why.
     *
     * @return one sentence for people
     */
    public String message() {
        return message;
    }

    @Override
    public String toString() {
        return kind + (entry.isEmpty() ? "" : " '" + entry + "'") + ": " + message;
    }
}
