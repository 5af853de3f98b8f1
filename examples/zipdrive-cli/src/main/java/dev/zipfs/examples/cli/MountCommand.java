package dev.zipfs.examples.cli;

import dev.zipfs.DriveStatistics;
import dev.zipfs.MountException;
import dev.zipfs.MountOptions.Visibility;
import dev.zipfs.MountPoint;
import dev.zipfs.MountedDrive;
import dev.zipfs.ZipDrive;
import dev.zipfs.examples.console.CommandFailure;
import dev.zipfs.examples.console.ExitCode;
import dev.zipfs.examples.console.JsonLine;
import dev.zipfs.examples.console.Printable;
import dev.zipfs.examples.console.Streams;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows an archive as a drive until somebody says stop. */
@Command(
        name = "mount",
        description = {
            "Shows the archive as a read-only drive until Ctrl-C, SIGTERM, or until it is unmounted from outside.",
            "Prints one line when the drive answers, and one on standard error for each entry that cannot be read."
        })
final class MountCommand implements Callable<Integer> {
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
            paramLabel = "MOUNTPOINT",
            description =
                    "A letter such as M: (Windows), a directory that is empty or missing, or auto. Default: auto, "
                            + "which is the first free letter from M on, or a private directory.")
    private String mountPoint = "auto";

    @Option(
            names = "--backend",
            paramLabel = "ID",
            description = "Use this driver, by its name in zipdrive drivers. Default: the first one that works.")
    private String backend;

    @Option(
            names = "--label",
            paramLabel = "L",
            description = "The drive's name. Default: the archive's file name without extension.")
    private String label;

    @Option(
            names = "--allow-other",
            description =
                    "Let every user of the machine use the drive; on Linux this needs root or user_allow_other in "
                            + "/etc/fuse.conf.")
    private boolean allowOther;

    @Option(names = "--stats", description = "Print what the drive has served as one JSON line when it ends.")
    private boolean stats;

    MountCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() {
        MountPoint where = where();
        ZipDrive.Builder builder =
                archiveOptions.builder(streams).mountPoint(where).listener(new Complaints(streams));
        cacheOptions.applyTo(builder);
        if (backend != null) {
            builder.backend(backend);
        }
        if (label != null) {
            builder.label(label);
        }
        if (allowOther) {
            builder.visibility(Visibility.EVERYONE);
        }
        try {
            new Foreground(this::announce, this::conclude).run(builder::mount);
            return ExitCode.FINE;
        } catch (MountException e) {
            throw new CommandFailure(ExitCode.MOUNT_FAILED, Explanation.of(e), e);
        } catch (IOException e) {
            throw archiveOptions.cannotOpen(e);
        }
    }

    private MountPoint where() {
        try {
            return MountPoint.parse(mountPoint);
        } catch (InvalidPathException e) {
            throw new ParameterException(
                    spec.commandLine(), "MOUNTPOINT: " + mountPoint + ArchiveOptions.NO_SUCH_NAME, e);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "MOUNTPOINT: " + e.getMessage(), e);
        }
    }

    private void announce(MountedDrive drive) {
        long millis = JvmClock.millisSinceStart();
        streams.out()
                .line(Printable.text("mounted " + archiveOptions.archive() + " at " + drive.root() + " ("
                        + drive.backend() + " " + drive.backendVersion() + ", " + drive.entryCount() + " entries, "
                        + millis + " ms)"));
        streams.out().flush();
    }

    private void conclude(MountedDrive drive) {
        if (stats) {
            JsonLine json = new JsonLine();
            drive.statistics().asMap().forEach((metric, value) -> json.put(key(metric), value));
            streams.out().line(json.toString());
            streams.out().flush();
        }
    }

    private static String key(DriveStatistics.Metric metric) {
        StringBuilder key = new StringBuilder();
        for (String word : metric.name().toLowerCase(Locale.ROOT).split("_")) {
            key.append(key.length() == 0 ? word : Character.toUpperCase(word.charAt(0)) + word.substring(1));
        }
        return key.toString();
    }
}
