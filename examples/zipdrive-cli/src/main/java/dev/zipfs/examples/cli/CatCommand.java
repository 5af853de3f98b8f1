package dev.zipfs.examples.cli;

import dev.zipfs.Archive;
import dev.zipfs.Entry;
import dev.zipfs.EntryType;
import dev.zipfs.examples.console.CommandFailure;
import dev.zipfs.examples.console.ExitCode;
import dev.zipfs.examples.console.Printable;
import dev.zipfs.examples.console.Streams;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Writes an entry's content, or a part of it, to standard output. */
@Command(name = "cat", description = "Writes an entry's content to standard output.")
final class CatCommand implements Callable<Integer> {
    private static final int BUFFER = 128 << 10;

    private final Streams streams;

    @Spec
    private CommandSpec spec;

    @Mixin
    private ArchiveOptions archiveOptions;

    @Parameters(index = "1", paramLabel = "ENTRY", description = "The entry's path, as ls -R shows it.")
    private String path;

    @Option(names = "--offset", paramLabel = "N", description = "Begin N bytes from the start. Default: 0.")
    private long offset;

    @Option(names = "--length", paramLabel = "N", description = "Write N bytes at most. Default: all.")
    private long length = Long.MAX_VALUE;

    CatCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() throws IOException {
        if (offset < 0 || length < 0) {
            throw new ParameterException(spec.commandLine(), "--offset and --length must not be negative");
        }
        try (Archive archive = archiveOptions.open(streams)) {
            Entry entry = ArchiveOptions.find(archive, path);
            if (entry.type() == EntryType.DIRECTORY) {
                throw new CommandFailure(
                        ExitCode.ENTRY_FAILED, "'" + Printable.name(path) + "' is a folder; ls shows what is in it");
            }
            try (SeekableByteChannel channel = entry.openChannel()) {
                copy(channel.position(offset));
            }
            return ExitCode.FINE;
        }
    }

    private void copy(SeekableByteChannel from) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
        long left = length;
        while (left > 0) {
            buffer.clear().limit((int) Math.min(left, BUFFER));
            int count = from.read(buffer);
            if (count < 0) {
                break;
            }
            streams.out().write(buffer.array(), count);
            left -= count;
        }
        streams.out().flush();
    }
}
