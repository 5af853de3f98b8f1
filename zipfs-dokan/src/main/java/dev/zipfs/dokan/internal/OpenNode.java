package dev.zipfs.dokan.internal;

import dev.zipfs.EntryType;
import dev.zipfs.spi.DriveView;
import dev.zipfs.spi.OpenFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * What one Windows handle stands for. A file's content is opened when it is first read, or at once by {@link #content}: most
 * handles only ask for attributes. Thread-safe.
 */
final class OpenNode {
    private final DriveView view;
    private final int node;
    private final boolean directory;
    private volatile long context;
    private volatile boolean cleanedUp;
    private volatile @Nullable OpenFile content;
    private boolean closed;

    OpenNode(DriveView view, int node) {
        this.view = view;
        this.node = node;
        this.directory = view.type(node) == EntryType.DIRECTORY;
    }

    int node() {
        return node;
    }

    boolean isDirectory() {
        return directory;
    }

    /** The number that the driver knows it by; set by the table. */
    long context() {
        return context;
    }

    void context(long number) {
        context = number;
    }

    /** The last user handle is closed. Reads may still come, of a file that is mapped. */
    void cleanUp() {
        cleanedUp = true;
    }

    boolean isInUse() {
        return !cleanedUp;
    }

    OpenFile content() throws IOException {
        OpenFile open = content;
        return open != null ? open : openContent();
    }

    private synchronized OpenFile openContent() throws IOException {
        OpenFile open = content;
        if (open == null) {
            if (closed) {
                throw new StatusException(NtStatus.STATUS_CANCELLED);
            }
            open = view.type(node) == EntryType.SYMLINK ? new LinkText(view.linkTarget(node)) : view.open(node);
            content = open;
        }
        return open;
    }

    synchronized void close() {
        closed = true;
        OpenFile open = content;
        if (open != null) {
            open.close();
        }
    }

    /** The target of a link, for views that show links: Dokan has no way to hand them on. */
    private static final class LinkText implements OpenFile {
        private final byte[] text;

        LinkText(String target) {
            text = target.getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public long size() {
            return text.length;
        }

        @Override
        public int read(long position, ByteBuffer dst) {
            if (position >= text.length) {
                return -1;
            }
            int count = (int) Math.min(dst.remaining(), text.length - position);
            dst.put(text, (int) position, count);
            return count;
        }

        @Override
        public void close() {}
    }
}
