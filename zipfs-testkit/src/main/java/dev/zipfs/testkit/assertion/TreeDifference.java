package dev.zipfs.testkit.assertion;

import dev.zipfs.EntryType;
import dev.zipfs.testkit.model.ErrorKind;
import dev.zipfs.testkit.model.ExpectedNode;
import dev.zipfs.testkit.model.ExpectedTree;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Compares what is shown with what is expected and collects one line for each difference. */
final class TreeDifference {
    private final ShownTree tree;
    private final List<String> lines = new ArrayList<>();
    private final Map<String, ShownTree.Node> shown = new LinkedHashMap<>();

    private TreeDifference(ShownTree tree) {
        this.tree = tree;
    }

    static List<String> between(ShownTree tree, ExpectedTree expected) throws IOException {
        TreeDifference difference = new TreeDifference(tree);
        difference.compare(expected);
        return difference.lines;
    }

    private void compare(ExpectedTree expected) throws IOException {
        for (ShownTree.Node node : tree.list()) {
            if (shown.put(node.path(), node) != null) {
                lines.add("listed twice: " + quoted(node.path()));
            }
            if (tree.find(node.path()).isEmpty()) {
                lines.add("listed but not found by its path: " + quoted(node.path()));
            }
        }
        Map<String, ShownTree.Node> left = new LinkedHashMap<>(shown);
        for (Map.Entry<String, ExpectedNode> wanted : new TreeMap<>(expected.byPath()).entrySet()) {
            ShownTree.Node node = left.remove(wanted.getKey());
            if (node == null) {
                lines.add("missing: " + wanted.getValue().type() + " " + quoted(wanted.getKey()));
            } else {
                compare(node, wanted.getValue());
            }
        }
        matchAnywhere(left, expected.anywhere());
        left.values().forEach(node -> lines.add("unexpected: " + node.type() + " " + quoted(node.path())));
    }

    /** Takes out of what is left each file that is expected somewhere, with the folders it lies in. */
    private void matchAnywhere(Map<String, ShownTree.Node> left, List<ExpectedNode> wanted) throws IOException {
        Set<String> above = new HashSet<>();
        for (ExpectedNode node : wanted) {
            String hash = node.content().orElseThrow().sha256();
            Optional<String> match = Optional.empty();
            for (ShownTree.Node candidate : left.values()) {
                if (candidate.type() == EntryType.FILE
                        && candidate.size() == node.size()
                        && SeenContent.sha256(candidate).equals(hash)) {
                    match = Optional.of(candidate.path());
                    break;
                }
            }
            if (match.isEmpty()) {
                lines.add("missing: a file, anywhere, of " + node.content().orElseThrow());
            } else {
                String path = match.get();
                left.remove(path);
                for (int slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1)) {
                    above.add(path.substring(0, slash));
                }
            }
        }
        above.forEach(left::remove);
    }

    private void compare(ShownTree.Node node, ExpectedNode wanted) {
        String path = quoted(node.path());
        if (node.type() != wanted.type()) {
            lines.add(path + " is a " + node.type() + ", expected a " + wanted.type());
            return;
        }
        if (node.size() != wanted.size()) {
            lines.add(path + " has " + node.size() + " bytes, expected " + wanted.size());
        }
        if (wanted.type() == EntryType.SYMLINK) {
            String target = new String(wanted.content().orElseThrow().toBytes(), StandardCharsets.UTF_8);
            if (!target.equals(node.target())) {
                lines.add(path + " points to " + node.target() + ", expected " + target);
            }
        } else if (wanted.error().isPresent()) {
            failure(node, wanted.error().get()).ifPresent(text -> lines.add(path + " " + text));
        } else if (wanted.content().isPresent()) {
            SeenContent.difference(node, wanted.content().get()).ifPresent(text -> lines.add(path + " " + text));
        }
    }

    /** How the failure of a file differs from the one it must have. */
    static Optional<String> failure(ShownTree.Node node, ErrorKind wanted) {
        try {
            SeenContent.drain(node);
            return Optional.of("can be read to its end, expected an error: " + wanted);
        } catch (IOException failure) {
            return wanted.matches(failure)
                    ? Optional.empty()
                    : Optional.of("fails with " + failure + ", expected an error: " + wanted);
        }
    }

    static String quoted(String path) {
        StringBuilder text = new StringBuilder("'");
        path.chars().forEach(c -> {
            if (c < ' ' || c == 0x7F) {
                text.append(String.format(Locale.ROOT, "\\u%04x", c));
            } else {
                text.append((char) c);
            }
        });
        return text.append('\'').toString();
    }
}
