package dev.zipfs.testkit.fake;

import dev.zipfs.MountException;
import dev.zipfs.MountPoint;
import dev.zipfs.spi.DriveMount;
import dev.zipfs.spi.DriveView;
import dev.zipfs.spi.EndSignal;
import dev.zipfs.spi.MountRequest;
import dev.zipfs.spi.OpenFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A drive mounted by {@link FakeBackend}: what programs do on a drive is done here by the test. As with a driver, whatever a
 * view throws reaches who reads as an {@link IOException}, and the drive ends when the last request has returned. Thread-safe.
 *
 * @since 0.1.0
 */
public final class FakeMount implements DriveMount {
    private static final Duration END_LIMIT = Duration.ofSeconds(20);

    private final DriveView view;
    private final MountRequest request;
    private final MountPoint mountPoint;
    private final Path root;
    private final Runnable onEnd;
    private final Map<Handle, String> open = new ConcurrentHashMap<>();
    private final EndSignal end = new EndSignal();
    private final List<Thread> requests = new ArrayList<>();
    private boolean gone;
    private boolean finished;

    FakeMount(DriveView view, MountRequest request, MountPoint mountPoint, Path root, Runnable onEnd) {
        this.view = view;
        this.request = request;
        this.mountPoint = mountPoint;
        this.root = root;
        this.onEnd = onEnd;
    }

    /**
     * What is mounted.
     *
     * @return the view
     */
    public DriveView view() {
        return view;
    }

    /**
     * How it was mounted.
     *
     * @return the request
     */
    public MountRequest request() {
        return request;
    }

    /**
     * Opens a file as a program would. Reading after closing, or closing twice, is an error here.
     *
     * @param path without a leading slash
     * @return a handle; the caller closes it
     * @throws NoSuchFileException if there is none
     * @throws IOException if it cannot be opened, or the drive is gone
     */
    public OpenFile open(String path) throws IOException {
        return serve(() -> {
            int node = view.lookup(path);
            if (node == DriveView.NONE) {
                throw new NoSuchFileException(path);
            }
            Handle handle = new Handle(view.open(node));
            open.put(handle, path);
            return handle;
        });
    }

    /** What a program asks for. */
    @FunctionalInterface
    interface Request<T> {
        T answer() throws IOException;
    }

    /** Answers a request as a driver does: not after the end, and with an I/O error whatever the view throws. */
    <T> T serve(Request<T> request) throws IOException {
        synchronized (this) {
            if (gone) {
                throw new IOException("the drive is gone");
            }
            requests.add(Thread.currentThread());
        }
        try {
            T answer = request.answer();
            synchronized (this) {
                if (gone) {
                    throw new IOException("the drive has gone");
                }
            }
            return answer;
        } catch (IOException failure) {
            throw failure;
        } catch (Throwable failure) {
            throw new IOException("the view failed: " + failure, failure);
        } finally {
            synchronized (this) {
                requests.remove(Thread.currentThread());
                if (gone) {
                    // That was for the request, not for what the thread does next.
                    Thread.interrupted();
                }
            }
            finishIfIdle();
        }
    }

    /**
     * Which files are open now.
     *
     * @return their paths, once for each handle
     */
    public List<String> openFiles() {
        return List.copyOf(open.values());
    }

    @Override
    public Path root() {
        return root;
    }

    @Override
    public MountPoint mountPoint() {
        return mountPoint;
    }

    @Override
    public String version() {
        return "1";
    }

    @Override
    public void unmount() throws MountException {
        synchronized (this) {
            if (!gone && !open.isEmpty()) {
                throw new MountException(
                        MountException.Reason.BUSY, "drive " + mountPoint + " is in use: " + openFiles());
            }
            gone = true;
        }
        unmountForcibly();
    }

    @Override
    public void unmountForcibly() {
        boolean inside;
        synchronized (this) {
            gone = true;
            inside = requests.contains(Thread.currentThread());
            requests.stream().filter(thread -> thread != Thread.currentThread()).forEach(Thread::interrupt);
        }
        finishIfIdle();
        // Inside a request it returns at once: the drive cannot end before that request has.
        if (!inside && !end.await(END_LIMIT)) {
            throw new AssertionError("a request to " + this + " does not return, though it was interrupted");
        }
    }

    private void finishIfIdle() {
        synchronized (this) {
            if (!gone || finished || !requests.isEmpty()) {
                return;
            }
            finished = true;
        }
        open.keySet().forEach(Handle::abandon);
        onEnd.run();
        end.give();
    }

    /** Ends the drive as a user does who ejects it: the library did not ask. */
    public void unmountFromOutside() {
        unmountForcibly();
    }

    @Override
    public CompletionStage<Void> ended() {
        return end.stage();
    }

    @Override
    public String toString() {
        return "fake drive " + mountPoint;
    }

    /** A handle that knows whether it is open. */
    private final class Handle implements OpenFile {
        private final OpenFile file;
        private final AtomicBoolean closed = new AtomicBoolean();
        private volatile boolean abandoned;

        Handle(OpenFile file) {
            this.file = file;
        }

        @Override
        public long size() {
            return file.size();
        }

        @Override
        public int read(long position, ByteBuffer dst) throws IOException {
            if (abandoned) {
                throw new IOException("the drive is gone");
            }
            if (closed.get()) {
                throw new IllegalStateException("read through a closed handle");
            }
            int before = dst.position();
            int count = serve(() -> file.read(position, dst));
            if (dst.position() - before != Math.max(count, 0)) {
                throw new AssertionError(
                        "read says " + count + " bytes, the buffer holds " + (dst.position() - before));
            }
            return count;
        }

        /** The drive goes away below the handle. */
        void abandon() {
            abandoned = true;
            if (closed.compareAndSet(false, true)) {
                open.remove(this);
                file.close();
            }
        }

        @Override
        public void close() {
            if (!closed.compareAndSet(false, true)) {
                if (abandoned) {
                    return;
                }
                throw new IllegalStateException("closed twice");
            }
            open.remove(this);
            file.close();
        }
    }
}
