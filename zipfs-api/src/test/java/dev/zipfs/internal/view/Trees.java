package dev.zipfs.internal.view;

import dev.zipfs.ArchiveLimits;
import dev.zipfs.ArchiveWarning;
import dev.zipfs.EntryType;
import dev.zipfs.NameRules;
import dev.zipfs.OutsideLinks;
import dev.zipfs.spi.DriveView;
import dev.zipfs.spi.OpenFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Builds views over a {@link FakeIndex} and writes them down. */
final class Trees {
    final List<ArchiveWarning> warnings = new ArrayList<>();
    final FakeIndex index;
    final ArchiveView view;

    private Trees(FakeIndex index, ViewOptions options) throws IOException {
        this.index = index;
        this.view = TreeBuilder.build(index, options, warnings::add, (entry, path) -> content(index, entry));
    }

    static Trees posix(FakeIndex index) throws IOException {
        return of(index, NameRules.POSIX);
    }

    static Trees windows(FakeIndex index) throws IOException {
        return of(index, NameRules.WINDOWS);
    }

    static Trees of(FakeIndex index, NameRules rules) throws IOException {
        return of(index, ViewOptions.of(rules, OutsideLinks.AS_TEXT, ArchiveLimits.defaults()));
    }

    static Trees of(FakeIndex index, ViewOptions options) throws IOException {
        return new Trees(index, options);
    }

    /** All paths below the root, each folder before what lies in it; folders end in a slash, links show their target. */
    List<String> paths() throws IOException {
        List<String> paths = new ArrayList<>();
        walk(DriveView.ROOT, "", paths);
        return paths;
    }

    private void walk(int folder, String prefix, List<String> paths) throws IOException {
        for (int i = 0; i < view.childCount(folder); i++) {
            int node = view.child(folder, i);
            String path = prefix + view.name(node);
            EntryType type = view.type(node);
            if (type == EntryType.DIRECTORY) {
                paths.add(path + "/");
                walk(node, path + "/", paths);
            } else {
                paths.add(type == EntryType.SYMLINK ? path + " -> " + view.linkTarget(node) : path);
            }
        }
    }

    int node(String path) {
        int node = view.lookup(path);
        if (node == DriveView.NONE) {
            throw new AssertionError("nothing at " + path);
        }
        return node;
    }

    String read(String path) throws IOException {
        return read(node(path));
    }

    String read(int node) throws IOException {
        try (OpenFile file = view.open(node)) {
            ByteBuffer bytes = ByteBuffer.allocate((int) view.size(node));
            file.read(0, bytes);
            return new String(bytes.array(), StandardCharsets.UTF_8);
        }
    }

    List<String> warned(ArchiveWarning.Kind kind) {
        List<String> entries = new ArrayList<>();
        for (ArchiveWarning warning : warnings) {
            if (warning.kind() == kind) {
                entries.add(warning.entry());
            }
        }
        return entries;
    }

    private static OpenFile content(FakeIndex index, int entry) {
        byte[] content = index.content(entry).getBytes(StandardCharsets.UTF_8);
        return new OpenFile() {
            @Override
            public long size() {
                return content.length;
            }

            @Override
            public int read(long position, ByteBuffer dst) {
                dst.put(content, (int) position, Math.min(dst.remaining(), content.length - (int) position));
                return content.length - (int) position;
            }

            @Override
            public void close() {}
        };
    }
}
