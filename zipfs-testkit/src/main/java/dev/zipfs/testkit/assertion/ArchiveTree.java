package dev.zipfs.testkit.assertion;

import dev.zipfs.Archive;
import dev.zipfs.Entry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A tree seen through {@link Archive}. */
final class ArchiveTree implements ShownTree {
    private final Archive archive;

    ArchiveTree(Archive archive) {
        this.archive = archive;
    }

    @Override
    public List<Node> list() throws IOException {
        List<Node> nodes = new ArrayList<>();
        try (Stream<Entry> walk = archive.walk()) {
            for (Entry entry : (Iterable<Entry>) walk::iterator) {
                nodes.add(node(entry));
            }
        }
        return nodes;
    }

    @Override
    public Optional<Node> find(String path) throws IOException {
        Optional<Entry> entry = archive.find(path);
        return entry.isEmpty() ? Optional.empty() : Optional.of(node(entry.get()));
    }

    private static Node node(Entry entry) throws IOException {
        return new Node(
                entry.path(), entry.type(), entry.size(), entry.linkTarget().orElse(null), entry::openStream);
    }

    @Override
    public String toString() {
        return "archive";
    }
}
