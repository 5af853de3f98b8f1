package dev.zipfs.examples.cli;

import dev.zipfs.examples.console.Streams;
import dev.zipfs.examples.console.Terminal;
import java.io.PrintStream;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** A bar on standard error that fills while entries are read. Thread-safe. */
final class Progress implements AutoCloseable {
    private static final int WIDTH = 30;
    private static final long REDRAW_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final Streams streams;
    private final long files;
    private final long bytes;
    private final AtomicLong bytesRead = new AtomicLong();
    private long filesDone;
    private long drawnAt = System.nanoTime() - REDRAW_NANOS;
    private boolean visible;

    private Progress(Streams streams, long files, long bytes) {
        this.streams = streams;
        this.files = files;
        this.bytes = bytes;
    }

    /** A bar that is not shown. */
    static Progress none() {
        return new Progress(null, 0, 0);
    }

    /** A bar for so many files and bytes. */
    static Progress on(Streams streams, long files, long bytes) {
        return new Progress(streams, files, bytes);
    }

    /** So many more bytes were read. */
    void read(long count) {
        bytesRead.addAndGet(count);
        if (streams != null) {
            redraw();
        }
    }

    /** One more file is done. */
    void entryDone() {
        if (streams != null) {
            synchronized (this) {
                filesDone++;
            }
            redraw();
        }
    }

    /** Makes room for a line of output. */
    synchronized void hide() {
        if (visible) {
            print(Terminal.ERASE);
            visible = false;
        }
    }

    @Override
    public void close() {
        hide();
    }

    private synchronized void redraw() {
        long now = System.nanoTime();
        if (now - drawnAt < REDRAW_NANOS) {
            return;
        }
        drawnAt = now;
        // Lines printed so far must stand above the bar.
        double done = bytes == 0 ? 1 : Math.min(1, (double) bytesRead.get() / bytes);
        int filled = (int) (done * WIDTH);
        print(Terminal.ERASE
                + '['
                + "#".repeat(filled)
                + " ".repeat(WIDTH - filled)
                + ']'
                + String.format(Locale.ROOT, " %3d %%, %d of %d entries", (int) (done * 100), filesDone, files));
        visible = true;
    }

    private void print(String text) {
        PrintStream err = streams.err();
        err.print(text);
        err.flush();
    }
}
