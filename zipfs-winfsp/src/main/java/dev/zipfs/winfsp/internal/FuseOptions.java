package dev.zipfs.winfsp.internal;

/**
 * The option lists of a mount.
 *
 * @param mount what the kernel and {@code fusermount} take
 * @param library what libfuse takes
 */
record FuseOptions(String mount, String library) {
    /** The kernel keeps what it has learned for a day: nothing changes while an archive is mounted. */
    private static final String LIBRARY =
            "use_ino,kernel_cache,attr_timeout=86400,entry_timeout=86400,negative_timeout=86400";

    /**
     * How many buffered reads the kernel has under way at once. Its own choice is 12, and as many that wait for one large entry
     * would hold up all others (Linux {@code fs/fuse/dev.c}, {@code max_background}).
     */
    static final int MOST_READS = 128;

    private static final int LONGEST_VALUE = 512;

    static FuseOptions forLinux(String source, boolean everyone) {
        return new FuseOptions(
                "ro,nosuid,nodev,default_permissions" + (everyone ? ",allow_other" : "")
                        + ",max_read=131072,subtype=zipfs,fsname=" + escaped(source),
                LIBRARY + ",max_background=" + MOST_READS);
    }

    static FuseOptions forMac(String source, String label, boolean everyone) {
        return new FuseOptions(
                "ro,nosuid,nodev,default_permissions" + (everyone ? ",allow_other" : "") + ",subtype=zipfs,fsname="
                        + escaped(source) + ",volname=" + escaped(label),
                LIBRARY);
    }

    /**
     * Makes a value safe inside an option list: libfuse takes a comma for the end of an option and a backslash for an escape
     * ({@code fuse_opt.c}, 2.9). Control characters would break the lines of the mount table.
     */
    static String escaped(String value) {
        StringBuilder out = new StringBuilder();
        value.codePoints().limit(LONGEST_VALUE).forEach(c -> {
            if (c == ',' || c == '\\') {
                out.append('\\');
            }
            out.appendCodePoint(Character.isISOControl(c) || Character.getType(c) == Character.SURROGATE ? '?' : c);
        });
        return out.isEmpty() ? "zipfs" : out.toString();
    }
}
