package dev.zipfs.testkit.assertion;

import dev.zipfs.EntryType;
import dev.zipfs.spi.DriveView;
import dev.zipfs.spi.OpenFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A tree seen through {@link DriveView}. */
final class ViewTree implements ShownTree {
    private final DriveView view;

    ViewTree(DriveView view) {
        this.view = view;
    }

    @Override
    public List<Node> list() throws IOException {
        List<Node> nodes = new ArrayList<>();
        List<Integer> folders = new ArrayList<>(List.of(DriveView.ROOT));
        while (!folders.isEmpty()) {
            int folder = folders.remove(folders.size() - 1);
            for (int i = 0; i < view.childCount(folder); i++) {
                int child = view.child(folder, i);
                nodes.add(node(child));
                if (view.type(child) == EntryType.DIRECTORY) {
                    folders.add(child);
                }
            }
        }
        return nodes;
    }

    @Override
    public Optional<Node> find(String path) throws IOException {
        int node = view.lookup(path);
        return node == DriveView.NONE ? Optional.empty() : Optional.of(node(node));
    }

    private Node node(int node) throws IOException {
        EntryType type = view.type(node);
        String target = type == EntryType.SYMLINK ? view.linkTarget(node) : null;
        return new Node(view.path(node), type, view.size(node), target, () -> new FileStream(view.open(node)));
    }

    /** Reads an open file from its beginning. */
    private static final class FileStream extends InputStream {
        private final OpenFile file;
        private long position;

        FileStream(OpenFile file) {
            this.file = file;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] dst, int offset, int length) throws IOException {
            int count = file.read(position, ByteBuffer.wrap(dst, offset, length));
            position += Math.max(count, 0);
            return count;
        }

        @Override
        public void close() {
            file.close();
        }
    }

    @Override
    public String toString() {
        return "view";
    }
}
