package dev.zipfs.internal.view;

import dev.zipfs.EntryType;
import dev.zipfs.spi.AccessCost;
import dev.zipfs.spi.ArchiveIndex;
import dev.zipfs.spi.EntryReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** An index over entries that a test adds one by one. Counts what is opened. */
final class FakeIndex implements ArchiveIndex {
    private static final class Item {
        final byte[] path;
        final EntryType type;
        final byte[] content;
        final int permissions;
        final long seconds;
        boolean broken;

        Item(String path, EntryType type, byte[] content, int permissions, long seconds) {
            this.path = path.getBytes(StandardCharsets.UTF_8);
            this.type = type;
            this.content = content;
            this.permissions = permissions;
            this.seconds = seconds;
        }
    }

    private final List<Item> items = new ArrayList<>();
    int opened;
    boolean hugeSizes;

    FakeIndex file(String path) {
        return file(path, path, 0644);
    }

    FakeIndex file(String path, String content, int permissions) {
        return add(path, EntryType.FILE, content.getBytes(StandardCharsets.UTF_8), permissions);
    }

    FakeIndex folder(String path) {
        return folder(path, 0755);
    }

    FakeIndex folder(String path, int permissions) {
        return add(path, EntryType.DIRECTORY, new byte[0], permissions);
    }

    FakeIndex link(String path, String target) {
        return link(path, target.getBytes(StandardCharsets.UTF_8));
    }

    FakeIndex link(String path, byte[] target) {
        return add(path, EntryType.SYMLINK, target, 0777);
    }

    /** Makes opening the last entry fail. */
    FakeIndex broken() {
        items.get(items.size() - 1).broken = true;
        return this;
    }

    private FakeIndex add(String path, EntryType type, byte[] content, int permissions) {
        items.add(new Item(path, type, content, permissions, 1_000 + items.size()));
        return this;
    }

    String content(int entry) {
        return new String(items.get(entry).content, StandardCharsets.UTF_8);
    }

    @Override
    public int entryCount() {
        return items.size();
    }

    @Override
    public String comment() {
        return "";
    }

    @Override
    public int pathLength(int entry) {
        return items.get(entry).path.length;
    }

    @Override
    public int copyPath(int entry, byte[] dst, int offset) {
        byte[] path = items.get(entry).path;
        System.arraycopy(path, 0, dst, offset, path.length);
        return path.length;
    }

    @Override
    public byte[] rawName(int entry) {
        return items.get(entry).path.clone();
    }

    @Override
    public EntryType type(int entry) {
        return items.get(entry).type;
    }

    @Override
    public long size(int entry) {
        return hugeSizes ? Long.MAX_VALUE : items.get(entry).content.length;
    }

    @Override
    public long compressedSize(int entry) {
        return size(entry);
    }

    @Override
    public String method(int entry) {
        return "stored";
    }

    @Override
    public OptionalLong crc32(int entry) {
        return OptionalLong.empty();
    }

    @Override
    public long modifiedSeconds(int entry) {
        return items.get(entry).seconds;
    }

    @Override
    public int modifiedNanos(int entry) {
        return entry;
    }

    @Override
    public int permissions(int entry) {
        return items.get(entry).permissions;
    }

    @Override
    public boolean encrypted(int entry) {
        return false;
    }

    @Override
    public EntryReader open(int entry) throws IOException {
        opened++;
        if (items.get(entry).broken) {
            throw new IOException("broken on purpose");
        }
        byte[] content = items.get(entry).content;
        return new EntryReader() {
            @Override
            public long size() {
                return content.length;
            }

            @Override
            public int read(long position, ByteBuffer dst) {
                if (position >= content.length) {
                    return -1;
                }
                // Short reads on purpose: one who reads must go on until all is there.
                int length = Math.min(Math.min(3, dst.remaining()), content.length - (int) position);
                dst.put(content, (int) position, length);
                return length;
            }

            @Override
            public AccessCost accessCost() {
                return AccessCost.DIRECT;
            }

            @Override
            public void close() {}
        };
    }
}
