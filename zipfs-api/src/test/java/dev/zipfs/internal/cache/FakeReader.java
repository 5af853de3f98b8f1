package dev.zipfs.internal.cache;

import dev.zipfs.spi.AccessCost;
import dev.zipfs.spi.EntryReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A reader of made-up content that "decodes" forward only, counts what it decodes, and can be held up or made to fail at a
 * position. Restartable ones learn a restart point every {@code spacing} bytes as they pass.
 */
class FakeReader implements EntryReader {
    /** What one entry is, and what was done with all readers of it. */
    static final class Entry implements ReaderOpener {
        final long seed;
        final long size;
        final AccessCost cost;
        final long spacing;
        final AtomicInteger opens = new AtomicInteger();
        final AtomicInteger openNow = new AtomicInteger();
        final AtomicInteger decodingNow = new AtomicInteger();
        final AtomicInteger mostDecoding = new AtomicInteger();
        final java.util.concurrent.atomic.AtomicLong decoded = new java.util.concurrent.atomic.AtomicLong();

        /** Decoding does not pass this position until the latch opens; readers that come there count {@link #arrived} down. */
        volatile long gateAt = Long.MAX_VALUE;

        volatile CountDownLatch gate = new CountDownLatch(0);
        volatile CountDownLatch arrived = new CountDownLatch(0);

        /** Reading bytes at or after this position fails with what {@link #failure} gives. */
        volatile long failAt = Long.MAX_VALUE;

        volatile Failure failure = () -> new IOException("made to fail");

        Entry(long seed, long size, AccessCost cost, long spacing) {
            this.seed = seed;
            this.size = size;
            this.cost = cost;
            this.spacing = spacing;
        }

        static Entry sequential(long size) {
            return new Entry(1, size, AccessCost.SEQUENTIAL, Long.MAX_VALUE);
        }

        static Entry restartable(long size, long spacing) {
            return new Entry(2, size, AccessCost.RESTARTABLE, spacing);
        }

        void holdUpAt(long position) {
            gate = new CountDownLatch(1);
            arrived = new CountDownLatch(1);
            gateAt = position;
        }

        @Override
        public EntryReader open() throws IOException {
            opens.incrementAndGet();
            openNow.incrementAndGet();
            return new FakeReader(this);
        }

        byte byteAt(long position) {
            long x = (position + 1) * 0x9E3779B97F4A7C15L + seed * 0x632BE59BD9B4E019L;
            return (byte) (x >>> 37 ^ x >>> 56);
        }

        byte[] bytes(long position, int length) {
            byte[] bytes = new byte[length];
            for (int i = 0; i < length; i++) {
                bytes[i] = byteAt(position + i);
            }
            return bytes;
        }
    }

    @FunctionalInterface
    interface Failure {
        Throwable make();
    }

    private final Entry entry;
    private long position;
    private long learned;
    private long decoded;
    private boolean closed;

    FakeReader(Entry entry) {
        this.entry = entry;
    }

    @Override
    public long size() {
        return entry.size;
    }

    @Override
    public synchronized int read(long at, ByteBuffer dst) throws IOException {
        if (closed) {
            throw new IOException("reader is closed");
        }
        if (at < 0) {
            throw new IllegalArgumentException();
        }
        if (at >= entry.size) {
            return -1;
        }
        int now = entry.decodingNow.incrementAndGet();
        entry.mostDecoding.accumulateAndGet(now, Math::max);
        try {
            if (entry.cost != AccessCost.DIRECT) {
                moveTo(restartPoint(at));
                pass(at);
            }
            int count = (int) Math.min(dst.remaining(), entry.size - at);
            pass(at + count);
            for (int i = 0; i < count; i++) {
                dst.put(entry.byteAt(at + i));
            }
            return count;
        } finally {
            entry.decodingNow.decrementAndGet();
        }
    }

    private void moveTo(long start) {
        if (start != position) {
            position = start;
        }
    }

    private void pass(long to) throws IOException {
        if (to > entry.gateAt) {
            entry.arrived.countDown();
            boolean interrupted = false;
            while (true) {
                try {
                    entry.gate.await();
                    break;
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        if (to > entry.failAt) {
            Throwable failure = entry.failure.make();
            if (failure instanceof IOException) {
                throw (IOException) failure;
            } else if (failure instanceof RuntimeException) {
                throw (RuntimeException) failure;
            }
            throw (Error) failure;
        }
        long passed = Math.max(0, to - position);
        decoded += passed;
        entry.decoded.addAndGet(passed);
        position = to;
        learned = Math.max(learned, to);
    }

    @Override
    public AccessCost accessCost() {
        return entry.cost;
    }

    @Override
    public synchronized long restartPoint(long at) {
        if (entry.cost == AccessCost.DIRECT) {
            return at;
        }
        long best = 0;
        if (entry.cost == AccessCost.RESTARTABLE) {
            best = Math.min(at, learned) / entry.spacing * entry.spacing;
        }
        return position <= at && position >= best ? position : best;
    }

    @Override
    public synchronized long decodedBytes() {
        return decoded;
    }

    @Override
    public synchronized int restartPoints() {
        return entry.cost == AccessCost.RESTARTABLE ? (int) (learned / entry.spacing) : 0;
    }

    @Override
    public synchronized long restartPointBytes() {
        return restartPoints() * 1000L;
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            entry.openNow.decrementAndGet();
        }
    }
}
