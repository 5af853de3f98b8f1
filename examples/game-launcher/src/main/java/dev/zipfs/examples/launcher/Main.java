package dev.zipfs.examples.launcher;

import com.formdev.flatlaf.FlatLightLaf;
import dev.zipfs.MountedDrive;
import dev.zipfs.ZipDrive;
import java.awt.GraphicsEnvironment;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.swing.SwingUtilities;

/** A launcher: a window with archives and what can be played from them, or one program run without a window. */
public final class Main {
    private static final String USAGE =
            "usage: game-launcher [ARCHIVE...]\n       game-launcher --headless ARCHIVE PROGRAM [ARGS...]";

    private Main() {}

    /**
     * Starts the launcher. Without a window the process ends with the program's exit code, or with 2 where it was not called
     * properly and 1 where the program could not be started.
     *
     * @param args archives for the window's list; or {@code --headless}, the archive, the program's path inside it, and the
     *     program's arguments
     */
    public static void main(String[] args) {
        List<String> arguments = List.of(args);
        if (!arguments.isEmpty() && arguments.get(0).equals("--headless")) {
            System.exit(headless(arguments.subList(1, arguments.size())));
        }
        if (arguments.stream().anyMatch(argument -> argument.startsWith("-")) || GraphicsEnvironment.isHeadless()) {
            System.err.println(USAGE);
            System.exit(2);
        }
        SwingUtilities.invokeLater(() -> {
            FlatLightLaf.setup();
            LauncherWindow window = new LauncherWindow();
            arguments.forEach(archive -> window.add(Path.of(archive)));
            window.open();
        });
    }

    private static int headless(List<String> arguments) {
        if (arguments.size() < 2) {
            System.err.println(USAGE);
            return 2;
        }
        try {
            return launch(Path.of(arguments.get(0)), arguments.get(1), arguments.subList(2, arguments.size()));
        } catch (IOException e) {
            // The message says what is wrong and what to do; a player has no use for a stack trace.
            System.err.println("game-launcher: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return 1;
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
