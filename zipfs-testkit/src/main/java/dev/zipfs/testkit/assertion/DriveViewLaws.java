package dev.zipfs.testkit.assertion;

import dev.zipfs.EntryType;
import dev.zipfs.NameRules;
import dev.zipfs.spi.DriveView;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What {@link DriveView} promises of every tree, whatever the archive: names legal and unique, each node found by its path,
 * attributes within their ranges.
 *
 * @since 0.1.0
 */
public final class DriveViewLaws {
    private static final int LONGEST = 255;
    private static final Pattern DEVICE =
            Pattern.compile("CON|PRN|AUX|NUL|CONIN\\$|CONOUT\\$|(COM|LPT)[1-9\u00b9\u00b2\u00b3]");

    private final DriveView view;
    private final boolean[] reached;

    private DriveViewLaws(DriveView view) {
        this.view = view;
        this.reached = new boolean[view.nodeCount()];
    }

    /**
     * Checks a whole view; takes time in proportion to the number of nodes.
     *
     * @param view the view
     * @throws AssertionError on the first law that is broken, naming the node
     */
    public static void check(DriveView view) {
        DriveViewLaws laws = new DriveViewLaws(view);
        laws.root();
        for (int node = 0; node < view.nodeCount(); node++) {
            laws.children(node);
        }
        for (int node = 0; node < view.nodeCount(); node++) {
            laws.require(laws.reached[node], node, "is no child of any folder");
            laws.attributes(node);
        }
    }

    private void root() {
        int root = DriveView.ROOT;
        reached[root] = true;
        require(view.type(root) == EntryType.DIRECTORY, root, "is the root and no folder");
        require(view.parent(root) == root, root, "is the root and has another parent");
        require(view.name(root).isEmpty() && view.path(root).isEmpty(), root, "is the root and has a name");
        require(view.lookup("") == root && view.lookup("/") == root, root, "is the root and not found");
    }

    private void children(int folder) {
        int count = view.childCount(folder);
        require(count == 0 || view.type(folder) == EntryType.DIRECTORY, folder, "has children and is no folder");
        if (count > 0 && view.nameRules() == NameRules.WINDOWS && view.parent(view.child(folder, 0)) != folder) {
            link(folder, count);
            return;
        }
        Set<String> names = new HashSet<>();
        for (int i = 0; i < count; i++) {
            int child = view.child(folder, i);
            require(child > folder && child < view.nodeCount(), folder, "has the child " + child);
            require(!reached[child], child, "is listed twice");
            reached[child] = true;
            require(view.parent(child) == folder, child, "has another parent than the folder that lists it");
            String name = view.name(child);
            name(child, name);
            require(names.add(name), child, "has a twin");
            String path = folder == DriveView.ROOT ? name : view.path(folder) + "/" + name;
            require(view.path(child).equals(path), child, "has another path than its folder and name give: " + path);
            found(child, path);
        }
    }

    /** A link to a folder is shown as that folder: it lists the same nodes, and they are found below either. */
    private void link(int link, int count) {
        int target = view.parent(view.child(link, 0));
        require(view.childCount(target) == count, link, "lists " + count + " of the children of node " + target);
        for (int i = 0; i < count; i++) {
            int child = view.child(link, i);
            require(child == view.child(target, i), link, "has the child " + child);
            require(view.lookup(view.path(link) + "/" + view.name(child)) == child, child, "is not found by a link");
        }
    }

    private void name(int node, String name) {
        byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
        byte[] copied = new byte[view.nameLength(node) + 2];
        require(view.copyName(node, copied, 1) == utf8.length, node, "copies another length than its name has");
        require(Arrays.equals(Arrays.copyOfRange(copied, 1, copied.length - 1), utf8), node, "copies another name");
        require(copied[0] == 0 && copied[copied.length - 1] == 0, node, "copies its name over the bounds");
        require(!name.isEmpty() && !name.equals(".") && !name.equals(".."), node, "has a reserved name");
        require(name.indexOf('/') < 0 && name.indexOf(0) < 0, node, "has a slash or NUL in its name");
        if (view.nameRules() == NameRules.POSIX) {
            require(utf8.length <= LONGEST, node, "has a name of " + utf8.length + " bytes");
        } else {
            require(name.length() <= LONGEST, node, "has a name of " + name.length() + " UTF-16 units");
            windows(node, name);
        }
    }

    /** Microsoft's "Naming Files, Paths, and Namespaces". */
    private void windows(int node, String name) {
        boolean clean = name.chars().noneMatch(c -> c < ' ' || "<>:\"|?*\\".indexOf(c) >= 0);
        require(clean, node, "has a character that Windows cannot hold");
        require(!name.endsWith(".") && !name.endsWith(" "), node, "ends in a dot or space");
        int dot = name.indexOf('.');
        String base = (dot < 0 ? name : name.substring(0, dot)).stripTrailing().toUpperCase(Locale.ROOT);
        boolean device = DEVICE.matcher(base).matches();
        require(!device, node, "has the name of a device");
    }

    private void found(int node, String path) {
        byte[] padded = ("xx" + path + "yy").getBytes(StandardCharsets.UTF_8);
        require(view.lookup(path) == node, node, "is not found by its path");
        require(view.lookup("/" + path + "/") == node, node, "is not found with slashes around its path");
        require(view.lookup(padded, 2, padded.length - 4) == node, node, "is not found by its path's bytes");
        if (view.nameRules() == NameRules.WINDOWS && path.chars().allMatch(c -> c < 0x80)) {
            require(view.lookup(path.toUpperCase(Locale.ROOT)) == node, node, "is not found in upper case");
            require(view.lookup(path.toLowerCase(Locale.ROOT)) == node, node, "is not found in lower case");
        }
    }

    private void attributes(int node) {
        require(view.size(node) >= 0, node, "has a negative size");
        require(view.type(node) != EntryType.DIRECTORY || view.size(node) == 0, node, "is a folder with a size");
        int nanos = view.modifiedNanos(node);
        require(nanos >= 0 && nanos < 1_000_000_000, node, "has " + nanos + " nanoseconds");
        int mode = view.permissions(node);
        require((mode & ~0777) == 0 && (mode & 0222) == 0, node, "has mode " + Integer.toOctalString(mode));
        require((mode & 0444) == 0444, node, "is not readable by all: " + Integer.toOctalString(mode));
        boolean folder = view.type(node) == EntryType.DIRECTORY;
        require(!folder || (mode & 0111) == 0111, node, "is a folder that cannot be searched");
        boolean link = view.type(node) == EntryType.SYMLINK;
        require(!link || view.nameRules() == NameRules.POSIX, node, "is a link where Windows rules hold");
    }

    private void require(boolean law, int node, String broken) {
        if (!law) {
            throw new AssertionError("node " + node + " " + TreeDifference.quoted(view.path(node)) + " " + broken);
        }
    }
}
