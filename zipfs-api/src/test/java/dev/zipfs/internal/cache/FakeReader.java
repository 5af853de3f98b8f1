package dev.zipfs.internal.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zipfs.spi.AccessCost;
import dev.zipfs.spi.EntryReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

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
        final AtomicLong decoded = new AtomicLong();

        private final Map<Long, Gate> gates = new ConcurrentSkipListMap<>();

        /** Reading bytes at or after this position fails with what {@link #failure} gives. */
        volatile long failAt = Long.MAX_VALUE;

        /** How often to fail. */
        final AtomicInteger failures = new AtomicInteger(Integer.MAX_VALUE);

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

        /** Decoding does not cross a position until the gate opens. */
        Gate gateAt(long position) {
            Gate gate = new Gate();
            gates.put(position, gate);
            return gate;
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

    /** Where decoding is held up. */
    static final class Gate {
        private final CountDownLatch open = new CountDownLatch(1);
        private final CountDownLatch arrived = new CountDownLatch(1);

        void open() {
            open.countDown();
        }

        /** Waits until decoding has come to the gate. */
        void awaitArrival() throws InterruptedException {
            assertThat(arrived.await(20, TimeUnit.SECONDS))
                    .as("decoding has come to the gate")
                    .isTrue();
        }

        /** An interrupt stays pending, as with a real decoder. */
        void pass() {
            arrived.countDown();
            boolean interrupted = false;
            while (true) {
                try {
                    open.await();
                    break;
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
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
                position = position <= at ? Math.max(position, restartPoint(at)) : restartPoint(at);
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

    private void pass(long to) throws IOException {
        for (Map.Entry<Long, Gate> gate : entry.gates.entrySet()) {
            if (position <= gate.getKey() && to > gate.getKey()) {
                gate.getValue().pass();
            }
        }
        if (to > entry.failAt && entry.failures.getAndDecrement() > 0) {
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
        if (entry.cost == AccessCost.SEQUENTIAL) {
            // Says no more than it must: that it would go on from where it stands is for the cache to know.
            return 0;
        }
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
