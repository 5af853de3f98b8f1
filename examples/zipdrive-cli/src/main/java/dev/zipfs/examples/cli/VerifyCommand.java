package dev.zipfs.examples.cli;

import dev.zipfs.Archive;
import dev.zipfs.Entry;
import dev.zipfs.EntryType;
import dev.zipfs.examples.console.CommandFailure;
import dev.zipfs.examples.console.ExitCode;
import dev.zipfs.examples.console.Streams;
import dev.zipfs.examples.console.Terminal;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Reads every entry from its first byte to its last and says which ones are sound. */
@Command(
        name = "verify",
        description = {
            "Reads every file and link of the archive and checks length and CRC-32.",
            "Prints one line per entry: status, SHA-256, size and path, and for errors the reason."
        })
final class VerifyCommand implements Callable<Integer> {
    /** How many entries may wait per thread: enough to keep all busy, few enough to remember. */
    private static final int WINDOW = 16;

    private final Streams streams;

    @Mixin
    private ArchiveOptions archiveOptions;

    @Option(names = "--json", description = "One JSON object per line: path, size, sha256, status, error.")
    private boolean json;

    @Option(
            names = "--progress",
            negatable = true,
            description = "Show how far it is on standard error. Default: if that is a terminal.")
    private Boolean progress;

    private long entries;
    private long failures;
    private long lockedOut;

    VerifyCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() throws IOException {
        int threads = Math.min(Runtime.getRuntime().availableProcessors(), 8);
        ExecutorService executor = Executors.newFixedThreadPool(threads, VerifyCommand::newThread);
        try (Archive archive = archiveOptions.open(streams);
                Progress bar = progress(archive)) {
            Deque<Future<EntryCheck>> window = new ArrayDeque<>();
            Iterator<Entry> walk = new Walk(archive.root());
            while (walk.hasNext()) {
                Entry entry = walk.next();
                if (entry.type() != EntryType.DIRECTORY) {
                    window.add(executor.submit(() -> EntryCheck.of(entry, bar::read)));
                }
                if (window.size() >= threads * WINDOW) {
                    report(window.remove(), bar);
                }
            }
            while (!window.isEmpty()) {
                report(window.remove(), bar);
            }
        } finally {
            executor.shutdownNow();
        }
        return conclude();
    }

    private void report(Future<EntryCheck> future, Progress bar) {
        EntryCheck check;
        try {
            check = future.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("checking an entry failed in an unforeseen way", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandFailure(ExitCode.ENTRY_FAILED, "interrupted", e);
        }
        entries++;
        failures += check.failed() ? 1 : 0;
        lockedOut += check.lockedOut() ? 1 : 0;
        bar.hide();
        streams.out().line(json ? check.json() : check.text());
        bar.entryDone();
    }

    private int conclude() {
        streams.out().flush();
        if (failures == 0) {
            return ExitCode.FINE;
        }
        String advice = lockedOut == failures
                ? "give the password with --password-stdin"
                : "the archive is damaged or uses what cannot be read here: get another copy of it";
        streams.complain(failures + " of " + entries + " entries failed; " + advice);
        return lockedOut == failures ? ExitCode.PASSWORD : ExitCode.ENTRY_FAILED;
    }

    private Progress progress(Archive archive) {
        if (!(progress == null ? Terminal.onStandardError() : progress)) {
            return Progress.none();
        }
        long files = 0;
        long bytes = 0;
        Iterator<Entry> walk = new Walk(archive.root());
        while (walk.hasNext()) {
            Entry entry = walk.next();
            files += entry.type() == EntryType.DIRECTORY ? 0 : 1;
            bytes += entry.size();
        }
        return Progress.on(streams, files, bytes);
    }

    private static Thread newThread(Runnable work) {
        Thread thread = new Thread(work, "verify");
        thread.setDaemon(true);
        return thread;
    }
}
