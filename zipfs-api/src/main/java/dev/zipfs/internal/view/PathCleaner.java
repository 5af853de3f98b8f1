package dev.zipfs.internal.view;

/**
 * Takes out of a path what names no file, in place: a leading {@code /}, drive letters in front, empty and {@code .} parts
 * vanish, and {@code ..} takes the part before it away, or nothing at the root, so that no path climbs out.
 */
final class PathCleaner {
    /** The cleaned path means the same as the one before. */
    static final int SAME = 0;
    /** A {@code ..} took a part away. */
    static final int SHORTENED = 1;
    /** The path was absolute, or would have climbed above the root. */
    static final int UNSAFE = 2;

    private int length;
    private int verdict;

    /** Whether a part of a path is one that vanishes or takes another away. */
    static boolean vanishes(byte[] path, int from, int to) {
        int length = to - from;
        return length == 0 || length <= 2 && path[from] == '.' && path[to - 1] == '.';
    }

    /** Whether a part of a path is a drive letter, as {@code C:}. */
    static boolean isDrive(byte[] path, int from, int to) {
        if (to - from != 2 || path[from + 1] != ':') {
            return false;
        }
        int lower = path[from] | 0x20;
        return lower >= 'a' && lower <= 'z';
    }

    /**
     * Cleans a path.
     *
     * @param path holds the path from its first byte on, and the cleaned path afterwards
     * @param end how long it is
     * @param folder whether it names a folder: then {@code C:} alone is the root, else a strange name
     */
    void clean(byte[] path, int end, boolean folder) {
        verdict = end > 0 && path[0] == '/' ? UNSAFE : SAME;
        length = 0;
        int from = 0;
        while (from <= end) {
            int to = from;
            while (to < end && path[to] != '/') {
                to++;
            }
            part(path, from, to, to < end || folder);
            from = to + 1;
        }
    }

    private void part(byte[] path, int from, int to, boolean leadsOn) {
        if (vanishes(path, from, to)) {
            if (to - from == 2) {
                climb(path);
            }
        } else if (length == 0 && leadsOn && isDrive(path, from, to)) {
            verdict = UNSAFE;
        } else {
            if (length > 0) {
                path[length++] = '/';
            }
            System.arraycopy(path, from, path, length, to - from);
            length += to - from;
        }
    }

    private void climb(byte[] path) {
        if (length == 0) {
            verdict = UNSAFE;
            return;
        }
        verdict = Math.max(verdict, SHORTENED);
        do {
            length--;
        } while (length > 0 && path[length] != '/');
    }

    /** How long the cleaned path is; 0 is the root. */
    int length() {
        return length;
    }

    /** What cleaning did: {@link #SAME}, {@link #SHORTENED} or {@link #UNSAFE}. */
    int verdict() {
        return verdict;
    }
}
