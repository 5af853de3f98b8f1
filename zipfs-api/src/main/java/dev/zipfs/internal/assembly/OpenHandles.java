package dev.zipfs.internal.assembly;

import dev.zipfs.spi.OpenFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The handles of one drive or archive that are open now: what "busy" names, and what ends when the drive does. Thread-safe;
 * reads take no lock.
 */
final class OpenHandles {
    private final Set<Handle> open = Collections.newSetFromMap(new ConcurrentHashMap<>());
    private volatile boolean closed;

    /** Counts a handle until it is closed. */
    OpenFile track(String path, OpenFile file) {
        Handle handle = new Handle(path, file);
        open.add(handle);
        return handle;
    }

    /** Paths of open files, at most {@code limit} of them, each once. */
    List<String> paths(int limit) {
        return open.stream()
                .map(handle -> handle.path)
                .distinct()
                .limit(limit)
                .sorted()
                .toList();
    }

    void requireOpen() throws IOException {
        if (closed) {
            throw new ClosedChannelException();
        }
    }

    /** From now on every read fails. Handles may still be closed. */
    void end() {
        closed = true;
    }

    private final class Handle implements OpenFile {
        private final String path;
        private final OpenFile file;

        private Handle(String path, OpenFile file) {
            this.path = path;
            this.file = file;
        }

        @Override
        public long size() {
            return file.size();
        }

        @Override
        public int read(long position, ByteBuffer dst) throws IOException {
            requireOpen();
            return file.read(position, dst);
        }

        @Override
        public void close() {
            if (open.remove(this)) {
                file.close();
            }
        }
    }
}
