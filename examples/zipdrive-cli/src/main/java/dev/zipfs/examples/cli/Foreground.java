package dev.zipfs.examples.cli;

import dev.zipfs.MountedDrive;
import dev.zipfs.examples.console.ExitCode;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Holds a drive until it is unmounted from outside or the process is told to end.
 *
 * <p>Ctrl-C and SIGTERM start the JVM's shutdown, which would end with the signal's exit code whatever was done about it.
 * Ending a mount is no failure; so the hook unmounts first and then leaves with code 0 by itself.
 */
final class Foreground {
    /** Mounts the drive. */
    interface Mounting {
        MountedDrive mount() throws IOException;
    }

    private final CompletableFuture<Optional<MountedDrive>> mounted = new CompletableFuture<>();
    /** Set by whoever ends the process first: the hook, or the command because the drive is gone or never came. */
    private final AtomicBoolean ending = new AtomicBoolean();

    private final Consumer<MountedDrive> whenMounted;
    private final Consumer<MountedDrive> atEnd;

    /**
     * Makes ready.
     *
     * @param whenMounted is called once the drive answers
     * @param atEnd is called before the process ends, once, on any thread
     */
    Foreground(Consumer<MountedDrive> whenMounted, Consumer<MountedDrive> atEnd) {
        this.whenMounted = whenMounted;
        this.atEnd = atEnd;
    }

    /**
     * Mounts, and returns when the drive was unmounted from outside.
     *
     * @param mounting mounts the drive
     * @throws IOException what mounting throws
     */
    void run(Mounting mounting) throws IOException {
        Thread hook = new Thread(this::endBySignal, "unmount");
        Runtime.getRuntime().addShutdownHook(hook);
        Optional<MountedDrive> drive = Optional.empty();
        try {
            drive = Optional.of(mount(mounting));
            drive.get().closed().toCompletableFuture().join();
        } finally {
            claimEnd();
            removeHook(hook);
        }
        drive.ifPresent(atEnd);
    }

    private MountedDrive mount(Mounting mounting) throws IOException {
        MountedDrive drive = null;
        boolean announced = false;
        try {
            drive = mounting.mount();
            whenMounted.accept(drive);
            announced = true;
            mounted.complete(Optional.of(drive));
            return drive;
        } finally {
            if (!announced) {
                mounted.complete(Optional.empty());
                if (drive != null) {
                    drive.close();
                }
            }
        }
    }

    private void endBySignal() {
        if (!ending.compareAndSet(false, true)) {
            return;
        }
        mounted.join().ifPresent(drive -> {
            atEnd.accept(drive);
            drive.close();
        });
        Runtime.getRuntime().halt(ExitCode.FINE);
    }

    /** Lets the command go on only where the hook has not begun; where it has, the process is about to be halted. */
    private void claimEnd() {
        if (!ending.compareAndSet(false, true)) {
            new CompletableFuture<Void>().join();
        }
    }

    private static void removeHook(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException shuttingDown) {
            // The hook sees that the end is taken care of.
        }
    }
}
