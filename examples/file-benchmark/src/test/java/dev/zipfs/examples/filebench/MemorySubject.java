package dev.zipfs.examples.filebench;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;

/** Bytes in memory that are read, and misbehave, as a test wants. */
class MemorySubject implements Subject {
    final AtomicInteger open = new AtomicInteger();
    final AtomicInteger opened = new AtomicInteger();
    final AtomicInteger forgotten = new AtomicInteger();
    byte[] content;

    private final String label;
    private final long size;

    MemorySubject(String label, byte[] content) {
        this.label = label;
        this.content = content;
        this.size = content.length;
    }

    @Override
    public String label() {
        return label;
    }

    @Override
    public String name() {
        return "memory/" + label;
    }

    @Override
    public long size() {
        return size;
    }

    @Override
    public void forget() {
        forgotten.incrementAndGet();
    }

    @Override
    public Reading open() {
        open.incrementAndGet();
        opened.incrementAndGet();
        return new Reading() {
            @Override
            public int read(long position, ByteBuffer into) throws IOException {
                return MemorySubject.this.read(position, into);
            }

            @Override
            public void close() {
                open.decrementAndGet();
            }
        };
    }

    int read(long position, ByteBuffer into) throws IOException {
        if (position >= content.length) {
            return -1;
        }
        int count = (int) Math.min(into.remaining(), content.length - position);
        into.put(content, (int) position, count);
        return count;
    }
}
