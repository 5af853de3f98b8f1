package dev.zipfs.internal.view;

import dev.zipfs.ArchiveWarning;
import dev.zipfs.spi.ArchiveIndex;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Begins the tree of a large archive while its index is still being read: a thread of its own places the entries that are known
 * already, and when all are, the caller places those that are left. The tree, the warnings and their order, and what fails are the
 * same as if all had been done one after the other: one {@link TreeBuilder} places all entries in their order, and what it has to
 * tell is held back until the index has told its own.
 *
 * <p>Used by one thread, for one archive. Whoever has called {@link #known} must call {@link #finish} or {@link #abandon}: the
 * thread ends with them, within the time of placing one entry.
 */
public final class EarlyTree implements Runnable {
    /** For fewer entries the start of a thread costs more than it saves. */
    public static final int WORTHWHILE = 20_000;

    /** The thread ends when it holds so many back: an archive can be made to cause one per entry. */
    private static final int MOST_WARNINGS = 1000;

    private final ViewOptions options;
    private final int worthwhile;
    private final HeldBack heldBack = new HeldBack();
    private @Nullable Thread thread;

    /** Belongs to the thread until that has ended. */
    private @Nullable TreeBuilder builder;

    private int placed;
    private @Nullable Throwable failure;

    /** What is known; guarded by this. */
    private @Nullable ArchiveIndex index;

    private int count;
    private volatile boolean ended;

    /**
     * Prepares to build a tree.
     *
     * @param worthwhile with fewer entries no thread is started; {@link #WORTHWHILE} but for tests
     */
    public EarlyTree(ViewOptions options, int worthwhile) {
        this.options = options;
        this.worthwhile = worthwhile;
    }

    /**
     * Tells that some entries can be asked for.
     *
     * @param soFar answers for the first ones, from any thread and always the same
     * @param known how many, not fewer than were told before
     * @param expected about how many there will be; believed only as far as room for them may be taken
     */
    public void known(ArchiveIndex soFar, int known, int expected) {
        if (thread == null && (expected < worthwhile || !start(soFar, expected))) {
            return;
        }
        synchronized (this) {
            index = soFar;
            count = known;
            notifyAll();
        }
    }

    private boolean start(ArchiveIndex soFar, int expected) {
        builder = new TreeBuilder(soFar, expected, options, heldBack);
        Thread started = new Thread(this, "zipfs-early-tree");
        started.setDaemon(true);
        try {
            started.start();
        } catch (OutOfMemoryError noThread) {
            builder = null;
            return false;
        }
        thread = started;
        return true;
    }

    /** What the thread does. */
    @Override
    public void run() {
        try {
            TreeBuilder own = Objects.requireNonNull(builder);
            int known = more(own);
            while (placed < known && !ended && heldBack.warnings.size() < MOST_WARNINGS) {
                own.place(placed);
                placed++;
                if (placed == known) {
                    known = more(own);
                }
            }
        } catch (IOException | RuntimeException | Error e) {
            failure = e;
        }
    }

    /** Waits until there is more to do, or all is over, and says how many entries are known. */
    private synchronized int more(TreeBuilder own) {
        while (count == placed && !ended) {
            try {
                wait();
            } catch (InterruptedException e) {
                // Nobody has this thread to interrupt it; the caller does the rest.
                return placed;
            }
        }
        own.use(Objects.requireNonNull(index), heldBack);
        return count;
    }

    /**
     * Builds the rest.
     *
     * @param all the whole index: says of the entries that were known what was said before
     * @param consumer takes what was shown otherwise than the archive has it, as for {@link TreeBuilder#build}
     * @param opener opens files
     * @return the view
     * @throws IOException as {@link TreeBuilder#build} does
     */
    public ArchiveView finish(ArchiveIndex all, Consumer<ArchiveWarning> consumer, EntryOpener opener)
            throws IOException {
        abandon();
        TreeBuilder begun = builder;
        if (begun == null) {
            return TreeBuilder.build(all, options, consumer, opener);
        }
        builder = null;
        heldBack.warnings.forEach(consumer);
        if (failure instanceof IOException e) {
            throw e;
        }
        if (failure instanceof RuntimeException e) {
            throw e;
        }
        if (failure instanceof Error e) {
            throw e;
        }
        begun.use(all, consumer);
        return begun.finish(placed, opener);
    }

    /** Ends the thread and waits for that. Does nothing if there is none. */
    public void abandon() {
        Thread running = thread;
        if (running == null) {
            return;
        }
        synchronized (this) {
            ended = true;
            notifyAll();
        }
        boolean interrupted = false;
        while (running.isAlive()) {
            try {
                running.join();
            } catch (InterruptedException e) {
                // It ends at once, and its builder must not be touched before.
                interrupted = true;
            }
        }
        thread = null;
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** A class where a lambda would do: a fresh JVM's first one is slow. */
    private static final class HeldBack implements Consumer<ArchiveWarning> {
        final List<ArchiveWarning> warnings = new ArrayList<>();

        @Override
        public void accept(ArchiveWarning warning) {
            warnings.add(warning);
        }
    }
}
