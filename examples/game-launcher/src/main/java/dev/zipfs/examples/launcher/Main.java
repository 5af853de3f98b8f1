package dev.zipfs.examples.launcher;

import dev.zipfs.MountedDrive;
import dev.zipfs.ZipDrive;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Mounts an archive, runs a program from it, and unmounts when the program has ended. */
public final class Main {
    private Main() {}

    /**
     * Starts the launcher. The process ends with the program's exit code, or with 2 where it was not called properly and 1
     * where the program could not be started.
     *
     * @param args the archive, the program's path inside it, and the program's arguments
     */
    public static void main(String[] args) {
        if (args.length < 2) {
            System.err.println("usage: game-launcher ARCHIVE PROGRAM [ARGS...]");
            System.exit(2);
        }
        int exitCode = 1;
        try {
            exitCode = launch(Path.of(args[0]), args[1], List.of(args).subList(2, args.length));
        } catch (IOException e) {
            // The message says what is wrong and what to do; a player has no use for a stack trace.
            System.err.println("game-launcher: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        System.exit(exitCode);
    }

    /**
     * Runs a program of an archive, with its output and input those of this process.
     *
     * @param archive the archive's file
     * @param program the program's path inside the archive
     * @param arguments what it is given
     * @return the program's exit code
     * @throws IOException if the archive cannot be mounted or the program not be started
     * @throws InterruptedException if the thread is interrupted while the program runs; the drive is unmounted then too
     */
    static int launch(Path archive, String program, List<String> arguments) throws IOException, InterruptedException {
        // snippet: launch
        try (MountedDrive drive = ZipDrive.mount(archive, "auto")) {
            List<String> command = new ArrayList<>(arguments);
            command.add(0, drive.root().resolve(program).toString());
            ProcessBuilder game = new ProcessBuilder(command).inheritIO();
            return game.directory(drive.root().toFile()).start().waitFor();
        }
        // end
    }
}
