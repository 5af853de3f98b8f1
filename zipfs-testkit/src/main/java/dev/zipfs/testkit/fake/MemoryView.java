package dev.zipfs.testkit.fake;

import dev.zipfs.EntryType;
import dev.zipfs.NameRules;
import dev.zipfs.spi.DriveView;
import dev.zipfs.spi.OpenFile;
import dev.zipfs.testkit.model.Content;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A tree without an archive, for tests of what serves a view. The test adds nodes first and mounts then; folders above a node
 * are made. Counts the files that are open. Made to be subclassed where a test wants one answer to be wrong.
 *
 * <p>Under {@link NameRules#WINDOWS} look-ups ignore case; whether names are legal is the test's affair. Thread-safe once the
 * last node was added.
 *
 * @since 0.1.0
 */
public class MemoryView implements DriveView {
    /** When everything was last modified, seconds since 1970-01-01T00:00Z. */
    public static final long MODIFIED_SECONDS = 1_700_000_000L;

    /** The fraction of it in nanoseconds, a multiple of the 100 that Windows counts in. */
    public static final int MODIFIED_NANOS = 123_456_700;

    /** Gives a file's content each time it is opened. */
    @FunctionalInterface
    public interface Opener {
        /**
         * Opens it.
         *
         * @return a handle, closed once
         * @throws IOException if that is to fail
         */
        OpenFile open() throws IOException;
    }

    private static final class Node {
        final EntryType type;
        final int parent;
        final String name;
        final byte[] utf8;
        final List<Integer> children = new ArrayList<>();
        int permissions;
        long size;
        String target = "";

        @Nullable
        Opener opener;

        Node(EntryType type, int parent, String name) {
            this.type = type;
            this.parent = parent;
            this.name = name;
            this.utf8 = name.getBytes(StandardCharsets.UTF_8);
            this.permissions = type == EntryType.FILE ? 0444 : 0555;
        }
    }

    private final NameRules rules;
    private final List<Node> nodes = new ArrayList<>();
    private final Map<String, Integer> byPath = new HashMap<>();
    private final Object counting = new Object();
    private long totalSize;
    private int open;
    private int mostOpen;
    private long openings;

    /**
     * Makes an empty tree.
     *
     * @param rules whether look-ups ignore case
     */
    public MemoryView(NameRules rules) {
        this.rules = Objects.requireNonNull(rules, "rules");
        nodes.add(new Node(EntryType.DIRECTORY, ROOT, ""));
        byPath.put("", ROOT);
    }

    /**
     * An empty tree in which case counts.
     *
     * @return the tree
     */
    public static MemoryView posix() {
        return new MemoryView(NameRules.POSIX);
    }

    /**
     * An empty tree in which look-ups ignore case.
     *
     * @return the tree
     */
    public static MemoryView windows() {
        return new MemoryView(NameRules.WINDOWS);
    }

    /**
     * Adds a file.
     *
     * @param path components separated by {@code /}, no leading slash; its folders are made
     * @param text what it holds, as UTF-8
     * @return this tree
     */
    public final MemoryView file(String path, String text) {
        return file(path, text.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Adds a file.
     *
     * @param path as for {@link #file(String, String)}
     * @param bytes what it holds; not copied
     * @return this tree
     */
    public final MemoryView file(String path, byte[] bytes) {
        return file(path, bytes.length, () -> new Bytes(bytes));
    }

    /**
     * Adds a file.
     *
     * @param path as for {@link #file(String, String)}
     * @param content what it holds, made when it is read
     * @return this tree
     */
    public final MemoryView file(String path, Content content) {
        return file(path, content.size(), () -> new Computed(content));
    }

    /**
     * Adds a file.
     *
     * @param path as for {@link #file(String, String)}
     * @param size how long the tree says it is, in bytes
     * @param opener called each time it is opened
     * @return this tree
     */
    public final MemoryView file(String path, long size, Opener opener) {
        Node node = add(path, EntryType.FILE);
        node.size = size;
        node.opener = opener;
        totalSize += size;
        return this;
    }

    /**
     * Adds a file that may be run.
     *
     * @param path as for {@link #file(String, String)}
     * @param bytes what it holds; not copied
     * @return this tree
     */
    public final MemoryView executable(String path, byte[] bytes) {
        file(path, bytes);
        nodes.get(nodes.size() - 1).permissions = 0555;
        return this;
    }

    /**
     * Adds a symbolic link.
     *
     * @param path as for {@link #file(String, String)}
     * @param target where it points
     * @return this tree
     */
    public final MemoryView link(String path, String target) {
        Node node = add(path, EntryType.SYMLINK);
        node.target = target;
        node.size = target.getBytes(StandardCharsets.UTF_8).length;
        return this;
    }

    /**
     * Adds a folder, where it is not there already.
     *
     * @param path as for {@link #file(String, String)}
     * @return this tree
     */
    public final MemoryView folder(String path) {
        directory(path);
        return this;
    }

    private int directory(String path) {
        Integer known = byPath.get(key(path));
        if (known == null) {
            add(path, EntryType.DIRECTORY);
        }
        return Objects.requireNonNull(byPath.get(key(path)), path);
    }

    private Node add(String path, EntryType type) {
        int slash = path.lastIndexOf('/');
        int parent = slash < 0 ? ROOT : directory(path.substring(0, slash));
        Node node = new Node(type, parent, path.substring(slash + 1));
        if (byPath.putIfAbsent(key(path), nodes.size()) != null) {
            throw new IllegalArgumentException("there is a node " + path + " already");
        }
        nodes.get(parent).children.add(nodes.size());
        nodes.add(node);
        return node;
    }

    /** Character by character, as NTFS does: nothing becomes longer. */
    private String key(String path) {
        if (rules == NameRules.POSIX) {
            return path;
        }
        StringBuilder folded = new StringBuilder(path);
        for (int i = 0; i < folded.length(); i++) {
            folded.setCharAt(i, Character.toUpperCase(folded.charAt(i)));
        }
        return folded.toString();
    }

    /**
     * How many handles are open now.
     *
     * @return the count
     */
    public final int openFiles() {
        synchronized (counting) {
            return open;
        }
    }

    /**
     * How many handles were open at once at most.
     *
     * @return the count
     */
    public final int mostOpenFiles() {
        synchronized (counting) {
            return mostOpen;
        }
    }

    /**
     * How many handles were opened in all.
     *
     * @return the count
     */
    public final long openings() {
        synchronized (counting) {
            return openings;
        }
    }

    /**
     * Waits until no handle is open: a kernel tells of it after the program has gone on.
     *
     * @throws InterruptedException if this thread is interrupted
     * @throws AssertionError if that takes more than twenty seconds
     */
    public final void awaitAllClosed() throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        synchronized (counting) {
            while (open != 0) {
                long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
                if (left <= 0) {
                    throw new AssertionError(open + " files of the view are still open");
                }
                counting.wait(left);
            }
        }
    }

    @Override
    public NameRules nameRules() {
        return rules;
    }

    @Override
    public int nodeCount() {
        return nodes.size();
    }

    @Override
    public long totalSize() {
        return totalSize;
    }

    @Override
    public int lookup(byte[] utf8, int offset, int length) {
        return lookup(new String(utf8, offset, length, StandardCharsets.UTF_8));
    }

    @Override
    public int lookup(String path) {
        String plain = path.replaceAll("/+", "/").replaceAll("^/|/$", "");
        return byPath.getOrDefault(key(plain), NONE);
    }

    @Override
    public int parent(int node) {
        return nodes.get(node).parent;
    }

    @Override
    public String name(int node) {
        return nodes.get(node).name;
    }

    @Override
    public int nameLength(int node) {
        return nodes.get(node).utf8.length;
    }

    @Override
    public int copyName(int node, byte[] dst, int offset) {
        byte[] name = nodes.get(node).utf8;
        System.arraycopy(name, 0, dst, offset, name.length);
        return name.length;
    }

    @Override
    public String path(int node) {
        if (node == ROOT) {
            return "";
        }
        String parent = path(parent(node));
        return parent.isEmpty() ? name(node) : parent + "/" + name(node);
    }

    @Override
    public EntryType type(int node) {
        return nodes.get(node).type;
    }

    @Override
    public long size(int node) {
        return nodes.get(node).size;
    }

    @Override
    public long modifiedSeconds(int node) {
        Objects.checkIndex(node, nodes.size());
        return MODIFIED_SECONDS;
    }

    @Override
    public int modifiedNanos(int node) {
        Objects.checkIndex(node, nodes.size());
        return MODIFIED_NANOS;
    }

    @Override
    public int permissions(int node) {
        return nodes.get(node).permissions;
    }

    @Override
    public int childCount(int directory) {
        return nodes.get(directory).children.size();
    }

    @Override
    public int child(int directory, int index) {
        return nodes.get(directory).children.get(index);
    }

    @Override
    public String linkTarget(int node) throws IOException {
        if (type(node) != EntryType.SYMLINK) {
            throw new IllegalArgumentException("node " + node + " is no link");
        }
        return nodes.get(node).target;
    }

    @Override
    public OpenFile open(int node) throws IOException {
        Opener opener = nodes.get(node).opener;
        if (opener == null) {
            throw new IllegalArgumentException("node " + node + " is no file");
        }
        OpenFile file = opener.open();
        count(1);
        return new Counted(file);
    }

    private void count(int change) {
        synchronized (counting) {
            open += change;
            openings += Math.max(change, 0);
            mostOpen = Math.max(mostOpen, open);
            counting.notifyAll();
        }
    }

    private final class Counted implements OpenFile {
        private final OpenFile file;
        private final AtomicBoolean closed = new AtomicBoolean();

        Counted(OpenFile file) {
            this.file = file;
        }

        @Override
        public long size() {
            return file.size();
        }

        @Override
        public int read(long position, ByteBuffer dst) throws IOException {
            if (position < 0) {
                throw new IllegalArgumentException("position " + position + " is negative");
            }
            return file.read(position, dst);
        }

        @Override
        public void close() {
            if (closed.compareAndSet(false, true)) {
                try {
                    file.close();
                } finally {
                    count(-1);
                }
            }
        }
    }

    private static final class Computed implements OpenFile {
        private final Content content;

        Computed(Content content) {
            this.content = content;
        }

        @Override
        public long size() {
            return content.size();
        }

        @Override
        public int read(long position, ByteBuffer dst) {
            return content.read(position, dst);
        }

        @Override
        public void close() {}
    }

    /** A handle on an array. Made to be subclassed where a read is to do something else first, or instead. */
    public static class Bytes implements OpenFile {
        private final byte[] bytes;

        /**
         * Makes a handle.
         *
         * @param bytes what the file holds; not copied
         */
        public Bytes(byte[] bytes) {
            this.bytes = bytes;
        }

        @Override
        public long size() {
            return bytes.length;
        }

        @Override
        public int read(long position, ByteBuffer dst) throws IOException {
            if (position >= bytes.length) {
                return -1;
            }
            int count = (int) Math.min(dst.remaining(), bytes.length - position);
            dst.put(bytes, (int) position, count);
            return count;
        }

        @Override
        public void close() {}
    }
}
