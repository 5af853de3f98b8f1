package dev.zipfs.examples.filebench;

import dev.zipfs.examples.console.CommandFailure;
import dev.zipfs.examples.console.ExitCode;
import dev.zipfs.examples.console.Output;
import dev.zipfs.examples.console.StatusLine;
import dev.zipfs.examples.console.Streams;
import dev.zipfs.examples.console.Terminal;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command line: measures one file, or the same file in two places. */
@Command(
        name = FileBenchmark.NAME,
        description = {
            "Measures how fast a file can be read: start to end, here and there, by many at once.",
            "Prints a table and appends it to result.txt in the working directory."
        },
        mixinStandardHelpOptions = true,
        versionProvider = FileBenchmark.Version.class,
        footer = {
            "",
            "Exit codes: 0 fine, 1 a file cannot be read or the two differ, 2 wrong usage, 3 a file cannot be opened."
        })
final class FileBenchmark implements Callable<Integer> {
    static final String NAME = "file-benchmark";

    private static final String RESULTS = "result.txt";

    private final Streams streams;
    private final Path directory;

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "The file to read.")
    private String file;

    @Option(
            names = "--compare",
            paramLabel = "FILE2",
            description =
                    "Measure this one by turns with FILE, and divide FILE's numbers by its numbers: for example FILE "
                            + "on a mounted drive, FILE2 its copy on a disk.")
    private String compare;

    @Option(names = "--runs", paramLabel = "N", description = "How often, 1 to 1000. Default: 5.")
    private int runs = 5;

    @Option(names = "--no-clear", description = "Leave the system's page cache as it is between tests.")
    private boolean noClear;

    @Option(names = "--json", paramLabel = "F", description = "Write the results to this file as a JSON object.")
    private Path json;

    @Option(names = "--report", paramLabel = "F.html", description = "Write them to this file as a page with charts.")
    private Path report;

    private FileBenchmark(Streams streams, Path directory) {
        this.streams = streams;
        this.directory = directory;
    }

    /** The version that the jar's manifest gives. */
    static final class Version implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = FileBenchmark.class.getPackage().getImplementationVersion();
            return new String[] {NAME + ' ' + (version == null ? "(version unknown: not run from its jar)" : version)};
        }
    }

    /**
     * Runs it once.
     *
     * @param streams where it writes to
     * @param directory where result.txt is kept
     * @param args the command line
     * @return the exit code
     */
    static int run(Streams streams, Path directory, String... args) {
        StringWriter help = new StringWriter();
        CommandLine line = new CommandLine(new FileBenchmark(streams, directory))
                .setOut(new PrintWriter(help, true))
                .setErr(new PrintWriter(streams.err(), true))
                .setParameterExceptionHandler((failure, arguments) -> {
                    streams.complain(failure.getMessage() + "; see --help");
                    return ExitCode.USAGE;
                })
                .setExecutionExceptionHandler((failure, command, result) -> failed(streams, failure));
        try {
            int code = line.execute(args);
            streams.out().text(help.toString());
            streams.out().flush();
            return code;
        } catch (Output.OutputException e) {
            return failed(streams, e);
        }
    }

    private static int failed(Streams streams, Exception failure) {
        return streams.failed(failure, Errors::reason, anyFailure -> ExitCode.ENTRY_FAILED);
    }

    @Override
    public Integer call() throws IOException {
        if (runs < 1 || runs > 1000) {
            throw new ParameterException(spec.commandLine(), "--runs must be 1 to 1000: " + runs);
        }
        List<Path> files = new ArrayList<>();
        files.add(readable(file));
        if (compare != null) {
            files.add(readable(compare));
        }
        mayWrite("--json", json, files);
        mayWrite("--report", report, files);
        PageCache cache = noClear ? PageCache.untouched() : PageCache.ofThisSystem(streams::complain);
        List<FileSubject> subjects = new ArrayList<>();
        for (Path one : files) {
            String label = files.size() == 1 ? "result" : subjects.isEmpty() ? "A" : "B";
            subjects.add(new FileSubject(label, one.toString(), one, cache));
        }
        if (subjects.get(0).size() != subjects.get(subjects.size() - 1).size()) {
            throw new CommandFailure(
                    ExitCode.ENTRY_FAILED,
                    file + " and " + compare + " have different sizes: they are not the same file");
        }
        Instant start = Instant.now();
        List<Series> series = measure(subjects);
        return conclude(new Results("file benchmark", start, runs, cache.method(), series));
    }

    private List<Series> measure(List<FileSubject> subjects) throws IOException {
        try (StatusLine status = new StatusLine(streams, Terminal.onStandardError())) {
            return Benchmark.run(
                    subjects,
                    runs,
                    (run, work, subject) ->
                            status.show("run " + run + " of " + runs + ": " + work.title() + ", " + subject));
        }
    }

    private int conclude(Results results) throws IOException {
        List<String> lines = TextTable.of(results);
        lines.forEach(streams.out()::line);
        streams.out().flush();
        if (json != null) {
            Destination.write(json, results.json() + "\n");
        }
        if (report != null) {
            Destination.write(report, HtmlReport.of(results));
        }
        Destination.write(
                directory.resolve(RESULTS),
                String.join("\n", lines) + "\n\n",
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
        if (!results.sameContent()) {
            streams.complain(file + " and " + compare + " hold different bytes: the numbers compare nothing");
            return ExitCode.ENTRY_FAILED;
        }
        return ExitCode.FINE;
    }

    /** Checks what can be checked before the first byte is read. */
    private Path readable(String typed) {
        Path path;
        try {
            path = Path.of(typed);
        } catch (InvalidPathException e) {
            throw new CommandFailure(
                    ExitCode.ARCHIVE_FAILED, typed + ": no file can have this name here: " + e.getReason(), e);
        }
        String problem = null;
        try {
            if (Files.isDirectory(path)) {
                problem = "it is a directory; give a file";
            } else if (Files.exists(path) && !Files.isRegularFile(path)) {
                problem = "it is no regular file";
            } else {
                try (Reading reading = FileReading.open(path)) {
                    boolean empty = Files.size(path) == 0 || reading.read(0, ByteBuffer.allocate(1)) <= 0;
                    problem = empty ? "it is empty: there is nothing to measure" : null;
                }
            }
        } catch (IOException e) {
            problem = Errors.reason(e);
        }
        if (problem != null) {
            throw new CommandFailure(ExitCode.ARCHIVE_FAILED, typed + ": " + problem);
        }
        return path;
    }

    private void mayWrite(String option, Path target, List<Path> inputs) {
        Destination.problem(target, inputs).ifPresent(problem -> {
            throw new ParameterException(spec.commandLine(), option + " " + target + ": " + problem);
        });
    }
}
