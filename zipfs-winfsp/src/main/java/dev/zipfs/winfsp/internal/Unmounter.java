package dev.zipfs.winfsp.internal;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import jnr.ffi.Runtime;
import org.jspecify.annotations.Nullable;

/**
 * Takes mounts away. Who may do so by system call does (root); everybody else needs {@code fusermount}, which is installed
 * with the rights for it. Thread-safe.
 */
final class Unmounter {
    /** How it went; the text is for people. */
    record Result(Outcome outcome, String detail) {}

    enum Outcome {
        DONE,
        /** Files are open, or a program has its working directory there. */
        BUSY,
        /** Nothing of ours is mounted there. */
        NOT_MOUNTED,
        REFUSED
    }

    private static final int MNT_DETACH = 2;
    private static final int UMOUNT_NOFOLLOW = 8;
    private static final int EPERM = 1;
    private static final int EBUSY = 16;
    private static final int EINVAL = 22;
    private static final int ENOENT = 2;
    private static final long PROGRAM_SECONDS = 20;

    private final LibfuseLibrary library;
    private final @Nullable Path program;

    Unmounter(LibfuseLibrary library) {
        this.library = library;
        this.program = Platforms.isMac() ? find("umount") : fusermount();
    }

    /** The program that lets ordinary users mount, or {@code null} if there is none on the path. */
    static @Nullable Path fusermount() {
        Path three = find("fusermount3");
        return three != null ? three : find("fusermount");
    }

    private static @Nullable Path find(String name) {
        List<String> directories = new ArrayList<>();
        String path = System.getenv("PATH");
        if (path != null) {
            directories.addAll(List.of(path.split(":")));
        }
        // Desktop launchers and cron start programs with a short PATH.
        directories.addAll(List.of("/usr/bin", "/bin", "/usr/local/bin", "/sbin", "/usr/sbin"));
        for (String directory : directories) {
            if (directory.startsWith("/")) {
                Path candidate = Path.of(directory, name);
                if (Files.isExecutable(candidate)) {
                    return candidate;
                }
            }
        }
        return null;
    }

    /**
     * Unmounts.
     *
     * @param lazily whether to take it away from under those who use it
     */
    Result unmount(Path mountPoint, boolean lazily) {
        if (!Platforms.isMac()) {
            int flags = UMOUNT_NOFOLLOW | (lazily ? MNT_DETACH : 0);
            byte[] path = NativeText.terminated(NativeText.bytes(mountPoint));
            if (library.linux().umount2(path, flags) == 0) {
                return new Result(Outcome.DONE, "");
            }
            int errno = Runtime.getSystemRuntime().getLastError();
            if (errno != EPERM) {
                Outcome outcome = errno == EBUSY
                        ? Outcome.BUSY
                        : errno == EINVAL || errno == ENOENT ? Outcome.NOT_MOUNTED : Outcome.REFUSED;
                return new Result(outcome, "umount: errno " + errno);
            }
        }
        return byProgram(mountPoint, lazily);
    }

    private Result byProgram(Path mountPoint, boolean lazily) {
        if (program == null) {
            return new Result(Outcome.REFUSED, "fusermount is not on the PATH; install fuse3");
        }
        List<String> command = new ArrayList<>(List.of(program.toString()));
        if (Platforms.isMac()) {
            command.addAll(lazily ? List.of("-f") : List.of());
        } else {
            command.addAll(lazily ? List.of("-u", "-z") : List.of("-u"));
        }
        command.add("--");
        command.add(mountPoint.toString());
        try {
            ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
            builder.environment().put("LC_ALL", "C");
            Process process = builder.start();
            process.getOutputStream().close();
            if (!process.waitFor(PROGRAM_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                return new Result(Outcome.REFUSED, program + " gave no answer for " + PROGRAM_SECONDS + " s");
            }
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1).strip();
            return process.exitValue() == 0 ? new Result(Outcome.DONE, "") : new Result(outcomeOf(said), said);
        } catch (IOException failure) {
            return new Result(Outcome.REFUSED, program + ": " + failure.getMessage());
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            return new Result(Outcome.REFUSED, program + ": interrupted");
        }
    }

    static Outcome outcomeOf(String said) {
        String text = said.toLowerCase(Locale.ROOT);
        if (text.contains("busy")) {
            return Outcome.BUSY;
        }
        boolean gone = text.contains("not found in")
                || text.contains("not mounted")
                || text.contains("not currently mounted")
                || text.contains("invalid argument");
        return gone ? Outcome.NOT_MOUNTED : Outcome.REFUSED;
    }
}
