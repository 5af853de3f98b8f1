package dev.zipfs.examples.cli;

import dev.zipfs.ZipDrive;

/** Entry point of the command line tool. */
public final class Main {
    private Main() {}

    /**
     * Runs one command and ends the process with its exit code.
     *
     * @param args the command line
     */
    public static void main(String[] args) {
        if (args.length > 0 && args[0].equals("mount")) {
            warmUp();
        }
        Streams streams = Streams.ofProcess();
        System.exit(Cli.run(streams, Arguments.asTyped(args)));
    }

    /** Loading a driver takes longer than reading the command line and the archive; so it begins beside them. */
    private static void warmUp() {
        Thread thread = new Thread(ZipDrive::drivers, "driver-warm-up");
        thread.setDaemon(true);
        thread.start();
    }
}
