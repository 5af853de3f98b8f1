package dev.zipfs.examples.cli;

import dev.zipfs.MountedDrive;
import dev.zipfs.ZipDrive;
import dev.zipfs.examples.console.CommandFailure;
import dev.zipfs.examples.console.ExitCode;
import dev.zipfs.examples.console.Printable;
import dev.zipfs.examples.filebench.FileReading;
import dev.zipfs.examples.filebench.PageCache;
import dev.zipfs.examples.filebench.Reading;
import dev.zipfs.examples.filebench.Subject;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.function.Supplier;

/** An entry on a drive, which is mounted anew whenever it has to forget. */
final class DriveSubject implements Subject {
    private final BenchWorkspace workspace;
    private final Supplier<ZipDrive.Builder> builder;
    private final Path archive;
    private final String path;
    private final long size;
    private final PageCache cache;

    private volatile Path file;
    private String driver = "";

    DriveSubject(
            BenchWorkspace workspace,
            Supplier<ZipDrive.Builder> builder,
            Path archive,
            String path,
            long size,
            PageCache cache) {
        this.workspace = workspace;
        this.builder = builder;
        this.archive = archive;
        this.path = path;
        this.size = size;
        this.cache = cache;
    }

    /** Mounts it, in place of what was mounted before. */
    void mount() throws IOException {
        MountedDrive drive = workspace.mount(builder.get());
        try {
            file = drive.root().resolve(path);
        } catch (InvalidPathException e) {
            throw new CommandFailure(
                    ExitCode.ENTRY_FAILED, "'" + Printable.name(path) + '\'' + ArchiveOptions.NO_SUCH_NAME, e);
        }
        driver = drive.backend() + ' ' + drive.backendVersion();
    }

    @Override
    public String label() {
        return "drive";
    }

    @Override
    public String name() {
        return driver;
    }

    @Override
    public long size() {
        return size;
    }

    @Override
    public void forget() throws IOException {
        mount();
        cache.drop(archive);
    }

    @Override
    public Reading open() throws IOException {
        return FileReading.open(file);
    }

    @Override
    public Reading openUnbuffered() throws IOException {
        return FileReading.openUnbuffered(file);
    }
}
