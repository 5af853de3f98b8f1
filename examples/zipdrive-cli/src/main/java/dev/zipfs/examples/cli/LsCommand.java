package dev.zipfs.examples.cli;

import dev.zipfs.Archive;
import dev.zipfs.Entry;
import dev.zipfs.EntryType;
import dev.zipfs.examples.console.ExitCode;
import dev.zipfs.examples.console.Streams;
import java.io.IOException;
import java.util.Iterator;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Lists a folder, or all that lies below it, one entry per line. */
@Command(
        name = "ls",
        description = {
            "Lists what lies in a folder of the archive, one entry per line.",
            "Characters that would drive a terminal are shown as \\n, \\u001b and so on, a backslash as two."
        })
final class LsCommand implements Callable<Integer> {
    private final Streams streams;

    @Mixin
    private ArchiveOptions archiveOptions;

    @Parameters(index = "1", arity = "0..1", paramLabel = "PATH", description = "A folder or file. Default: the top.")
    private String path = "";

    @Option(names = "-l", description = "Show permissions, size, packed size, method and time before the name.")
    private boolean details;

    @Option(names = "-R", description = "List the folders below as well, with whole paths.")
    private boolean recursive;

    @Option(
            names = "--json",
            description =
                    "One JSON object per line: path, type, size, compressedSize, method, crc32, mtime, encrypted, "
                            + "linkTarget.")
    private boolean json;

    private int exitCode = ExitCode.FINE;

    LsCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() throws IOException {
        try (Archive archive = archiveOptions.open(streams)) {
            Entry start = ArchiveOptions.find(archive, path);
            if (start.type() != EntryType.DIRECTORY) {
                print(start);
                return exitCode;
            }
            Iterator<Entry> entries =
                    recursive ? new Walk(start) : start.children().iterator();
            while (entries.hasNext()) {
                print(entries.next());
            }
            return exitCode;
        }
    }

    private void print(Entry entry) {
        Optional<String> target = Optional.empty();
        if (json || details) {
            try {
                target = EntryText.linkTarget(entry);
            } catch (IOException e) {
                // The link is listed all the same, only without its target.
                streams.complain(Explanation.of(e));
                exitCode = Explanation.exitCode(e);
            }
        }
        if (json) {
            streams.out().line(EntryText.json(entry, target));
        } else {
            String shown = EntryText.shown(entry, recursive ? entry.path() : entry.name(), target);
            streams.out().line(details ? EntryText.columns(entry, archiveOptions.zone()) + shown : shown);
        }
    }
}
