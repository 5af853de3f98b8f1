package dev.zipfs.winfsp.internal;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A view over a tree in memory, for tests of what lies right of a view. Counts the files that are open. */
class MemoryView implements DriveView {
    /** 2021-03-04T05:06:07.08Z. */
    static final long MODIFIED_SECONDS = 1614834367;

    static final int MODIFIED_NANOS = 80_000_000;

    /** Gives the content of a file when it is opened. */
    interface Content {
        OpenFile open() throws IOException;
    }

    /** Waits until no file is open: the kernel tells us after the program has gone on. */
    void awaitClosed() throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        synchronized (open) {
            while (open.get() != 0) {
                long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
                assertThat(left).as("time until %s files are closed", open).isPositive();
                open.wait(left);
            }
        }
    }

    private static final class Node {
        final EntryType type;
        final int parent;
        final String name;
        final byte[] utf8;
        final List<Integer> children = new ArrayList<>();
        long size;
        int permissions;

        @Nullable
        Content content;

        String target = "";

        Node(EntryType type, int parent, String name, int permissions) {
            this.type = type;
            this.parent = parent;
            this.name = name;
            this.utf8 = name.getBytes(StandardCharsets.UTF_8);
            this.permissions = permissions;
        }
    }

    final AtomicInteger open = new AtomicInteger();
    final AtomicInteger maxOpen = new AtomicInteger();
    private final NameRules rules;
    private final List<Node> nodes = new ArrayList<>();
    private final Map<String, Integer> byPath = new HashMap<>();
    private long totalSize;

    MemoryView() {
        this(NameRules.POSIX);
    }

    MemoryView(NameRules rules) {
        this.rules = rules;
        nodes.add(new Node(EntryType.DIRECTORY, 0, "", 0555));
        byPath.put("", 0);
    }

    MemoryView file(String path, String text) {
        return file(path, text.getBytes(StandardCharsets.UTF_8));
    }

    MemoryView file(String path, byte[] bytes) {
        return file(path, bytes.length, () -> new BytesFile(bytes));
    }

    MemoryView executable(String path, byte[] bytes) {
        file(path, bytes);
        nodes.get(lookup(path)).permissions = 0555;
        return this;
    }

    MemoryView file(String path, long size, Content content) {
        Node node = add(path, EntryType.FILE, 0444);
        node.size = size;
        node.content = content;
        totalSize += size;
        return this;
    }

    MemoryView link(String path, String target) {
        Node node = add(path, EntryType.SYMLINK, 0777);
        node.target = target;
        node.size = target.getBytes(StandardCharsets.UTF_8).length;
        return this;
    }

    MemoryView folder(String path) {
        directory(path);
        return this;
    }

    private int directory(String path) {
        Integer known = byPath.get(path);
        return known != null ? known : nodes.indexOf(add(path, EntryType.DIRECTORY, 0555));
    }

    private Node add(String path, EntryType type, int permissions) {
        int slash = path.lastIndexOf('/');
        int parent = slash < 0 ? ROOT : directory(path.substring(0, slash));
        Node node = new Node(type, parent, path.substring(slash + 1), permissions);
        byPath.put(path, nodes.size());
        nodes.get(parent).children.add(nodes.size());
        nodes.add(node);
        return node;
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
        String trimmed = path.startsWith("/") ? path.substring(1) : path;
        return byPath.getOrDefault(trimmed, NONE);
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
        return node == ROOT ? "" : node < 0 ? "?" : join(path(parent(node)), name(node));
    }

    private static String join(String parent, String name) {
        return parent.isEmpty() ? name : parent + "/" + name;
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
        return MODIFIED_SECONDS;
    }

    @Override
    public int modifiedNanos(int node) {
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
    public String linkTarget(int node) {
        return nodes.get(node).target;
    }

    @Override
    public OpenFile open(int node) throws IOException {
        Content content = nodes.get(node).content;
        if (content == null) {
            throw new IllegalArgumentException("node " + node + " is no file");
        }
        OpenFile file = content.open();
        maxOpen.accumulateAndGet(open.incrementAndGet(), Math::max);
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
                    synchronized (open) {
                        open.notifyAll();
                    }
                    file.close();
                }
            }
        };
    }

    /** The content of a file that is an array. */
    static class BytesFile implements OpenFile {
        private final byte[] bytes;

        BytesFile(byte[] bytes) {
            this.bytes = bytes;
        }

        @Override
        public long size() {
            return bytes.length;
        }

        @Override
        public int read(long position, ByteBuffer dst) {
            if (position >= bytes.length) {
                return -1;
            }
            int n = (int) Math.min(dst.remaining(), bytes.length - position);
            dst.put(bytes, (int) position, n);
            return n;
        }

        @Override
        public void close() {}
    }
}
