package dev.zipfs.internal.assembly;

import dev.zipfs.ArchiveWarning;
import dev.zipfs.DriveListener;
import dev.zipfs.internal.metrics.LateLogger;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Keeps the first warnings about an archive and passes all of them on. Thread-safe. */
final class WarningLog implements Consumer<ArchiveWarning> {
    private static final LateLogger LOG = new LateLogger(WarningLog.class);

    /** An archive can be made to cause a warning per entry, so the list has an end. */
    static final int KEPT = 10_000;

    private final List<ArchiveWarning> kept = new ArrayList<>();
    private final DriveListener listener;

    WarningLog(DriveListener listener) {
        this.listener = listener;
    }

    @Override
    public void accept(ArchiveWarning warning) {
        LOG.get().debug("{}", warning);
        synchronized (kept) {
            if (kept.size() < KEPT) {
                kept.add(warning);
            }
        }
        listener.warning(warning);
    }

    List<ArchiveWarning> kept() {
        synchronized (kept) {
            return List.copyOf(kept);
        }
    }
}
