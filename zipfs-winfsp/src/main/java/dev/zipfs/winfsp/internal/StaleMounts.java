package dev.zipfs.winfsp.internal;

import dev.zipfs.MountException;
import dev.zipfs.MountException.Reason;
import dev.zipfs.spi.MountTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import jnr.ffi.Runtime;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Clears what drives of dead processes have left at a mount point. What lives is never touched. */
final class StaleMounts {
    private static final Logger LOG = LoggerFactory.getLogger(StaleMounts.class);

    /** What the kernel tells who asks a FUSE mount whose server is gone. */
    private static final int ENOTCONN = 107;

    private static final String TYPE = "fuse.zipfs";
    private static final int MOST_LAYERS = 16;
    private static final int PROBE_SECONDS = 2;

    private StaleMounts() {}

    static void clear(LibfuseLibrary library, Path mountPoint) throws MountException {
        Path name = mountPoint.getFileName();
        Path parent = mountPoint.getParent();
        if (name == null || parent == null) {
            return;
        }
        Path real;
        try {
            real = parent.toRealPath().resolve(name);
        } catch (IOException unreachable) {
            return; // whoever claims the directory says what is wrong with it
        }
        for (int layer = 0; layer < MOST_LAYERS; layer++) {
            List<MountTable.Entry> mounts = MountTable.at(real);
            if (mounts.isEmpty() || !mounts.get(mounts.size() - 1).type().equals(TYPE) || !isDead(library, real)) {
                return;
            }
            Unmounter.Result result = new Unmounter(library).unmount(real, true);
            if (result.outcome() == Unmounter.Outcome.NOT_MOUNTED) {
                continue; // the dead process's fusermount was faster
            }
            if (result.outcome() != Unmounter.Outcome.DONE) {
                throw new MountException(
                        Reason.MOUNT_POINT_IN_USE,
                        "mount point " + mountPoint
                                + ": a drive of a process that has died is still mounted there and cannot"
                                + " be removed (" + result.detail() + "); as its owner or root run fusermount -u -z "
                                + real);
            }
            LOG.info("cleared the drive that a dead process left at {}", real);
        }
    }

    /** Clears what dead processes have left at places that were made for {@link dev.zipfs.MountPoint#auto()}. */
    static void clearTemporary(LibfuseLibrary library) {
        for (MountTable.Entry entry : MountTable.all()) {
            Path mountPoint = Path.of(entry.mountPoint());
            if (entry.type().equals(TYPE)
                    && mountPoint.getFileName().toString().startsWith("zipfs-mount-")
                    && isDead(library, mountPoint)) {
                Unmounter.Result result = new Unmounter(library).unmount(mountPoint, true);
                LOG.debug("drive of a dead process at {}: {}", mountPoint, result);
            }
        }
    }

    /**
     * Asked by {@code statvfs}, which always needs the server; attributes may still be in the kernel's cache. And on a thread
     * of its own: a mount that lives but does not answer would keep who asks.
     */
    private static boolean isDead(LibfuseLibrary library, Path mountPoint) {
        CompletableFuture<Boolean> answer = new CompletableFuture<>();
        Thread thread = new Thread(
                () -> {
                    byte[] path = NativeText.terminated(NativeText.bytes(mountPoint));
                    int result = library.libc().statvfs(path, new byte[LibfuseMount.STATVFS_BYTES]);
                    answer.complete(result != 0 && Runtime.getSystemRuntime().getLastError() == ENOTCONN);
                },
                "zipfs-stale");
        thread.setDaemon(true);
        thread.start();
        try {
            return answer.get(PROBE_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException | ExecutionException hanging) {
            return false;
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
