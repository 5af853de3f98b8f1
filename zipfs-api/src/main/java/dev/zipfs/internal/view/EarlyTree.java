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
 * Builds the tree of an archive, beginning while a large one's index is still being read: a thread of its own places the entries
 * that are known already. The tree, the warnings and their order, and what fails are the same as if all had been done one after the
 * other: one {@link TreeBuilder} places all entries in their order, and what it has to tell is held back until the index has told
 * its own.
 *
 * <p>When all are known, either the one thread that opens the archive calls {@link #finish} and has the tree, or it calls
 * {@link #leave}, and whoever first needs the tree waits for it: many a program looks a few files up and needs none. Whoever has
 * called {@link #known} or {@link #leave} must call {@link #finish} or {@link #abandon} in the end: the thread ends with them,
 * within the time of placing one entry or of sorting them all.
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

    /** Where to tell of what is shown otherwise, and what opens files, once all entries are known; guarded by this. */
    private @Nullable Consumer<ArchiveWarning> consumer;

    private @Nullable EntryOpener opener;

    private volatile boolean ended;
    private volatile @Nullable ArchiveView view;

    /** Held by who waits for the tree, or builds what is left of it. */
    private final Object waiting = new Object();

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
            if (allAreKnown() && !ended) {
                view = finish();
            }
        } catch (IOException | RuntimeException | Error e) {
            failure = e;
        }
    }

    private synchronized boolean allAreKnown() {
        return consumer != null;
    }

    /** Waits until there is more to do, or all is over, and says how many entries are known. */
    private synchronized int more(TreeBuilder own) {
        while (count == placed && !ended && consumer == null) {
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
        leave(all, consumer, opener);
        return view();
    }

    /**
     * Leaves the rest to who needs it, or to the thread where there is one. {@link #view} may be called from here on, by any thread.
     *
     * @param all as for {@link #finish}
     * @param consumer as for {@link #finish}; called by any thread, but by one at a time
     * @param opener as for {@link #finish}
     */
    public synchronized void leave(ArchiveIndex all, Consumer<ArchiveWarning> consumer, EntryOpener opener) {
        this.consumer = consumer;
        this.opener = opener;
        index = all;
        count = all.entryCount();
        notifyAll();
    }

    /** Whether nobody has to wait for the tree. */
    public boolean isThere() {
        return view != null;
    }

    /**
     * The view, once it is built.
     *
     * @return always the same
     * @throws IOException as {@link TreeBuilder#build} does, each time; an error that it ends with is thrown once, and whoever asks
     *     then builds anew
     */
    public ArchiveView view() throws IOException {
        ArchiveView built = view;
        return built == null ? await() : built;
    }

    private ArchiveView await() throws IOException {
        synchronized (waiting) {
            join();
            if (view == null && failure == null) {
                try {
                    view = finish();
                } catch (IOException | RuntimeException e) {
                    // Not an error: memory or the stack of who asks is full for now, and others may ask later.
                    failure = e;
                }
            }
            if (failure != null) {
                tellHeldBack();
                rethrow(failure);
            }
            return Objects.requireNonNull(view);
        }
    }

    private static void rethrow(Throwable failure) throws IOException {
        if (failure instanceof IOException e) {
            throw e;
        }
        if (failure instanceof RuntimeException e) {
            throw e;
        }
        throw (Error) failure;
    }

    /** Places what is not yet placed. By the thread, or by another after it has ended. */
    private ArchiveView finish() throws IOException {
        Consumer<ArchiveWarning> told;
        EntryOpener opens;
        ArchiveIndex all;
        synchronized (this) {
            told = Objects.requireNonNull(consumer);
            opens = Objects.requireNonNull(opener);
            all = Objects.requireNonNull(index);
        }
        TreeBuilder begun = builder;
        builder = null;
        if (begun == null) {
            return TreeBuilder.build(all, options, told, opens);
        }
        tellHeldBack();
        begun.use(all, told);
        return begun.finish(placed, opens);
    }

    private void tellHeldBack() {
        Consumer<ArchiveWarning> told;
        synchronized (this) {
            told = consumer;
        }
        if (told != null) {
            heldBack.warnings.forEach(told);
            heldBack.warnings.clear();
        }
    }

    /** Ends the thread and waits for that. Does nothing if there is none. */
    public void abandon() {
        synchronized (this) {
            ended = true;
            notifyAll();
        }
        join();
    }

    private void join() {
        Thread running = thread;
        boolean interrupted = false;
        while (running != null && running.isAlive()) {
            try {
                running.join();
            } catch (InterruptedException e) {
                // It ends soon, and its builder must not be touched before.
                interrupted = true;
            }
        }
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
