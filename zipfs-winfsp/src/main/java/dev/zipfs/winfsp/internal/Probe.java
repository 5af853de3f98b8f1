package dev.zipfs.winfsp.internal;

import dev.zipfs.MountException;
import dev.zipfs.MountException.Reason;
import dev.zipfs.spi.EndSignal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks a new mount for a name that nobody else knows. Once the callbacks have been asked for it, a request has gone through
 * the kernel and the driver to us: programs are served from then on.
 */
final class Probe {
    private static final Logger LOG = LoggerFactory.getLogger(Probe.class);
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private Probe() {}

    static String newName() {
        return ".zipfs-probe-"
                + HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
    }

    /** Asks the system for a name. It is expected not to be there. */
    static void touch(Path probe) {
        try {
            Files.readAttributes(probe, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        } catch (IOException expected) {
            LOG.trace("probe answered", expected);
        }
    }

    /**
     * Waits for the answer.
     *
     * @param toucher {@link #touch}, save in tests; is run on a thread of its own, as a mount that does not answer blocks who
     *     asks
     * @param end tells if the mount has ended before it answered
     */
    static void await(Path probe, Consumer<Path> toucher, FuseOperations operations, FuseAdapter adapter, EndSignal end)
            throws MountException, InterruptedException {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        Thread prober = new Thread(() -> repeat(probe, toucher, operations, end, deadline), "zipfs-probe");
        prober.setDaemon(true);
        prober.start();
        while (!operations.probed().await(20, TimeUnit.MILLISECONDS)) {
            if (end.given()) {
                throw new MountException(
                        Reason.DRIVER_FAILED, "the driver has ended the mount on " + probe.getParent() + " at once");
            }
            if (System.nanoTime() > deadline) {
                boolean initialized = adapter.initialized().getCount() == 0;
                throw new MountException(
                        Reason.DRIVER_FAILED,
                        "the mount on " + probe.getParent() + " gave no answer for " + LIMIT.toSeconds() + " s ("
                                + (initialized ? "the driver has started" : "the driver has not started") + ")");
            }
        }
        // As long as the prober is inside the kernel, the drive would be busy.
        prober.join(LIMIT.toMillis());
    }

    private static void repeat(
            Path probe, Consumer<Path> toucher, FuseOperations operations, EndSignal end, long deadline) {
        try {
            do {
                toucher.accept(probe);
                // Another mount on top of ours may have answered; it may go away again.
            } while (!operations.probed().await(10, TimeUnit.MILLISECONDS)
                    && !end.given()
                    && System.nanoTime() < deadline);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
