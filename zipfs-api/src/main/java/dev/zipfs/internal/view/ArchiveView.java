package dev.zipfs.internal.view;

import dev.zipfs.EntryType;
import dev.zipfs.NameRules;
import dev.zipfs.spi.ArchiveIndex;
import dev.zipfs.spi.DriveView;
import dev.zipfs.spi.OpenFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The tree of an archive, over the columns that {@link TreeBuilder} filled. Sizes and times are asked of the index each
 * time. The children of a folder are a range of one array, in the order in which they first appear in the archive.
 *
 * <p>Permissions: everybody may read and nobody write; files keep their execute bits, folders can be searched; the other
 * bits go. What the archive says nothing about is 0444 or 0555.
 *
 * <p>Symbolic links: see {@link Links}.
 */
public final class ArchiveView implements DriveView {
    private static final int READABLE = 0444;
    private static final int SEARCHABLE = 0555;

    private final ArchiveIndex index;
    private final ViewOptions options;
    private final EntryOpener opener;
    private final NodeTable nodes;
    private final NameSlots slots;
    private final Links links;
    private volatile @Nullable Children children;
    private volatile long totalSize = -1;

    ArchiveView(
            ArchiveIndex index,
            ViewOptions options,
            EntryOpener opener,
            NodeTable nodes,
            NameSlots slots,
            Links links) {
        this.index = index;
        this.options = options;
        this.opener = opener;
        this.nodes = nodes;
        this.slots = slots;
        this.links = links;
    }

    /**
     * Which entry of the index a node is.
     *
     * @param node the node
     * @return the entry's number, or -1 for the root and for folders that no entry names
     */
    public int entry(int node) {
        check(node);
        return node == ROOT ? NONE : Math.max(NONE, nodes.entries[node]);
    }

    /**
     * Follows a symbolic link, and links on the way, inside the archive and by their text alone.
     *
     * @param node any node; what is no link leads to itself
     * @return a file or a folder. Under {@link NameRules#WINDOWS} the node whose content is shown
     * @throws java.nio.file.FileSystemLoopException if there are more than 40 links on the way
     * @throws java.nio.file.NoSuchFileException if it leads to nothing
     * @throws dev.zipfs.ZipDriveException if it leads out of the archive
     * @throws IOException if a link cannot be read
     */
    public int resolve(int node) throws IOException {
        check(node);
        return links.resolve(node);
    }

    @Override
    public NameRules nameRules() {
        return options.nameRules();
    }

    @Override
    public int nodeCount() {
        return nodes.count();
    }

    @Override
    public long totalSize() {
        long total = totalSize;
        if (total < 0) {
            total = 0;
            for (int node = 1; node < nodes.count() && total >= 0; node++) {
                if (nodes.kinds[node] != NodeTable.DIRECTORY) {
                    total += index.size(nodes.entries[node]);
                }
            }
            total = total < 0 ? Long.MAX_VALUE : total;
            totalSize = total;
        }
        return total;
    }

    @Override
    public int lookup(byte[] utf8, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, utf8.length);
        int end = offset + length;
        int node = ROOT;
        int from = offset;
        while (true) {
            while (from < end && utf8[from] == '/') {
                from++;
            }
            if (from == end) {
                return node;
            }
            int to = from;
            while (to < end && utf8[to] != '/') {
                to++;
            }
            int folder = links.target(node);
            node = slots.find(folder, utf8, from, to - from);
            if (node == 0) {
                node = normalized(folder, utf8, from, to - from);
                if (node == 0) {
                    return NONE;
                }
            }
            from = to;
        }
    }

    @Override
    public int lookup(String path) {
        // An unpaired surrogate has no UTF-8 and must not find the name that has a question mark in its place.
        for (int i = 0; i < path.length(); i++) {
            char c = path.charAt(i);
            if (Character.isSurrogate(c)) {
                if (!Character.isHighSurrogate(c)
                        || i + 1 == path.length()
                        || !Character.isLowSurrogate(path.charAt(++i))) {
                    return NONE;
                }
            }
        }
        byte[] utf8 = path.getBytes(StandardCharsets.UTF_8);
        return lookup(utf8, 0, utf8.length);
    }

    private int normalized(int folder, byte[] utf8, int from, int length) {
        if (options.normalization() == ViewOptions.Normalization.NONE) {
            return 0;
        }
        String name = new String(utf8, from, length, StandardCharsets.UTF_8);
        byte[] composed = Normalizer.normalize(name, Normalizer.Form.NFC).getBytes(StandardCharsets.UTF_8);
        int node = slots.find(folder, composed, 0, composed.length);
        if (node != 0) {
            return node;
        }
        byte[] decomposed = Normalizer.normalize(name, Normalizer.Form.NFD).getBytes(StandardCharsets.UTF_8);
        return slots.find(folder, decomposed, 0, decomposed.length);
    }

    @Override
    public int parent(int node) {
        check(node);
        return nodes.parent(node);
    }

    @Override
    public String name(int node) {
        check(node);
        return new String(nodes.name(node), StandardCharsets.UTF_8);
    }

    @Override
    public int nameLength(int node) {
        check(node);
        return nodes.nameLength(node);
    }

    @Override
    public int copyName(int node, byte[] dst, int offset) {
        check(node);
        return nodes.copyName(node, dst, offset);
    }

    @Override
    public String path(int node) {
        check(node);
        return nodes.path(node);
    }

    @Override
    public EntryType type(int node) {
        check(node);
        switch (links.kind(node)) {
            case NodeTable.DIRECTORY:
            case NodeTable.LINK_TO_DIRECTORY:
                return EntryType.DIRECTORY;
            case NodeTable.LINK:
                return EntryType.SYMLINK;
            default:
                return EntryType.FILE;
        }
    }

    @Override
    public long size(int node) {
        int shown = shown(node);
        return nodes.kinds[shown] == NodeTable.DIRECTORY ? 0 : index.size(nodes.entries[shown]);
    }

    @Override
    public long modifiedSeconds(int node) {
        int entry = timeEntry(node);
        return entry == NONE ? 0 : index.modifiedSeconds(entry);
    }

    @Override
    public int modifiedNanos(int node) {
        int entry = timeEntry(node);
        return entry == NONE ? 0 : index.modifiedNanos(entry);
    }

    /** The entry whose time a node shows: its own, or for a made folder that of the first entry below it. */
    private int timeEntry(int node) {
        int entry = nodes.entries[shown(node)];
        if (entry == NodeTable.NO_ENTRY) {
            return index.entryCount() == 0 ? NONE : 0;
        }
        return entry < 0 ? ~entry : entry;
    }

    @Override
    public int permissions(int node) {
        int shown = shown(node);
        switch (nodes.kinds[shown]) {
            case NodeTable.FILE:
                return permissionsOfFile(index.permissions(nodes.entries[shown]));
            case NodeTable.LINK_UNREAD:
                return links.kind(shown) == NodeTable.LINK ? SEARCHABLE : READABLE;
            case NodeTable.LINK_AS_TEXT:
                return READABLE;
            default:
                return SEARCHABLE;
        }
    }

    /**
     * The permissions under which a file is shown.
     *
     * @param stored those that the archive has; negative where it has none
     */
    public static int permissionsOfFile(int stored) {
        return stored < 0 ? READABLE : stored & SEARCHABLE | READABLE;
    }

    @Override
    public int childCount(int directory) {
        return children().count(shown(directory));
    }

    @Override
    public int child(int directory, int index) {
        return children().get(shown(directory), index);
    }

    /** Sorted when first needed: who only looks paths up, as many a program with an archive does, need not wait for it. */
    private Children children() {
        Children sorted = children;
        if (sorted == null) {
            synchronized (this) {
                sorted = children;
                if (sorted == null) {
                    sorted = Children.of(nodes);
                    children = sorted;
                }
            }
        }
        return sorted;
    }

    @Override
    public String linkTarget(int node) throws IOException {
        if (type(node) != EntryType.SYMLINK) {
            throw new IllegalArgumentException("not a symbolic link: " + path(node));
        }
        return links.text(node);
    }

    @Override
    public OpenFile open(int node) throws IOException {
        if (type(node) != EntryType.FILE) {
            throw new IllegalArgumentException("not a file: " + path(node));
        }
        int shown = links.target(node);
        return opener.open(nodes.entries[shown], nodes.path(shown));
    }

    /** The node whose attributes and content a node shows: another one for links that are resolved by us. */
    public int shown(int node) {
        check(node);
        return links.target(node);
    }

    private void check(int node) {
        Objects.checkIndex(node, nodes.count());
    }
}
