package dev.zipfs.examples.console;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Standard output: bytes and UTF-8 lines, buffered. Unlike a {@link java.io.PrintStream} it reports that nobody reads any
 * more, so that a command ends instead of writing on for nobody. Not thread-safe.
 */
public final class Output {
    /** Writing to standard output failed, which no entry of the archive is to blame for. */
    public static final class OutputException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        OutputException(IOException cause) {
            super(cause);
        }

        /**
         * Whether the reader has gone, as {@code head} does when it has seen enough.
         *
         * @return {@code true} if this is no error
         */
        boolean readerHasGone() {
            String message = String.valueOf(getCause().getMessage());
            // Java has no exception of its own for EPIPE; Windows says "The pipe is being closed" or "… has been
            // ended".
            return message.contains("Broken pipe") || message.contains("The pipe ");
        }

        /**
         * Says what is wrong, unless nothing is.
         *
         * @param streams where to say it
         * @return the exit code
         */
        public int complain(Streams streams) {
            if (readerHasGone()) {
                return ExitCode.FINE;
            }
            streams.complain("cannot write to standard output: " + getCause().getMessage());
            return ExitCode.ENTRY_FAILED;
        }
    }

    private static final int BUFFER = 64 << 10;

    private final OutputStream out;

    /**
     * Buffers a stream.
     *
     * @param out where the bytes go
     */
    public Output(OutputStream out) {
        this.out = new BufferedOutputStream(out, BUFFER);
    }

    /**
     * Writes a line in UTF-8.
     *
     * @param text the line, without its end
     */
    public void line(String text) {
        text(text + '\n');
    }

    /**
     * Writes text in UTF-8.
     *
     * @param text any number of lines
     */
    public void text(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        write(bytes, bytes.length);
    }

    /**
     * Writes bytes.
     *
     * @param bytes holds them, from its start on
     * @param length how many
     */
    public void write(byte[] bytes, int length) {
        try {
            out.write(bytes, 0, length);
        } catch (IOException e) {
            throw new OutputException(e);
        }
    }

    /** Hands on what was written so far. */
    public void flush() {
        try {
            out.flush();
        } catch (IOException e) {
            throw new OutputException(e);
        }
    }
}
