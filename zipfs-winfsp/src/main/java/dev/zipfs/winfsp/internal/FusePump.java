package dev.zipfs.winfsp.internal;

import com.kenai.jffi.MemoryIO;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import jnr.ffi.Runtime;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads that take requests from the kernel and have them answered: reads, on Linux, by {@link DirectReads}, all else by
 * libfuse and our callbacks. They are Java threads, so that a callback need not attach one; they are daemons, so that a mount
 * does not keep the JVM alive. Thread-safe.
 *
 * <p>A read may have to wait until an entry is decoded that far, and the kernel reads ahead with many requests for one file.
 * So whenever the last idle thread takes a request another one is started, up to {@link #MOST_THREADS}: a folder is listed at
 * once however many reads wait. What is idle beyond {@link #KEPT_IDLE} ends again.
 */
final class FusePump {
    private static final Logger LOG = LoggerFactory.getLogger(FusePump.class);
    private static final MemoryIO MEMORY = MemoryIO.getInstance();

    /** All reads that the kernel has under way at once may wait, and there is still somebody to list folders. */
    private static final int MOST_THREADS = FuseOptions.MOST_READS + 16;

    /**
     * As many as eight programs with a few requests each keep busy. Threads that come and go with the load take longer to start
     * and to end than most requests do.
     */
    private static final int KEPT_IDLE = 32;

    private static final int ENOENT = 2;
    private static final int EINTR = 4;
    private static final int EAGAIN_LINUX = 11;
    private static final int EAGAIN_MACOS = 35;

    private final Libfuse library;
    private final Libc libc;
    private final FuseOperations operations;
    private final long session;
    private final int device;
    private final long channel;
    private final Runnable whenEnded;
    private final String name;
    private final List<Thread> threads = new CopyOnWriteArrayList<>();
    private final AtomicInteger running = new AtomicInteger();
    private final AtomicInteger idle = new AtomicInteger();
    private final AtomicInteger started = new AtomicInteger();
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile boolean leaving;

    /**
     * Prepares the threads.
     *
     * @param whenEnded is run by the last thread, after its last request
     */
    FusePump(
            LibfuseLibrary library,
            FuseConnection connection,
            FuseOperations operations,
            String name,
            Runnable whenEnded) {
        this.operations = operations;
        this.library = library.fuse();
        this.libc = library.libc();
        this.session = this.library.fuse_get_session(connection.fuse());
        this.channel = connection.channel();
        this.device = this.library.fuse_chan_fd(channel);
        this.whenEnded = whenEnded;
        this.name = name;
    }

    void start() {
        addThread();
    }

    /** Called by {@link #start}, and by threads that run: so the last one has not ended meanwhile. */
    private void addThread() {
        Thread thread = new Thread(this::run, name + "-" + started.incrementAndGet());
        thread.setDaemon(true);
        running.incrementAndGet();
        threads.add(thread);
        boolean success = false;
        try {
            thread.start();
            success = true;
        } finally {
            if (!success) {
                threads.remove(thread);
                running.decrementAndGet();
            }
        }
    }

    /** Where the system has no thread to give, those that there are must do: the request that was taken needs its answer. */
    private void addThreadIfPossible() {
        try {
            addThread();
        } catch (OutOfMemoryError failure) {
            LOG.debug("no further thread for {}", name, failure);
        }
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
        return running.get();
    }

    private void run() {
        long size = library.fuse_chan_bufsize(channel);
        long buffer = 0;
        try (DirectReads reads = Platforms.isLinux() ? new DirectReads(libc, device, operations) : null) {
            buffer = MEMORY.allocateMemory(size, false);
            pump(buffer, size, reads);
        } catch (Throwable failure) {
            LOG.error("a thread that serves a drive has failed", failure);
        } finally {
            MEMORY.freeMemory(buffer);
            if (running.decrementAndGet() == 0) {
                try {
                    // Still one of the threads: what is called now may ask.
                    whenEnded.run();
                } finally {
                    ended.countDown();
                }
            }
            threads.remove(Thread.currentThread());
        }
    }

    /** Reads the device itself: libfuse's function writes to standard error whatever ends a mount but an orderly unmount. */
    private void pump(long buffer, long size, @Nullable DirectReads reads) {
        while (!leaving) {
            if (idle.incrementAndGet() > KEPT_IDLE) {
                idle.decrementAndGet();
                return;
            }
            long length = libc.read(device, buffer, size);
            int errno = length < 0 ? Runtime.getSystemRuntime().getLastError() : 0;
            boolean lastIdle = idle.decrementAndGet() == 0;
            if (length > 0) {
                if (lastIdle && running.get() < MOST_THREADS && !leaving) {
                    addThreadIfPossible();
                }
                if (reads == null || !reads.answer(buffer, length)) {
                    library.fuse_session_process(session, buffer, length, channel);
                }
            } else if (errno != EINTR && errno != ENOENT && errno != EAGAIN_LINUX && errno != EAGAIN_MACOS) {
                // ENOENT: the request was withdrawn while it was being read.
                LOG.debug("the kernel has ended the mount (errno {})", errno);
                return;
            }
        }
    }
}
