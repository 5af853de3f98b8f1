package dev.zipfs.dokan.internal;

import dev.zipfs.EntryType;
import dev.zipfs.NameRules;
import dev.zipfs.spi.DriveView;
import dev.zipfs.spi.OpenFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** A tree in memory. Under {@link NameRules#WINDOWS} look-ups ignore case. Counts the files that are open. */
class MemoryView implements DriveView {
    /** 2021-03-04T05:06:07.08Z. */
    static final long MODIFIED_SECONDS = 1614834367;

    static final int MODIFIED_NANOS = 80_000_000;

    /** Gives a file's content when it is opened. */
    interface Content {
        OpenFile open() throws IOException;
    }

    private record Node(EntryType type, int parent, String name, long size, Content content, List<Integer> children) {}

    final AtomicInteger open = new AtomicInteger();
    final AtomicInteger opened = new AtomicInteger();
    private final NameRules rules;
    private final List<Node> nodes = new ArrayList<>();
    private final Map<String, Integer> byPath = new HashMap<>();
    private long totalSize;

    MemoryView(NameRules rules) {
        this.rules = rules;
        add("", EntryType.DIRECTORY, 0, MemoryView::nothing);
    }

    static MemoryView windows() {
        return new MemoryView(NameRules.WINDOWS);
    }

    static MemoryView posix() {
        return new MemoryView(NameRules.POSIX);
    }

    private static OpenFile nothing() throws IOException {
        throw new IOException("no content");
    }

    MemoryView file(String path, String text) {
        return file(path, text.getBytes(StandardCharsets.UTF_8));
    }

    MemoryView file(String path, byte[] bytes) {
        return file(path, bytes.length, () -> new Bytes(bytes));
    }

    MemoryView file(String path, long size, Content content) {
        add(path, EntryType.FILE, size, content);
        totalSize += size;
        return this;
    }

    MemoryView folder(String path) {
        directory(path);
        return this;
    }

    MemoryView link(String path, String target) {
        byte[] text = target.getBytes(StandardCharsets.UTF_8);
        add(path, EntryType.SYMLINK, text.length, () -> new Bytes(text));
        return this;
    }

    private int directory(String path) {
        Integer known = byPath.get(key(path));
        return known != null ? known : add(path, EntryType.DIRECTORY, 0, MemoryView::nothing);
    }

    private int add(String path, EntryType type, long size, Content content) {
        int slash = path.lastIndexOf('/');
        int parent = path.isEmpty() || slash < 0 ? ROOT : directory(path.substring(0, slash));
        int number = nodes.size();
        nodes.add(new Node(type, parent, path.substring(slash + 1), size, content, new ArrayList<>()));
        byPath.put(key(path), number);
        if (number != ROOT) {
            nodes.get(parent).children().add(number);
        }
        return number;
    }

    private String key(String path) {
        return rules == NameRules.WINDOWS ? path.toUpperCase(Locale.ROOT) : path;
    }

    private Node node(int node) {
        return nodes.get(node);
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
        return node(node).parent();
    }

    @Override
    public String name(int node) {
        return node(node).name();
    }

    @Override
    public int nameLength(int node) {
        return name(node).getBytes(StandardCharsets.UTF_8).length;
    }

    @Override
    public int copyName(int node, byte[] dst, int offset) {
        byte[] name = name(node).getBytes(StandardCharsets.UTF_8);
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
        return node(node).type();
    }

    @Override
    public long size(int node) {
        return node(node).size();
    }

    @Override
    public long modifiedSeconds(int node) {
        return MODIFIED_SECONDS;
    }

    @Override
    public int modifiedNanos(int node) {
        return MODIFIED_NANOS;
    }

    @Override
    public int permissions(int node) {
        return type(node) == EntryType.FILE ? 0444 : 0555;
    }

    @Override
    public int childCount(int directory) {
        return node(directory).children().size();
    }

    @Override
    public int child(int directory, int index) {
        return node(directory).children().get(index);
    }

    @Override
    public String linkTarget(int node) throws IOException {
        ByteBuffer text = ByteBuffer.allocate((int) size(node));
        node(node).content().open().read(0, text);
        return new String(text.array(), StandardCharsets.UTF_8);
    }

    @Override
    public OpenFile open(int node) throws IOException {
        if (type(node) != EntryType.FILE) {
            throw new IllegalArgumentException("node " + node + " is no file");
        }
        OpenFile file = node(node).content().open();
        open.incrementAndGet();
        opened.incrementAndGet();
        return new OpenFile() {
            private boolean closed;

            @Override
            public long size() {
                return file.size();
            }

            @Override
            public int read(long position, ByteBuffer dst) throws IOException {
                return file.read(position, dst);
            }

            @Override
            public synchronized void close() {
                if (!closed) {
                    closed = true;
                    open.decrementAndGet();
                    file.close();
                }
            }
        };
    }

    /** Content that is an array. */
    static class Bytes implements OpenFile {
        private final byte[] bytes;

        Bytes(byte[] bytes) {
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
