package dev.zipfs.testkit.assertion;

import dev.zipfs.EntryType;
import dev.zipfs.testkit.model.Content;
import dev.zipfs.testkit.model.ErrorKind;
import dev.zipfs.testkit.model.ExpectedTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.AbstractAssert;

/**
 * Asserts what a drive shows. Paths have {@code /} between components and no leading slash. A failure says every difference
 * at once.
 *
 * @since 0.1.0
 */
public final class DriveAssert extends AbstractAssert<DriveAssert, Object> {
    private final ShownTree tree;

    DriveAssert(ShownTree tree) {
        super(tree, DriveAssert.class);
        this.tree = tree;
    }

    /**
     * Asserts that the drive shows exactly a tree: its folders, files and links with their types, sizes, contents and errors,
     * each both listed and found by its path, and nothing else.
     *
     * @param expected the tree
     * @return this assertion
     */
    public DriveAssert hasTree(ExpectedTree expected) {
        try {
            List<String> differences = TreeDifference.between(tree, expected);
            if (!differences.isEmpty()) {
                failWithMessage(
                        "%s",
                        tree + " differs in " + differences.size() + " places:\n  "
                                + String.join("\n  ", differences.subList(0, Math.min(50, differences.size()))));
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(tree + " cannot be listed", failure);
        }
        return this;
    }

    /**
     * Asserts that a file is there and holds certain bytes.
     *
     * @param path where
     * @param content all it holds
     * @return this assertion
     */
    public DriveAssert hasFile(String path, Content content) {
        ShownTree.Node node = node(path, EntryType.FILE);
        if (node.size() != content.size()) {
            fail(path, "has " + node.size() + " bytes, expected " + content.size());
        }
        SeenContent.difference(node, content).ifPresent(text -> fail(path, text));
        return this;
    }

    /**
     * Asserts that a file is there and holds certain bytes.
     *
     * @param path where
     * @param bytes all it holds
     * @return this assertion
     */
    public DriveAssert hasFile(String path, byte[] bytes) {
        return hasFile(path, Content.bytes(bytes));
    }

    /**
     * Asserts that a file is there and holds a text.
     *
     * @param path where
     * @param text all it holds, as UTF-8
     * @return this assertion
     */
    public DriveAssert hasFile(String path, String text) {
        return hasFile(path, Content.text(text));
    }

    /**
     * Asserts that a folder is there.
     *
     * @param path where
     * @return this assertion
     */
    public DriveAssert hasDirectory(String path) {
        node(path, EntryType.DIRECTORY);
        return this;
    }

    /**
     * Asserts that a symbolic link is there.
     *
     * @param path where
     * @param target where it points
     * @return this assertion
     */
    public DriveAssert hasLink(String path, String target) {
        ShownTree.Node node = node(path, EntryType.SYMLINK);
        if (!target.equals(node.target())) {
            fail(path, "points to " + node.target() + ", expected " + target);
        }
        return this;
    }

    /**
     * Asserts that nothing is found under a path.
     *
     * @param path where
     * @return this assertion
     */
    public DriveAssert hasNothingAt(String path) {
        find(path).ifPresent(node -> fail(path, "is there, a " + node.type()));
        return this;
    }

    /**
     * Asserts that a file is there and that reading it to its end fails.
     *
     * @param path where
     * @param error how
     * @return this assertion
     */
    public DriveAssert failsToRead(String path, ErrorKind error) {
        TreeDifference.failure(node(path, EntryType.FILE), error).ifPresent(text -> fail(path, text));
        return this;
    }

    private ShownTree.Node node(String path, EntryType type) {
        Optional<ShownTree.Node> node = find(path);
        if (node.isEmpty()) {
            fail(path, "is not there");
        } else if (node.get().type() != type) {
            fail(path, "is a " + node.get().type() + ", expected a " + type);
        }
        return node.orElseThrow();
    }

    private Optional<ShownTree.Node> find(String path) {
        try {
            return tree.find(path);
        } catch (IOException failure) {
            throw new UncheckedIOException(tree + ": looking up " + TreeDifference.quoted(path) + " failed", failure);
        }
    }

    private void fail(String path, String text) {
        failWithMessage("%s", tree + ": " + TreeDifference.quoted(path) + " " + text);
    }
}
