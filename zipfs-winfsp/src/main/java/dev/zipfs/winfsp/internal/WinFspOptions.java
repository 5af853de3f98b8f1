package dev.zipfs.winfsp.internal;

/** Writes the option list for WinFsp; the names are those of {@code fuse.c} in its FUSE layer. */
final class WinFspOptions {
    /** {@code MAXIMUM_VOLUME_LABEL_LENGTH} of Windows, in UTF-16 units. */
    private static final int LONGEST_LABEL = 32;

    /** Capability bits to ask for in {@code init}, from WinFsp's {@code fuse_common.h}. */
    static final int READDIR_PLUS = 1 << 21;

    static final int READ_ONLY = 1 << 22;
    static final int CASE_INSENSITIVE = 1 << 29;
    static final int WANTED = READDIR_PLUS | READ_ONLY | CASE_INSENSITIVE;

    private WinFspOptions() {}

    /**
     * The options of a drive.
     *
     * <ul>
     *   <li>{@code uid=-1,gid=-1}: files belong to who mounts. {@code umask=222}: everybody may read and run them, for
     *       Windows refuses to start a program without the execute permission.
     *   <li>{@code FileInfoTimeout=-1}: nothing changes, so Windows may cache what it has seen, contents included.
     *   <li>{@code KeepFileCache=1}: it may keep that after a file was closed. Without the {@code =} it is no option.
     * </ul>
     */
    static String of(String label) {
        return "uid=-1,gid=-1,umask=222,FileInfoTimeout=-1,KeepFileCache=1,FileSystemName=zipfs" + volume(label);
    }

    private static String volume(String label) {
        StringBuilder safe = new StringBuilder();
        label.codePoints().forEach(c -> {
            boolean fits = safe.length() + Character.charCount(c) <= LONGEST_LABEL;
            if (fits) {
                boolean harmless = c != ',' && c != '\\' && !Character.isISOControl(c);
                safe.appendCodePoint(harmless && Character.getType(c) != Character.SURROGATE ? c : '_');
            }
        });
        // An empty value makes WinFsp refuse the whole list.
        return safe.isEmpty() ? "" : ",volname=" + safe;
    }
}
