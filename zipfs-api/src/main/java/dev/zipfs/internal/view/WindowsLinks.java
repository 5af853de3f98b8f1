package dev.zipfs.internal.view;

import dev.zipfs.ArchiveWarning.Kind;
import dev.zipfs.NameRules;
import dev.zipfs.spi.ArchiveIndex;
import dev.zipfs.spi.DriveView;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Settles all symbolic links of a tree when it is built, for drives that show none: a link becomes the file or folder it
 * leads to; one that leads nowhere, in a circle or out of the archive becomes a file that holds its text.
 *
 * <p>Each link's text is read and walked once. Links on the way are settled first, on a stack of our own; one that is met
 * while it is being settled is part of a circle. At most {@value #MOST_LINKS} links and {@value #MOST_TEXT} bytes of text
 * are read, so that an archive full of links cannot hold a mount up; links beyond that are shown as their text.
 */
final class WindowsLinks {
    static final int MOST_LINKS = 1 << 16;
    static final int MOST_TEXT = 16 << 20;

    private static final byte UNSEEN = 0;
    private static final byte ON_STACK = 1;
    private static final byte SETTLED = 2;

    private final ArchiveIndex index;
    private final NodeTable nodes;
    private final NameSlots slots;
    private final ViewWarnings warnings;
    private final ShownNames names = new ShownNames(NameRules.WINDOWS);
    private final int[] links;
    private final int[] targets;
    private final byte[] states;
    private long textRead;

    private WindowsLinks(ArchiveIndex index, NodeTable nodes, NameSlots slots, ViewWarnings warnings, int[] links) {
        this.index = index;
        this.nodes = nodes;
        this.slots = slots;
        this.warnings = warnings;
        this.links = links;
        this.targets = new int[links.length];
        this.states = new byte[links.length];
    }

    /** A link that is being settled: how far its text was walked, and where that led. */
    private static final class Walk {
        final int link;
        final byte[] text;
        int from;
        int current;

        Walk(int link, byte[] text, int current) {
            this.link = link;
            this.text = text;
            this.current = current;
        }
    }

    static Links settle(
            ArchiveIndex index, NodeTable nodes, NameSlots slots, ViewOptions options, ViewWarnings warnings) {
        WindowsLinks all = new WindowsLinks(index, nodes, slots, warnings, collect(nodes));
        for (int i = 0; i < all.links.length; i++) {
            all.settle(i);
        }
        for (int node = 1; node < nodes.count(); node++) {
            if (nodes.kinds[node] == NodeTable.LINK_UNREAD) {
                all.showText(node, "the archive has too many symbolic links");
            }
        }
        new FolderLinks(nodes, all.links, all.targets, options.limits().maxEntries()).refuse(all::showText);
        return all.toLinks(options);
    }

    private static int[] collect(NodeTable nodes) {
        int[] links = new int[16];
        int count = 0;
        for (int node = 1; node < nodes.count() && count < MOST_LINKS; node++) {
            if (nodes.kinds[node] == NodeTable.LINK_UNREAD) {
                if (count == links.length) {
                    links = Arrays.copyOf(links, count * 2);
                }
                links[count++] = node;
            }
        }
        return Arrays.copyOf(links, count);
    }

    private Links toLinks(ViewOptions options) {
        int count = 0;
        for (int i = 0; i < links.length; i++) {
            if (nodes.kinds[links[i]] >= NodeTable.LINK_TO_FILE) {
                links[count] = links[i];
                targets[count++] = targets[i];
            }
        }
        return new Links(
                index,
                nodes,
                slots,
                options.outsideLinks(),
                warnings,
                Arrays.copyOf(links, count),
                Arrays.copyOf(targets, count));
    }

    private void settle(int first) {
        Deque<Walk> stack = new ArrayDeque<>();
        begin(first, stack);
        while (!stack.isEmpty()) {
            Walk walk = stack.peek();
            int next = advance(walk);
            if (next == SETTLED_NOW) {
                stack.pop();
            } else if (states[next] == UNSEEN) {
                begin(next, stack);
            }
        }
    }

    private static final int SETTLED_NOW = -1;

    private void begin(int i, Deque<Walk> stack) {
        int node = links[i];
        if (states[i] != UNSEEN) {
            return;
        }
        try {
            if (textRead >= MOST_TEXT) {
                fail(i, "the archive's symbolic links are too long together");
                return;
            }
            byte[] text = LinkText.read(index, nodes.entries[node]);
            textRead += text.length;
            if (text[0] == '/') {
                fail(i, "its target lies outside the archive");
                return;
            }
            states[i] = ON_STACK;
            stack.push(new Walk(i, text, nodes.parent(node)));
        } catch (IOException e) {
            fail(i, String.valueOf(e.getMessage()));
        }
    }

    /** Walks on. Gives the link that has to be settled first, or {@link #SETTLED_NOW}. */
    private int advance(Walk walk) {
        byte[] text = walk.text;
        while (walk.from < text.length) {
            int from = walk.from;
            int to = LinkText.partEnd(text, from);
            if (to > from && nodes.kinds[walk.current] != NodeTable.DIRECTORY) {
                return fail(walk.link, "it leads to nothing");
            }
            if (LinkText.climbs(text, from, to)) {
                if (walk.current == DriveView.ROOT) {
                    return fail(walk.link, "its target lies outside the archive");
                }
                walk.current = nodes.parent(walk.current);
            } else if (!LinkText.stays(text, from, to)) {
                int found = find(walk.current, text, from, to - from);
                if (found == 0) {
                    return fail(walk.link, "it leads to nothing");
                }
                if (nodes.kinds[found] != NodeTable.FILE && nodes.kinds[found] != NodeTable.DIRECTORY) {
                    int link = Arrays.binarySearch(links, found);
                    if (link < 0 || states[link] == SETTLED && targets[link] == DriveView.NONE) {
                        return fail(walk.link, "it leads to a symbolic link that is not followed");
                    }
                    if (states[link] == ON_STACK) {
                        return fail(walk.link, "it leads in a circle");
                    }
                    if (states[link] == UNSEEN) {
                        return link;
                    }
                    found = targets[link];
                }
                walk.current = found;
            }
            walk.from = to + 1;
        }
        targets[walk.link] = walk.current;
        states[walk.link] = SETTLED;
        nodes.kinds[links[walk.link]] =
                nodes.kinds[walk.current] == NodeTable.DIRECTORY ? NodeTable.LINK_TO_DIRECTORY : NodeTable.LINK_TO_FILE;
        return SETTLED_NOW;
    }

    /** Looks a part of a target up by the name under which the drive shows it. */
    private int find(int folder, byte[] text, int from, int length) {
        byte @Nullable [] shown = names.shown(text, from, length, names.seen(text, from, length));
        return shown == null ? slots.find(folder, text, from, length) : slots.find(folder, shown, 0, shown.length);
    }

    private int fail(int i, String reason) {
        states[i] = SETTLED;
        targets[i] = DriveView.NONE;
        showText(links[i], reason);
        return SETTLED_NOW;
    }

    private void showText(int node, String reason) {
        nodes.kinds[node] = NodeTable.LINK_AS_TEXT;
        warnings.of(
                Kind.LINK, nodes.entries[node], "shown as a file that holds the link's text, not followed: " + reason);
    }
}
