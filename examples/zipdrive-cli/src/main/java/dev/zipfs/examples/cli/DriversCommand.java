package dev.zipfs.examples.cli;

import dev.zipfs.ZipDrive;
import dev.zipfs.examples.console.ExitCode;
import dev.zipfs.examples.console.JsonLine;
import dev.zipfs.examples.console.Printable;
import dev.zipfs.examples.console.Streams;
import dev.zipfs.spi.Availability;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Says which drivers can mount here. */
@Command(
        name = "drivers",
        description =
                "Shows which drivers can mount an archive on this machine, and how to get those that are missing.")
final class DriversCommand implements Callable<Integer> {
    private final Streams streams;

    @Option(names = "--json", description = "One JSON object per line: id, available, version, reason, advice.")
    private boolean json;

    DriversCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() {
        ZipDrive.drivers().forEach((id, driver) -> streams.out().line(json ? json(id, driver) : text(id, driver)));
        return ExitCode.FINE;
    }

    private static String json(String id, Availability driver) {
        return new JsonLine()
                .put("id", id)
                .put("available", driver.available())
                .put("version", driver.available() ? driver.version() : null)
                .put("reason", driver.available() ? null : driver.reason())
                .put("advice", driver.advice().isEmpty() ? null : driver.advice())
                .toString();
    }

    private static String text(String id, Availability driver) {
        String advice = driver.advice().isEmpty() ? "" : "; " + driver.advice();
        return Printable.text(String.format("%-10s %s%s", id, driver, advice));
    }
}
