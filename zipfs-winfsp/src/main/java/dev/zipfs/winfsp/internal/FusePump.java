package dev.zipfs.winfsp.internal;

import com.kenai.jffi.MemoryIO;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads that take requests from the kernel and answer them. They are Java threads, so that a callback need not attach
 * one; they are daemons, so that a mount does not keep the JVM alive. Thread-safe.
 */
final class FusePump {
    private static final Logger LOG = LoggerFactory.getLogger(FusePump.class);
    private static final MemoryIO MEMORY = MemoryIO.getInstance();
    private static final int EINTR = 4;
    private static final int EAGAIN_LINUX = 11;
    private static final int EAGAIN_MACOS = 35;

    private final Libfuse library;
    private final long session;
    private final long channel;
    private final Runnable whenEnded;
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicInteger running;
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile boolean leaving;

    /**
     * Prepares the threads.
     *
     * @param whenEnded is run by the last thread, after its last request
     */
    FusePump(Libfuse library, FuseConnection connection, String name, int threadCount, Runnable whenEnded) {
        this.library = library;
        this.session = library.fuse_get_session(connection.fuse());
        this.channel = connection.channel();
        this.whenEnded = whenEnded;
        this.running = new AtomicInteger(threadCount);
        for (int i = 1; i <= threadCount; i++) {
            Thread thread = new Thread(this::run, name + "-" + i);
            thread.setDaemon(true);
            threads.add(thread);
        }
    }

    void start() {
        threads.forEach(Thread::start);
    }

    /** Lets each thread go once it has answered one more request. */
    void leave() {
        leaving = true;
    }

    /** Wakes those that wait in a callback: for a password, a lock, or bytes. */
    void interrupt() {
        threads.forEach(Thread::interrupt);
    }

    boolean hasEnded() {
        return ended.getCount() == 0;
    }

    /** Whether the caller is one of the threads, who would wait for themselves. */
    boolean isCurrentThread() {
        return threads.contains(Thread.currentThread());
    }

    int threadCount() {
        return threads.size();
    }

    private void run() {
        long size = library.fuse_chan_bufsize(channel);
        long buffer = 0;
        long holder = 0;
        try {
            buffer = MEMORY.allocateMemory(size, false);
            holder = MEMORY.allocateMemory(8, false);
            pump(buffer, size, holder);
        } catch (Throwable failure) {
            LOG.error("a thread that serves a drive has failed", failure);
        } finally {
            MEMORY.freeMemory(buffer);
            MEMORY.freeMemory(holder);
            if (running.decrementAndGet() == 0) {
                try {
                    whenEnded.run();
                } finally {
                    ended.countDown();
                }
            }
        }
    }

    private void pump(long buffer, long size, long holder) {
        while (!leaving) {
            MEMORY.putLong(holder, channel);
            int length = library.fuse_chan_recv(holder, buffer, size);
            if (length > 0) {
                library.fuse_session_process(session, buffer, length, MEMORY.getLong(holder));
            } else if (length != -EINTR && length != -EAGAIN_LINUX && length != -EAGAIN_MACOS) {
                LOG.debug("the kernel has ended the mount ({})", length);
                return;
            }
        }
    }
}
