package dev.zipfs.internal.assembly;

import dev.zipfs.Archive;
import dev.zipfs.MountOptions;
import dev.zipfs.MountedDrive;
import dev.zipfs.ZipDriveException;
import dev.zipfs.spi.ArchiveSource;
import dev.zipfs.spi.Availability;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** Makes archives and drives out of their parts: source, format, index, view, cache, backend. */
public final class DriveAssembly {
    private DriveAssembly() {}

    public static Archive open(Path path, MountOptions options) throws IOException {
        throw new ZipDriveException(path + ": no format is wired yet");
    }

    public static Archive open(ArchiveSource source, MountOptions options) throws IOException {
        throw new ZipDriveException(source.name() + ": no format is wired yet");
    }

    public static MountedDrive mount(Path path, MountOptions options) throws IOException {
        throw new ZipDriveException(path + ": no backend is wired yet");
    }

    public static MountedDrive mount(ArchiveSource source, MountOptions options) throws IOException {
        throw new ZipDriveException(source.name() + ": no backend is wired yet");
    }

    public static Map<String, Availability> drivers() {
        return Map.of();
    }
}
