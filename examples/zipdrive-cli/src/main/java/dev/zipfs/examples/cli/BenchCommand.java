package dev.zipfs.examples.cli;

import dev.zipfs.Archive;
import dev.zipfs.Entry;
import dev.zipfs.EntryType;
import dev.zipfs.MountException;
import dev.zipfs.ZipDrive;
import dev.zipfs.examples.console.CommandFailure;
import dev.zipfs.examples.console.ExitCode;
import dev.zipfs.examples.console.Printable;
import dev.zipfs.examples.console.StatusLine;
import dev.zipfs.examples.console.Streams;
import dev.zipfs.examples.console.Terminal;
import dev.zipfs.examples.filebench.Benchmark;
import dev.zipfs.examples.filebench.Destination;
import dev.zipfs.examples.filebench.FileSubject;
import dev.zipfs.examples.filebench.HtmlReport;
import dev.zipfs.examples.filebench.PageCache;
import dev.zipfs.examples.filebench.Results;
import dev.zipfs.examples.filebench.Series;
import dev.zipfs.examples.filebench.Subject;
import dev.zipfs.examples.filebench.TextTable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Holds one entry on a drive, and read without one, against the same bytes unpacked. */
@Command(
        name = "bench",
        description = {
            "Measures how fast an entry is read on a drive, in-process without one, and unpacked to a temporary file.",
            "Each test begins with the archive just mounted or opened, so that decoding is measured and not remembered."
        })
final class BenchCommand implements Callable<Integer> {
    /** Room to be left on the disk that the entry is unpacked to. */
    private static final long SPARE = 64L << 20;

    private final Streams streams;

    @Spec
    private CommandSpec spec;

    @Mixin
    private ArchiveOptions archiveOptions;

    @Mixin
    private CacheOptions cacheOptions;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "ENTRY",
            description = "The entry's path, as ls -R shows it. Default: the largest file.")
    private String path;

    @Option(
            names = "--backend",
            paramLabel = "ID",
            description = "Use this driver, by its name in zipdrive drivers. Default: the first one that works.")
    private String backend;

    @Option(names = "--runs", paramLabel = "N", description = "How often, 1 to 1000. Default: 5.")
    private int runs = 5;

    @Option(names = "--no-clear", description = "Leave the system's page cache as it is between tests.")
    private boolean noClear;

    @Option(
            names = "--temp-dir",
            paramLabel = "DIR",
            description = "Where the entry is unpacked to. Default: the directory for temporary files.")
    private Path tempDirectory = Path.of(System.getProperty("java.io.tmpdir", "."));

    @Option(names = "--json", description = "One JSON object.")
    private boolean json;

    @Option(
            names = "--report",
            paramLabel = "F.html",
            description = "Write the results to this file as well, with charts.")
    private Path report;

    private String method;

    BenchCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() throws IOException {
        if (runs < 1 || runs > 1000) {
            throw new ParameterException(spec.commandLine(), "--runs must be 1 to 1000: " + runs);
        }
        if (!Files.isDirectory(tempDirectory)) {
            throw new ParameterException(
                    spec.commandLine(), "--temp-dir " + tempDirectory + ": there is no such directory");
        }
        Destination.problem(report, List.of(archiveOptions.path())).ifPresent(problem -> {
            throw new ParameterException(spec.commandLine(), "--report " + report + ": " + problem);
        });
        PageCache cache = noClear ? PageCache.untouched() : PageCache.ofThisSystem(streams::complain);
        try (BenchWorkspace workspace = new BenchWorkspace(tempDirectory);
                StatusLine status = new StatusLine(streams, Terminal.onStandardError())) {
            List<Subject> subjects = prepare(workspace, cache, status);
            Instant start = Instant.now();
            List<Series> series = Benchmark.run(
                    subjects,
                    runs,
                    (run, work, subject) ->
                            status.show("run " + run + " of " + runs + ": " + work.title() + ", " + subject));
            status.hide();
            return conclude(new Results(title(), start, runs, cache.method(), series));
        }
    }

    /** Finds the entry, mounts, unpacks; closes the archive again, so that what it caches takes nothing from the others. */
    private List<Subject> prepare(BenchWorkspace workspace, PageCache cache, StatusLine status) throws IOException {
        List<Subject> subjects = new ArrayList<>();
        try (Archive archive = archiveOptions.open(streams)) {
            Entry entry = entry(archive);
            path = entry.path();
            method = entry.method().orElse(null);
            drive(workspace, entry.size(), cache).ifPresent(subjects::add);
            subjects.add(workspace.closing(
                    new EntrySubject(this::builder, archiveOptions.path(), path, entry.size(), cache)));
            status.show("unpacking " + path);
            extracted(workspace, entry, cache).ifPresent(subjects::add);
            status.hide();
        }
        return subjects;
    }

    private ZipDrive.Builder builder() {
        ZipDrive.Builder builder = archiveOptions.builder(streams);
        cacheOptions.applyTo(builder);
        if (backend != null) {
            builder.backend(backend);
        }
        return builder;
    }

    /** The entry to measure, of which the first byte has been read: what cannot be read is found out at once. */
    private Entry entry(Archive archive) throws IOException {
        Entry entry = path == null ? largest(archive) : ArchiveOptions.find(archive, path);
        if (entry.type() != EntryType.FILE) {
            throw new CommandFailure(ExitCode.ENTRY_FAILED, "'" + Printable.name(path) + "' is no file; give one");
        }
        try (SeekableByteChannel channel = entry.openChannel()) {
            if (channel.read(ByteBuffer.allocate(1)) <= 0) {
                throw new CommandFailure(
                        ExitCode.ENTRY_FAILED,
                        "'" + Printable.name(entry.path()) + "' is empty: there is nothing to measure");
            }
        }
        return entry;
    }

    private static Entry largest(Archive archive) {
        Entry largest = null;
        for (Iterator<Entry> walk = new Walk(archive.root()); walk.hasNext(); ) {
            Entry entry = walk.next();
            if (entry.type() == EntryType.FILE && (largest == null || entry.size() > largest.size())) {
                largest = entry;
            }
        }
        if (largest == null) {
            throw new CommandFailure(ExitCode.ENTRY_FAILED, "there is no file in the archive");
        }
        return largest;
    }

    private Optional<Subject> drive(BenchWorkspace workspace, long size, PageCache cache) throws IOException {
        DriveSubject drive = new DriveSubject(workspace, this::builder, archiveOptions.path(), path, size, cache);
        try {
            drive.mount();
            return Optional.of(drive);
        } catch (MountException e) {
            if (backend != null || e.reason() != MountException.Reason.NO_DRIVER) {
                throw new CommandFailure(ExitCode.MOUNT_FAILED, Explanation.of(e), e);
            }
            streams.complain("measuring without a drive: " + Explanation.of(e));
            return Optional.empty();
        }
    }

    private Optional<Subject> extracted(BenchWorkspace workspace, Entry entry, PageCache cache) throws IOException {
        String why = null;
        long space = Files.getFileStore(tempDirectory).getUsableSpace();
        if (entry.encrypted() && !cacheOptions.encryptedOnDisk()) {
            why = "the entry is encrypted, and its content goes to disk only with --encrypted-on-disk";
        } else if (space - SPARE < entry.size()) {
            why = "it takes " + entry.size() + " bytes and there are " + space + " in " + tempDirectory
                    + "; --temp-dir chooses another place";
        }
        if (why != null) {
            streams.complain("measuring without an unpacked file: " + why);
            return Optional.empty();
        }
        return Optional.of(
                new FileSubject("extracted", "unpacked to " + tempDirectory, workspace.unpack(entry), cache));
    }

    private String title() {
        return "'" + path + "' (" + (method == null ? "unknown method" : method) + ") of " + archiveOptions.archive();
    }

    private int conclude(Results results) throws IOException {
        if (json) {
            streams.out()
                    .line(results.json()
                            .put("archive", archiveOptions.archive())
                            .put("entry", path)
                            .put("method", method)
                            .toString());
        } else {
            TextTable.of(results).forEach(streams.out()::line);
        }
        streams.out().flush();
        if (report != null) {
            Destination.write(report, HtmlReport.of(results));
        }
        if (!results.sameContent()) {
            streams.complain("the drive, the archive and the unpacked file do not hold the same bytes");
            return ExitCode.ENTRY_FAILED;
        }
        return ExitCode.FINE;
    }
}
