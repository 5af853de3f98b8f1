package dev.zipfs.internal.view;

import dev.zipfs.ArchiveWarning.Kind;
import dev.zipfs.OutsideLinks;
import dev.zipfs.ZipDriveException;
import dev.zipfs.spi.ArchiveIndex;
import dev.zipfs.spi.DriveView;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;

/**
 * What symbolic links are shown as.
 *
 * <p>Under POSIX rules a link is shown as one if whoever follows it stays in the archive: its text is not absolute, no
 * {@code ..} of it climbs above the root, and none comes after a part that is itself a link or missing, since a kernel
 * would go up from wherever that leads. As this holds for each link shown, no chain of them leaves. Loops and dangling
 * links are links: the kernel reports them. All others are files that hold the text. A link's text is read when its type
 * is first asked for, not when the tree is built: a mount costs the same however many links there are. What was found is
 * remembered in the node's kind; threads that find it out at the same time find the same.
 *
 * <p>Under Windows rules {@link WindowsLinks} has settled all links when the tree was built.
 */
final class Links {
    private static final int MOST_HOPS = 40;

    private final ArchiveIndex index;
    private final NodeTable nodes;
    private final NameSlots slots;
    private final OutsideLinks outsideLinks;
    private final ViewWarnings warnings;
    private final int[] resolved;
    private final int[] targets;

    /**
     * Serves the links of a tree.
     *
     * @param resolved the nodes of links that are shown as what they lead to, ascending
     * @param targets for each of them the file or folder that it leads to
     */
    Links(
            ArchiveIndex index,
            NodeTable nodes,
            NameSlots slots,
            OutsideLinks outsideLinks,
            ViewWarnings warnings,
            int[] resolved,
            int[] targets) {
        this.index = index;
        this.nodes = nodes;
        this.slots = slots;
        this.outsideLinks = outsideLinks;
        this.warnings = warnings;
        this.resolved = resolved;
        this.targets = targets;
    }

    /** What a node is, never {@link NodeTable#LINK_UNREAD}. */
    byte kind(int node) {
        byte kind = nodes.kinds[node];
        return kind == NodeTable.LINK_UNREAD ? settle(node) : kind;
    }

    /** The node whose content a node shows: itself, but for links that are shown as what they lead to. */
    int target(int node) {
        return nodes.kinds[node] < NodeTable.LINK_TO_FILE ? node : targets[Arrays.binarySearch(resolved, node)];
    }

    String text(int link) throws IOException {
        return new String(LinkText.read(index, nodes.entries[link]), StandardCharsets.UTF_8);
    }

    int resolve(int node) throws IOException {
        if (kind(node) != NodeTable.LINK) {
            return target(node);
        }
        int current = nodes.parent(node);
        byte[] rest = target(node, node);
        int hops = 1;
        int from = 0;
        while (from < rest.length) {
            int to = LinkText.partEnd(rest, from);
            if (to > from && nodes.kinds[current] != NodeTable.DIRECTORY) {
                throw nothingThere(node);
            }
            if (LinkText.climbs(rest, from, to)) {
                if (current == DriveView.ROOT) {
                    throw outside(node);
                }
                current = nodes.parent(current);
            } else if (!LinkText.stays(rest, from, to)) {
                int found = slots.find(current, rest, from, to - from);
                if (found == 0) {
                    throw nothingThere(node);
                }
                if (kind(found) != NodeTable.LINK) {
                    current = found;
                } else if (++hops > MOST_HOPS) {
                    throw new FileSystemLoopException(nodes.path(node));
                } else {
                    byte[] text = target(found, node);
                    byte[] joined = Arrays.copyOf(text, text.length + rest.length - to);
                    System.arraycopy(rest, to, joined, text.length, rest.length - to);
                    rest = joined;
                    to = -1;
                }
            }
            from = to + 1;
        }
        return current;
    }

    private byte[] target(int link, int start) throws IOException {
        byte[] text = LinkText.read(index, nodes.entries[link]);
        if (text[0] == '/') {
            throw outside(start);
        }
        return text;
    }

    private IOException nothingThere(int link) {
        return new NoSuchFileException(nodes.path(link), null, "the symbolic link leads to nothing in the archive");
    }

    private IOException outside(int link) {
        return new ZipDriveException(
                nodes.path(link) + ": the symbolic link leads out of the archive and is not followed there");
    }

    private byte settle(int node) {
        String reason = null;
        try {
            byte[] text = LinkText.read(index, nodes.entries[node]);
            if (outsideLinks == OutsideLinks.AS_TEXT && leaves(text, nodes.parent(node))) {
                reason = "its target lies outside the archive";
            }
        } catch (IOException e) {
            reason = e.getMessage();
        }
        byte kind = reason == null ? NodeTable.LINK : NodeTable.LINK_AS_TEXT;
        boolean first;
        synchronized (this) {
            first = nodes.kinds[node] == NodeTable.LINK_UNREAD;
            nodes.kinds[node] = kind;
        }
        if (first && reason != null) {
            warnings.of(
                    Kind.LINK,
                    nodes.entries[node],
                    "shown as a file that holds the link's text, not as a symbolic link: " + reason);
        }
        return kind;
    }

    private boolean leaves(byte[] text, int folder) {
        if (text[0] == '/') {
            return true;
        }
        int current = folder;
        for (int from = 0, to; from < text.length; from = to + 1) {
            to = LinkText.partEnd(text, from);
            if (LinkText.climbs(text, from, to)) {
                if (current <= DriveView.ROOT) {
                    return true;
                }
                current = nodes.parent(current);
            } else if (current != DriveView.NONE && !LinkText.stays(text, from, to)) {
                int found = slots.find(current, text, from, to - from);
                current = found != 0 && nodes.kinds[found] == NodeTable.DIRECTORY ? found : DriveView.NONE;
            }
        }
        return false;
    }
}
