package dev.zipfs.internal.metrics;

import dev.zipfs.ArchiveWarning;
import dev.zipfs.DriveListener;
import dev.zipfs.MountedDrive;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** Keeps what a user's listener throws away from the drive; logs the first. Thread-safe. */
public final class SafeListener implements DriveListener {
    private static final LateLogger LOG = new LateLogger(SafeListener.class);

    private final DriveListener listener;
    private final AtomicBoolean warned = new AtomicBoolean();

    private SafeListener(DriveListener listener) {
        this.listener = listener;
    }

    /** A safe listener; the listener itself where it is one already, or none. */
    public static DriveListener of(DriveListener listener) {
        return listener instanceof SafeListener || listener == Silence.LISTENER ? listener : new SafeListener(listener);
    }

    @Override
    public void mounted(MountedDrive drive) {
        tell(to -> to.mounted(drive));
    }

    @Override
    public void unmounted(MountedDrive drive) {
        tell(to -> to.unmounted(drive));
    }

    @Override
    public void opened(String path) {
        tell(to -> to.opened(path));
    }

    @Override
    public void decoding(String path, long decoded, long total) {
        tell(to -> to.decoding(path, decoded, total));
    }

    @Override
    public void failed(String path, IOException cause) {
        tell(to -> to.failed(path, cause));
    }

    @Override
    public void warning(ArchiveWarning warning) {
        tell(to -> to.warning(warning));
    }

    private void tell(Consumer<DriveListener> event) {
        try {
            event.accept(listener);
        } catch (Throwable e) {
            if (!warned.getAndSet(true)) {
                LOG.get()
                        .warn(
                                "The drive listener {} failed; more failures of it are not logged",
                                listener.getClass().getName(),
                                e);
            }
        }
    }
}
