package dev.zipfs.examples.console;

import java.io.PrintStream;

/** One line on standard error that says how far it is, and is gone when it is done. Not shown where nobody looks. */
public final class StatusLine implements AutoCloseable {
    private final PrintStream err;
    private final boolean shown;
    private boolean visible;

    /**
     * A line that is not visible yet.
     *
     * @param streams where it goes
     * @param shown whether it is ever shown, most often {@link Terminal#onStandardError()}
     */
    public StatusLine(Streams streams, boolean shown) {
        this.err = streams.err();
        this.shown = shown;
    }

    /**
     * Shows what is done.
     *
     * @param text some words, shorter than a terminal is wide
     */
    public void show(String text) {
        if (shown) {
            err.print(Terminal.ERASE + Printable.text(text));
            err.flush();
            visible = true;
        }
    }

    @Override
    public void close() {
        hide();
    }

    /** Makes room for a line of output. */
    public void hide() {
        if (visible) {
            err.print(Terminal.ERASE);
            err.flush();
            visible = false;
        }
    }
}
