package dev.zipfs.examples.console;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/** Where a command reads from and writes to. Tests put their own in place of the process's. */
public final class Streams {
    private final String program;
    private final InputStream in;
    private final Output out;
    private final PrintStream err;

    /**
     * Streams of one's own.
     *
     * @param program the program's name, with which complaints begin
     * @param in standard input
     * @param out standard output
     * @param err standard error
     */
    public Streams(String program, InputStream in, OutputStream out, OutputStream err) {
        this.program = program;
        this.in = in;
        this.out = new Output(out);
        this.err = new SafeErrors(err);
    }

    /**
     * The process's own streams. Text is UTF-8 whatever the locale says, and what the logger writes to {@code System.err}
     * goes the same way.
     *
     * @param program the program's name, with which complaints begin
     * @return the streams
     */
    public static Streams ofProcess(String program) {
        Streams streams = new Streams(
                program,
                new FileInputStream(FileDescriptor.in),
                new FileOutputStream(FileDescriptor.out),
                new FileOutputStream(FileDescriptor.err));
        System.setErr(streams.err);
        return streams;
    }

    /** Standard input. */
    public InputStream in() {
        return in;
    }

    /** Standard output. */
    public Output out() {
        return out;
    }

    /** Standard error, which lets nothing through that drives a terminal. */
    public PrintStream err() {
        return err;
    }

    /**
     * Writes one line for people to standard error.
     *
     * @param message what is wrong and what to do
     */
    public void complain(String message) {
        err.println(program + ": " + message);
    }

    /**
     * Says why a command failed.
     *
     * @param failure what it threw
     * @param reason what is said of an I/O error, one line
     * @param exitCode how the process ends after one
     * @return how the process ends
     */
    public int failed(Exception failure, Function<IOException, String> reason, ToIntFunction<IOException> exitCode) {
        if (failure instanceof Output.OutputException) {
            return ((Output.OutputException) failure).complain(this);
        }
        if (failure instanceof CommandFailure) {
            complain(failure.getMessage());
            return ((CommandFailure) failure).exitCode();
        }
        if (failure instanceof IOException) {
            complain(reason.apply((IOException) failure));
            return exitCode.applyAsInt((IOException) failure);
        }
        // Nothing a user can have caused: here the trace is what helps.
        failure.printStackTrace(err);
        return ExitCode.ENTRY_FAILED;
    }

    /** Lets no line drive the terminal: messages and log lines quote names, and names come from the archive. */
    private static final class SafeErrors extends PrintStream {
        SafeErrors(OutputStream out) {
            super(out, true, StandardCharsets.UTF_8);
        }

        @Override
        public void println(String line) {
            super.println(Printable.text(line));
        }

        @Override
        public void println(Object line) {
            super.println(Printable.text(String.valueOf(line)));
        }
    }
}
