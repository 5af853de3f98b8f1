package dev.zipfs.internal.view;

import dev.zipfs.ArchiveLimits;
import dev.zipfs.ArchiveWarning;
import dev.zipfs.ArchiveWarning.Kind;
import dev.zipfs.EntryType;
import dev.zipfs.LimitExceededException;
import dev.zipfs.NameRules;
import dev.zipfs.spi.ArchiveIndex;
import dev.zipfs.spi.DriveView;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Builds the tree a drive shows. One pass over the entries in the archive's order makes the nodes; a second over those that
 * lost their name to another gives them a free one ({@link Collisions}). Time and memory are linear in the bytes of all
 * paths, whatever the archive.
 *
 * <p>Rules:
 * <ul>
 *   <li>Folders that no entry names are made, and show the time of the entry they are made for.
 *   <li>A path is cleaned ({@link PathCleaner}): {@code ../../up.txt} and {@code /up.txt} are shown as {@code up.txt} in
 *       the root, {@code a/../b} as {@code b}, {@code C:/win.txt} as {@code win.txt}; each is told, but not that
 *       {@code ./a} is shown as {@code a}, since both are the same path. What is left of a folder may be
 *       nothing: it is the root. A file of which nothing is left is shown as {@code _}.
 *   <li>Each part of a path is shown as {@link PosixNames} or {@link WindowsNames} say.
 *   <li>Several entries of one folder are one node, the last of them gives its attributes. Where look-ups ignore case,
 *       folders whose names differ in case alone are one, spelled as it came first: a program then finds below it
 *       whatever the archive has, by either spelling.
 *   <li>Of files of one name the last keeps it, unless a folder has it.
 *   <li>Of a path with more parts than {@link ArchiveLimits#maxDepth} the first ones are kept, and the last: a file is shown in
 *       the deepest folder that may be, a folder that lies deeper is not shown by itself. Each is told.
 *   <li>An entry below what is a file or a link elsewhere in the archive makes a folder beside it, never follows it.
 * </ul>
 *
 * <p>The fast path: most entries lie in the folder of the entry before, so the bytes that two paths share are skipped and
 * only what follows is looked at. Nothing is allocated for an entry whose name needs no change.
 */
public final class TreeBuilder {
    private static final byte[] NAMELESS = {'_'};

    /**
     * How much may be told of folders: so many characters, and more with every entry. One path has thousands of folders in a
     * hostile archive, and to spell the way to each of them out would take time and memory in the square of its length.
     */
    private static final long TOLD_OF_FOLDERS = 4 << 20;

    private static final int TOLD_PER_ENTRY = 256;

    /** What is longer is neither {@code .} nor {@code ..}. */
    private static final int LONGEST_DOTS = 2;

    private ArchiveIndex index;
    private final ViewOptions options;
    private ViewWarnings warnings;
    private final ShownNames names;
    private final NodeTable nodes;
    private final FolderSlots folderSlots;
    private final PathCleaner cleaner = new PathCleaner();

    /** Other spellings of folders that were told about. */
    private final Set<String> spellings = new HashSet<>();

    /** Whether most names need no second look. */
    private final boolean plainNames;

    private boolean hasLinks;

    /** The path at hand and the one before. Both are clean; a folder's ends in a slash. */
    private byte[] path = new byte[512];

    private byte[] previous = new byte[512];
    private int previousLength;

    /** The folders on the way to the previous entry: how many bytes lead to each, its slash included, and its node. */
    private int[] folderEnds = new int[16];

    private int[] folders = new int[16];
    private int depth;

    /** How many folders may lie on the way to an entry. */
    private final int deepest;

    /** The classes of the bytes that the path at hand has in addition to the one before. */
    private int seen;

    /** How many characters may still be told of folders. */
    private long room = TOLD_OF_FOLDERS;

    private boolean saidThatMore;

    /**
     * Begins a tree of nothing but a root.
     *
     * @param expected about how many entries there will be
     */
    TreeBuilder(ArchiveIndex index, int expected, ViewOptions options, Consumer<ArchiveWarning> warnings) {
        this.index = index;
        this.options = options;
        this.warnings = new ViewWarnings(index, warnings);
        this.names = new ShownNames(options.nameRules());
        this.nodes = new NodeTable(expected, options.nameRules() == NameRules.WINDOWS, options.limits());
        this.plainNames = names.onlyNullCounts() && !nodes.ignoresCase();
        this.folderSlots = new FolderSlots(nodes);
        this.deepest = options.limits().maxDepth() - 1;
    }

    /**
     * Builds the tree of an archive.
     *
     * @param index what the archive says
     * @param options the user's choices
     * @param warnings takes what was shown otherwise than the archive has it; also later, when links are first looked at
     * @param opener opens files
     * @return the view
     * @throws LimitExceededException if there are more nodes or bytes of names than allowed
     * @throws IOException if the archive cannot be read
     */
    public static ArchiveView build(
            ArchiveIndex index, ViewOptions options, Consumer<ArchiveWarning> warnings, EntryOpener opener)
            throws IOException {
        return new TreeBuilder(index, index.entryCount(), options, warnings).finish(0, opener);
    }

    /** From now on, asks this index, which says of the entries already placed what the one before did. */
    void use(ArchiveIndex index, Consumer<ArchiveWarning> warnings) {
        this.index = index;
        this.warnings = new ViewWarnings(index, warnings);
    }

    /** Puts an entry into the tree, the one after the last. */
    void place(int entry) throws LimitExceededException {
        int length = index.pathLength(entry);
        room += TOLD_PER_ENTRY + 2L * length;
        if (length >= path.length) {
            path = new byte[Math.max(length + 1, path.length * 2)];
        }
        index.copyPath(entry, path, 0);
        while (length > 0 && path[length - 1] == '/') {
            length--;
        }
        EntryType type = index.type(entry);
        if (!place(entry, type, length)) {
            placeCleaned(entry, type, length);
        }
        byte[] swapped = previous;
        previous = path;
        path = swapped;
    }

    /** Puts all entries from the given one on into the tree, and finishes it. */
    ArchiveView finish(int from, EntryOpener opener) throws IOException {
        int count = index.entryCount();
        for (int entry = from; entry < count; entry++) {
            place(entry);
        }
        BitSet displaced = new BitSet();
        NameSlots slots = NameSlots.ofAll(nodes, displaced);
        if (!displaced.isEmpty()) {
            new Collisions(nodes, slots, warnings, options.nameRules()).settle(displaced);
        }
        nodes.finish();
        Links links = hasLinks && nodes.ignoresCase()
                ? WindowsLinks.settle(index, nodes, slots, options, warnings)
                : new Links(index, nodes, slots, options.outsideLinks(), warnings, new int[0], new int[0]);
        return new ArchiveView(index, options, opener, nodes, slots, links);
    }

    /** Puts an entry into the tree, unless its path has to be cleaned first: then nothing is done. */
    private boolean place(int entry, EntryType type, int length) throws LimitExceededException {
        int from = resume(length);
        if (type == EntryType.FILE && plainNames && placePlain(entry, from, length)) {
            previousLength = length;
            return true;
        }
        int partFrom = lastPart(from, length, type == EntryType.DIRECTORY);
        if (partFrom < 0) {
            return false;
        }
        int folder = depth == 0 ? DriveView.ROOT : folders[depth - 1];
        while (from < partFrom) {
            if (depth == deepest) {
                tooDeep(entry, type, folder, partFrom, length);
                previousLength = from;
                return true;
            }
            int to = from;
            while (path[to] != '/') {
                to++;
            }
            folder = folder(entry, folder, from, to);
            enter(folder, to + 1);
            from = to + 1;
        }
        if (type == EntryType.DIRECTORY) {
            int node = folder(entry, folder, from, length);
            attributes(entry, node);
            path[length] = '/';
            enter(node, length + 1);
            previousLength = length + 1;
        } else {
            leaf(entry, type, folder, from, length);
            previousLength = length;
        }
        return true;
    }

    /**
     * Puts a file right into the folder of the entry before if nothing has to be done about its name: one look at each byte, where
     * the long way takes several. Does nothing if it cannot.
     */
    private boolean placePlain(int entry, int from, int length) throws LimitExceededException {
        int nameLength = length - from;
        if (nameLength <= LONGEST_DOTS || nameLength > ShortNames.LIMIT) {
            return false;
        }
        int folder = depth == 0 ? DriveView.ROOT : folders[depth - 1];
        long hash = nodes.hashAndLook(folder, path, from, nameLength);
        if (hash >>> 32 != 0) {
            return false;
        }
        nodes.add(folder, path, from, nameLength, (int) hash, entry, NodeTable.FILE);
        return true;
    }

    /** Puts an entry into the deepest folder on its way that is allowed. */
    private void tooDeep(int entry, EntryType type, int folder, int from, int length) throws LimitExceededException {
        String problem = "its path has more than " + (deepest + 1) + " parts (ArchiveLimits.maxDepth); ";
        if (type == EntryType.DIRECTORY) {
            warnings.of(
                    Kind.RENAMED, entry, problem + "what lies in the folder is shown in '" + nodes.path(folder) + "'");
        } else {
            leaf(entry, type, folder, from, length);
            warnings.of(Kind.RENAMED, entry, problem + "shown as '" + nodes.path(nodes.count() - 1) + "'");
        }
    }

    /**
     * Looks at what a path has in addition to the one before, and collects the classes of its bytes.
     *
     * @return where the path's last part begins, or -1 if there is a part that a clean path has not
     */
    private int lastPart(int from, int length, boolean folder) {
        byte[] path = this.path;
        byte[] classes = names.classes();
        int classesSeen = 0;
        int partFrom = from;
        for (int i = from; i < length; i++) {
            byte b = path[i];
            if (b == '/') {
                if (PathCleaner.vanishes(path, partFrom, i) || partFrom == 0 && PathCleaner.isDrive(path, 0, i)) {
                    return -1;
                }
                partFrom = i + 1;
            } else {
                classesSeen |= classes[b & 0xFF];
            }
        }
        seen = classesSeen;
        boolean unclean = PathCleaner.vanishes(path, partFrom, length)
                || partFrom == 0 && folder && PathCleaner.isDrive(path, 0, length);
        return unclean ? -1 : partFrom;
    }

    private void placeCleaned(int entry, EntryType type, int length) throws LimitExceededException {
        cleaner.clean(path, length, type == EntryType.DIRECTORY);
        int node;
        if (cleaner.length() > 0) {
            place(entry, type, cleaner.length());
            int last = depth == 0 ? DriveView.ROOT : folders[depth - 1];
            node = type == EntryType.DIRECTORY ? last : nodes.count() - 1;
        } else {
            depth = 0;
            previousLength = 0;
            if (type == EntryType.DIRECTORY) {
                node = DriveView.ROOT;
                attributes(entry, node);
            } else {
                node = file(entry, type, DriveView.ROOT, NAMELESS, 0, NAMELESS.length);
                warnings.of(Kind.RENAMED, entry, "the entry has no name; shown as '_'");
            }
        }
        if (cleaner.verdict() == PathCleaner.UNSAFE) {
            warnings.of(
                    Kind.UNSAFE_NAME, entry, "the path would leave the archive; shown as '" + nodes.path(node) + "'");
        } else if (cleaner.verdict() == PathCleaner.SHORTENED) {
            warnings.of(Kind.RENAMED, entry, "the path has '..' in it; shown as '" + nodes.path(node) + "'");
        }
    }

    /** Leaves the folders of the previous entry that the path at hand does not lie in, and says where its rest begins. */
    private int resume(int length) {
        int last = depth == 0 || depth > deepest ? Integer.MAX_VALUE : folderEnds[depth - 1];
        if (last <= length && Arrays.mismatch(previous, 0, last, path, 0, last) < 0) {
            return last;
        }
        int shared = Arrays.mismatch(previous, 0, previousLength, path, 0, length);
        if (shared < 0) {
            shared = length;
        }
        while (depth > 0 && (folderEnds[depth - 1] > shared || depth > deepest)) {
            depth--;
        }
        return depth == 0 ? 0 : folderEnds[depth - 1];
    }

    private void enter(int folder, int end) {
        if (depth == folders.length) {
            folders = Arrays.copyOf(folders, depth * 2);
            folderEnds = Arrays.copyOf(folderEnds, depth * 2);
        }
        folders[depth] = folder;
        folderEnds[depth] = end;
        depth++;
    }

    /** The folder that a part of a path names, made if it is not there. */
    private int folder(int entry, int parent, int from, int to) throws LimitExceededException {
        byte[] shown = names.shown(path, from, to - from, seen);
        if (shown == null) {
            return folder(entry, parent, path, from, to - from, to);
        }
        int before = nodes.count();
        int node = folder(entry, parent, shown, 0, shown.length, to);
        if (node == before && hasRoom(entry)) {
            room -= warnRenamed(new String(path, 0, to, StandardCharsets.UTF_8), node);
        }
        return node;
    }

    private int folder(int entry, int parent, byte[] name, int from, int length, int pathEnd)
            throws LimitExceededException {
        int hash = nodes.hash(parent, name, from, length);
        int found = folderSlots.find(hash, parent, name, from, length);
        if (found == DriveView.ROOT) {
            found = nodes.add(parent, name, from, length, hash, ~entry, NodeTable.DIRECTORY);
            folderSlots.put(found);
        } else if (nodes.ignoresCase() && !nodes.hasExactly(found, name, from, length)) {
            warnMerged(entry, found, pathEnd, new String(name, from, length, StandardCharsets.UTF_8));
        }
        return found;
    }

    private void attributes(int entry, int folder) {
        if (nodes.entries[folder] >= 0) {
            warnings.of(
                    Kind.DUPLICATE, nodes.entries[folder], "another entry names the same folder and counts instead");
        }
        nodes.entries[folder] = entry;
    }

    private void leaf(int entry, EntryType type, int parent, int from, int to) throws LimitExceededException {
        byte[] shown = names.shown(path, from, to - from, seen);
        if (shown == null) {
            file(entry, type, parent, path, from, to - from);
        } else {
            int node = file(entry, type, parent, shown, 0, shown.length);
            warnRenamed(warnings.archivePath(entry), node);
        }
    }

    private int file(int entry, EntryType type, int parent, byte[] name, int from, int length)
            throws LimitExceededException {
        byte kind = NodeTable.FILE;
        if (type == EntryType.SYMLINK) {
            kind = NodeTable.LINK_UNREAD;
            hasLinks = true;
        }
        return nodes.add(parent, name, from, length, nodes.hash(parent, name, from, length), entry, kind);
    }

    /** Whether the way to one more folder may be spelled out; where not, that is said once. */
    private boolean hasRoom(int entry) {
        if (room <= 0 && !saidThatMore) {
            saidThatMore = true;
            warnings.of(
                    Kind.RENAMED, entry, "more folders are shown under other names from here on than can be told of");
        }
        return room > 0;
    }

    /** Tells how many characters it took. */
    private int warnRenamed(String archivePath, int node) {
        String message = "the name is too long or not allowed on this drive; shown as '" + nodes.path(node) + "'";
        warnings.of(Kind.RENAMED, archivePath, message);
        return archivePath.length() + message.length();
    }

    private void warnMerged(int entry, int folder, int to, String spelling) {
        if (spellings.add(folder + "/" + spelling) && hasRoom(entry)) {
            String archivePath = new String(path, 0, to, StandardCharsets.UTF_8);
            String message = "the folder's name differs from another's in case alone; both are shown as '"
                    + nodes.path(folder) + "'";
            warnings.of(Kind.DUPLICATE, archivePath, message);
            room -= archivePath.length() + message.length();
        }
    }
}
