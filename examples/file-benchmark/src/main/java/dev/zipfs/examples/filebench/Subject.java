package dev.zipfs.examples.filebench;

import java.io.IOException;

/** Something that can be opened again and again and read at any position. Used by one thread, except {@link #open()}. */
public interface Subject {
    /**
     * What heads its column.
     *
     * @return a word or two
     */
    String label();

    /**
     * What it is, for people.
     *
     * @return for example a path
     */
    String name();

    /**
     * How long it is.
     *
     * @return bytes, more than 0
     */
    long size();

    /**
     * Drops what is cached of it, as far as that can be done.
     *
     * @throws IOException if it cannot be read any more
     */
    void forget() throws IOException;

    /**
     * Opens it as programs do. May be called by many threads at once.
     *
     * @return an open reading; the caller closes it
     * @throws IOException if it cannot be opened
     */
    Reading open() throws IOException;

    /**
     * Opens it past the system's cache, where that can be done.
     *
     * @return an open reading, which says whether it is unbuffered; the caller closes it
     * @throws IOException if it cannot be opened either way
     */
    default Reading openUnbuffered() throws IOException {
        return open();
    }
}
