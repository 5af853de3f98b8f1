package dev.zipfs.examples.cli;

import dev.zipfs.examples.console.ExitCode;
import dev.zipfs.examples.console.Output;
import dev.zipfs.examples.console.Streams;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.UnmatchedArgumentException;

/** Puts the commands together, and turns what they throw into one line on standard error and an exit code. */
final class Cli {
    private final Streams streams;
    private final StringWriter help = new StringWriter();

    private Cli(Streams streams) {
        this.streams = streams;
    }

    @Command(
            name = "zipdrive",
            description = "Shows an archive as a read-only drive, or reads it without one.",
            scope = ScopeType.INHERIT,
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            synopsisSubcommandLabel = "COMMAND",
            footer = {
                "",
                "Exit codes: 0 fine, 1 some entry failed, 2 wrong usage, 3 the archive cannot be opened, "
                        + "4 password missing or wrong, 5 the drive cannot be mounted."
            })
    private static final class Top {}

    /** The version that the jar's manifest gives. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = Cli.class.getPackage().getImplementationVersion();
            return new String[] {"zipdrive " + (version == null ? "(version unknown: not run from its jar)" : version)};
        }
    }

    /**
     * Runs one command.
     *
     * @param streams where it reads from and writes to
     * @param args the command line
     * @return the exit code
     */
    static int run(Streams streams, String... args) {
        return new Cli(streams).run(args);
    }

    private int run(String... args) {
        try {
            int code = commandLine(args).execute(args);
            streams.out().text(help.toString());
            streams.out().flush();
            return code;
        } catch (Output.OutputException e) {
            return failed(e);
        } catch (OutOfMemoryError e) {
            streams.complain(
                    "the archive needs more memory than this JVM may take; start it with a larger one, as in java -Xmx2g");
            return ExitCode.ARCHIVE_FAILED;
        }
    }

    private CommandLine commandLine(String... args) {
        CommandLine line = new CommandLine(new Top());
        Map<String, Supplier<Callable<Integer>>> commands = new LinkedHashMap<>();
        commands.put("mount", () -> new MountCommand(streams));
        commands.put("ls", () -> new LsCommand(streams));
        commands.put("cat", () -> new CatCommand(streams));
        commands.put("info", () -> new InfoCommand(streams));
        commands.put("verify", () -> new VerifyCommand(streams));
        commands.put("bench", () -> new BenchCommand(streams));
        commands.put("drivers", () -> new DriversCommand(streams));
        // Looking at the annotations of every command takes longer than some commands run: take the one that is asked
        // for.
        boolean known = args.length > 0 && commands.containsKey(args[0]);
        commands.forEach((name, command) -> {
            if (!known || name.equals(args[0])) {
                line.addSubcommand(name, command.get());
            }
        });
        return line.setCaseInsensitiveEnumValuesAllowed(true)
                .setOut(new PrintWriter(help, true))
                .setErr(new PrintWriter(streams.err(), true))
                .setParameterExceptionHandler((failure, arguments) -> misused(failure))
                .setExecutionExceptionHandler((failure, command, result) -> failed(failure));
    }

    private int misused(ParameterException failure) {
        CommandLine line = failure.getCommandLine();
        String message = failure.getMessage();
        if (failure instanceof UnmatchedArgumentException unmatched && line.getParent() == null) {
            // The top command takes no arguments, so what does not match there was meant for a command's name.
            String first = unmatched.getUnmatched().get(0);
            message = first.startsWith("-")
                    ? message
                    : "there is no command '" + first + "', only "
                            + String.join(", ", line.getSubcommands().keySet());
        }
        streams.complain(message + "; see " + line.getCommandSpec().qualifiedName() + " --help");
        return ExitCode.USAGE;
    }

    private int failed(Exception failure) {
        return streams.failed(failure, Explanation::of, Explanation::exitCode);
    }
}
