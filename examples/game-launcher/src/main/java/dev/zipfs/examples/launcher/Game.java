package dev.zipfs.examples.launcher;

import dev.zipfs.Archive;
import dev.zipfs.DriveListener;
import dev.zipfs.DriveStatistics;
import dev.zipfs.Entry;
import dev.zipfs.EntryType;
import dev.zipfs.MountPoint;
import dev.zipfs.MountedDrive;
import dev.zipfs.ZipDrive;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One archive of the launcher's list, and the drive it is shown as. Knows nothing of windows, so that it can be tested without one, and
 * without a driver. What takes time is done on a thread of its own; whoever watches is told after each change, on that thread.
 */
final class Game implements AutoCloseable, DriveListener {
    /** Where the game stands. */
    enum State {
        READY,
        MOUNTING,
        MOUNTED,
        RUNNING
    }

    /** How much of an entry is decoded. */
    record Decoding(String path, long decoded, long total) {}

    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final Path archive;
    private final @Nullable String backend;
    private final List<String> programs;
    private final Runnable changed;
    private final ExecutorService worker;

    private volatile State state = State.READY;
    private volatile String problem = "";
    private volatile @Nullable Decoding decoding;
    private volatile @Nullable MountedDrive drive;
    private volatile @Nullable Process process;

    /**
     * Looks into an archive.
     *
     * @param archive the archive's file
     * @param backend which driver has to serve it; {@code null} for the first that can
     * @param changed told of every change
     * @throws IOException if it cannot be opened
     */
    Game(Path archive, @Nullable String backend, Runnable changed) throws IOException {
        this.archive = archive;
        this.backend = backend;
        this.changed = changed;
        this.programs = programs(archive);
        this.worker = Executors.newSingleThreadExecutor(task -> {
            Thread thread = new Thread(task, "game " + archive.getFileName());
            thread.setDaemon(true);
            return thread;
        });
    }

    /** What can be started: what is marked as executable, or has a name that Windows would start. */
    private static List<String> programs(Path archive) throws IOException {
        try (Archive open = ZipDrive.open(archive);
                Stream<Entry> entries = open.walk()) {
            return entries.filter(entry -> entry.type() == EntryType.FILE)
                    .filter(entry -> (entry.permissions() & 0111) != 0
                            || entry.name().toLowerCase(Locale.ROOT).matches(".*\\.(exe|bat|cmd)"))
                    .map(Entry::path)
                    .toList();
        }
    }

    String name() {
        return archive.getFileName().toString().replaceFirst("\\.[^.]*$", "");
    }

    Path archive() {
        return archive;
    }

    List<String> programs() {
        return programs;
    }

    State state() {
        return state;
    }

    /** What went wrong last; empty if nothing did. */
    String problem() {
        return problem;
    }

    /** What is being decoded, or was last. */
    @Nullable
    Decoding decodingNow() {
        return decoding;
    }

    /** Where the drive is. */
    @Nullable
    Path root() {
        MountedDrive mounted = drive;
        return mounted == null ? null : mounted.root();
    }

    /** What the drive has done; all zero while there is none. */
    DriveStatistics statistics() {
        MountedDrive mounted = drive;
        return mounted == null ? DriveStatistics.of(Map.of()) : mounted.statistics();
    }

    /** Shows the archive as a drive. */
    void mount() {
        later(this::mountNow);
    }

    /** Starts a program from the drive, which is mounted first if it has to be. */
    void play(String program) {
        later(() -> start(program));
    }

    /** Takes the drive away. While a program uses it this says so and changes nothing. */
    void unmount() {
        later(this::unmountNow);
    }

    private void mountNow() throws IOException {
        if (drive != null) {
            return;
        }
        become(State.MOUNTING);
        ZipDrive.Builder builder =
                ZipDrive.builder(archive).mountPoint(MountPoint.auto()).listener(this);
        if (backend != null) {
            builder.backend(backend);
        }
        MountedDrive mounted = builder.mount();
        drive = mounted;
        become(State.MOUNTED);
        // Whoever takes it away, Explorer or fusermount, the list must not go on saying that it is there.
        mounted.closed().thenRun(() -> later(this::forgetDrive));
    }

    private void start(String program) throws IOException {
        mountNow();
        MountedDrive mounted = drive;
        if (mounted == null) {
            return;
        }
        Process started = new ProcessBuilder(mounted.root().resolve(program).toString())
                .directory(mounted.root().toFile())
                .inheritIO()
                .start();
        process = started;
        become(State.RUNNING);
        started.onExit()
                .thenRun(() -> later(() -> {
                    process = null;
                    become(drive == null ? State.READY : State.MOUNTED);
                }));
    }

    private void unmountNow() throws IOException {
        MountedDrive mounted = drive;
        if (mounted != null) {
            // A drive in use stays, and the exception names the files that are open.
            mounted.unmount(PATIENCE);
            forgetDrive();
        }
    }

    private void forgetDrive() {
        MountedDrive mounted = drive;
        if (mounted != null && !mounted.isMounted()) {
            drive = null;
            decoding = null;
            become(process == null ? State.READY : State.RUNNING);
        }
    }

    /** Ends what runs and takes the drive away, whatever uses it. */
    @Override
    public void close() {
        worker.shutdown();
        Process running = process;
        if (running != null) {
            running.destroy();
        }
        MountedDrive mounted = drive;
        if (mounted != null) {
            mounted.close();
        }
    }

    @Override
    public void decoding(String path, long decoded, long total) {
        decoding = new Decoding(path, decoded, total);
        changed.run();
    }

    @Override
    public void failed(String path, IOException cause) {
        problem = path + ": " + cause.getMessage();
        changed.run();
    }

    private void become(State next) {
        state = next;
        changed.run();
    }

    private void later(Task task) {
        try {
            worker.execute(() -> {
                problem = "";
                try {
                    task.run();
                } catch (IOException e) {
                    // The message says what is wrong and what to do.
                    problem = String.valueOf(e.getMessage());
                    become(process != null ? State.RUNNING : drive != null ? State.MOUNTED : State.READY);
                }
            });
        } catch (RejectedExecutionException e) {
            // The launcher is closing, and takes drive and program down itself.
        }
    }

    /** Something that takes time. */
    private interface Task {
        void run() throws IOException;
    }

    @Override
    public String toString() {
        return name();
    }
}
