package dev.zipfs.internal.zip;

import dev.zipfs.EntryType;
import java.util.Arrays;

/**
 * Looks for one path among all entries, in their order. Names that begin alike are mostly passed by at a glance, all of a run
 * together: what they have in common is compared once.
 */
final class PathSearch {
    /** Stands for no entry, and for more than one can tell. */
    static final int NONE = -1;

    private static final int FOLDER = -2;
    private static final int SAME = 0;
    private static final int BLOCK = 32;

    private final ZipIndex index;
    private final CentralDirectory directory;
    private final byte[] path;

    /** The name that was last referred to, and at which byte the path differs from it first. */
    private byte[] otherChunk = new byte[0];

    private int otherNameAt;
    private int differsAt;

    private PathSearch(ZipIndex index, CentralDirectory directory, byte[] path) {
        this.index = index;
        this.directory = directory;
        this.path = path;
    }

    /**
     * The last entry of just that name, unless one of that name is a folder, or something lies below it.
     *
     * @param index says what entries are
     * @param groups the entries of the directory
     * @return the entry or {@link #NONE}
     */
    static int last(ZipIndex index, CentralDirectory directory, NameGroups groups, byte[] path) {
        PathSearch search = new PathSearch(index, directory, path);
        int found = NONE;
        for (int group = 0; group < groups.count() && found != FOLDER; group++) {
            found = search.group(groups.start(group), groups.end(group), groups.leastShared(group), found);
        }
        return found == FOLDER ? NONE : found;
    }

    private int group(int from, int to, int leastShared, int before) {
        byte[] b = directory.bytes(from);
        if (leastShared > 0 && differsAt(b, EntryRecord.nameRestAt(b, directory.at(from))) < leastShared) {
            return before;
        }
        int found = before;
        for (int entry = from; entry < to && found != FOLDER; entry += BLOCK) {
            found = block(entry, Math.min(to, entry + BLOCK), found);
        }
        return found;
    }

    /** A method of its own: a fresh JVM compiles what is called often long before it compiles a long loop. */
    private int block(int from, int to, int before) {
        int found = before;
        for (int entry = from; entry < to; entry++) {
            byte[] b = directory.bytes(entry);
            int at = directory.at(entry);
            int shared = EntryRecord.sharedLength(b, at);
            if (shared == 0 || shared <= differsAt(b, EntryRecord.sharedNameAt(b, at))) {
                int how = compare(b, at, shared);
                if (how == FOLDER || how == SAME && index.type(entry) == EntryType.DIRECTORY) {
                    return FOLDER;
                }
                found = how == SAME ? entry : found;
            }
        }
        return found;
    }

    /** At which byte the path differs from a name that others refer to; the largest number if the name begins with it. */
    private int differsAt(byte[] b, int nameAt) {
        if (nameAt != otherNameAt || b != otherChunk) {
            otherChunk = b;
            otherNameAt = nameAt;
            // The name may be shorter, but nobody shares more bytes than it has.
            int most = Math.min(Math.min(path.length, EntryRecord.MOST_SHARED), b.length - nameAt);
            int different = Arrays.mismatch(path, 0, most, b, nameAt, nameAt + most);
            differsAt = different < 0 ? Integer.MAX_VALUE : different;
        }
        return differsAt;
    }

    /** What a name is that has its shared bytes in common with the path. */
    private int compare(byte[] b, int at, int shared) {
        int length = EntryRecord.nameLength(b, at);
        if (length < path.length || length > path.length && byteOfName(b, at, shared, path.length) != '/') {
            return NONE;
        }
        int here = Math.min(shared, path.length);
        int rest = EntryRecord.nameRestAt(b, at);
        if (!Arrays.equals(path, here, path.length, b, rest, rest + path.length - here)) {
            return NONE;
        }
        return length == path.length ? SAME : FOLDER;
    }

    private static byte byteOfName(byte[] b, int at, int shared, int index) {
        return index < shared
                ? b[EntryRecord.sharedNameAt(b, at) + index]
                : b[EntryRecord.nameRestAt(b, at) + index - shared];
    }
}
