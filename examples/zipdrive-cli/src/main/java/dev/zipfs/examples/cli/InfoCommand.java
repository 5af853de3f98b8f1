package dev.zipfs.examples.cli;

import dev.zipfs.Archive;
import dev.zipfs.ArchiveWarning;
import dev.zipfs.Entry;
import dev.zipfs.examples.console.ExitCode;
import dev.zipfs.examples.console.JsonLine;
import dev.zipfs.examples.console.Printable;
import dev.zipfs.examples.console.Streams;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Says what an archive is and what is odd about it. */
@Command(name = "info", description = "Shows an archive's format, what it holds, and what is odd about it.")
final class InfoCommand implements Callable<Integer> {
    private final Streams streams;

    @Mixin
    private ArchiveOptions archiveOptions;

    @Option(names = "--json", description = "One JSON object.")
    private boolean json;

    private final Map<String, Long> methods = new TreeMap<>();
    private long files;
    private long folders;
    private long links;
    private long encrypted;
    private long size;
    private long packed;

    InfoCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() throws java.io.IOException {
        try (Archive archive = archiveOptions.open(streams)) {
            Iterator<Entry> entries = new Walk(archive.root());
            while (entries.hasNext()) {
                count(entries.next());
            }
            if (json) {
                streams.out().line(json(archive).toString());
            } else {
                print(archive);
            }
            return ExitCode.FINE;
        }
    }

    private void count(Entry entry) {
        switch (entry.type()) {
            case FILE -> files++;
            case DIRECTORY -> folders++;
            case SYMLINK -> links++;
        }
        if (entry.type() != dev.zipfs.EntryType.DIRECTORY) {
            entry.method().ifPresent(method -> methods.merge(method, 1L, Long::sum));
        }
        encrypted += entry.encrypted() ? 1 : 0;
        size += entry.size();
        packed += entry.compressedSize().orElse(0);
    }

    private JsonLine json(Archive archive) {
        JsonLine byMethod = new JsonLine();
        methods.forEach(byMethod::put);
        JsonLine details = new JsonLine();
        archive.details().forEach(details::put);
        List<JsonLine> warnings = new ArrayList<>();
        for (ArchiveWarning warning : archive.warnings()) {
            warnings.add(new JsonLine()
                    .put("kind", kind(warning))
                    .put("entry", warning.entry())
                    .put("message", warning.message()));
        }
        return new JsonLine()
                .put("archive", archiveOptions.archive())
                .put("format", archive.format())
                .put("entries", archive.entryCount())
                .put("files", files)
                .put("dirs", folders)
                .put("symlinks", links)
                .put("encrypted", encrypted)
                .put("size", size)
                .put("compressedSize", packed)
                .put("methods", byMethod)
                .put("details", details)
                .put("comment", archive.comment())
                .put("warnings", warnings);
    }

    private void print(Archive archive) {
        line("archive", Printable.text(archiveOptions.archive()));
        line("format", archive.format());
        line("entries", String.valueOf(archive.entryCount()));
        line("shown", files + " files, " + folders + " folders, " + links + " links");
        line("encrypted", String.valueOf(encrypted));
        line("size", size + " bytes, packed " + packed);
        StringBuilder byMethod = new StringBuilder();
        methods.forEach((method, count) -> byMethod.append(byMethod.length() == 0 ? "" : ", ")
                .append(method)
                .append(' ')
                .append(count));
        line("methods", byMethod.toString());
        archive.details().forEach((what, detail) -> line(what, Printable.text(detail)));
        if (!archive.comment().isEmpty()) {
            line("comment", Printable.name(archive.comment()));
        }
        for (ArchiveWarning warning : archive.warnings()) {
            String where = warning.entry().isEmpty() ? "" : "'" + Printable.name(warning.entry()) + "': ";
            line("warning", kind(warning) + ": " + where + Printable.text(warning.message()));
        }
    }

    private void line(String label, String value) {
        streams.out().line(String.format("%-10s %s", label + ":", value).stripTrailing());
    }

    private static String kind(ArchiveWarning warning) {
        return warning.kind().name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
