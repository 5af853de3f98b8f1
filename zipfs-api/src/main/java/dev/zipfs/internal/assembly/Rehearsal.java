package dev.zipfs.internal.assembly;

import dev.zipfs.ArchiveLimits;
import dev.zipfs.ArchiveWarning;
import dev.zipfs.DriveListener;
import dev.zipfs.MountOptions.EncryptedOnDisk;
import dev.zipfs.PasswordProvider;
import dev.zipfs.internal.cache.CacheSettings;
import dev.zipfs.internal.inflate.InflateWarmup;
import dev.zipfs.internal.metrics.DriveCounters;
import dev.zipfs.internal.zip.ZipFormat;
import dev.zipfs.spi.ArchiveIndex;
import dev.zipfs.spi.ArchiveSource;
import dev.zipfs.spi.DriveView;
import dev.zipfs.spi.OpenFile;
import dev.zipfs.spi.OpenRequest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.Base64;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Reads a deflated entry of a made-up archive in the background, once per process. In a fresh JVM a first read has to load some
 * forty classes and takes about forty times as long as the decoding; whoever reads a moment after opening or mounting finds that
 * done. Whatever goes wrong here is of no consequence.
 *
 * <p>Where a drive is mounted the decoder is made fast then, see {@link InflateWarmup}. Who only opens archives may never read
 * anything deflated, and may open the next one now: making the decoder fast keeps HotSpot busy for longer than that takes. There it
 * begins with the first deflated entry that is read.
 */
final class Rehearsal implements Runnable {
    /** A ZIP archive of one entry, {@code a}: 4 KiB of zeros, deflated. Making it here would load what reading does not need. */
    private static final String ARCHIVE =
            "UEsDBBQAAAAIAAAAIQARABzHFAAAAAAQAAABAAAAYe3BAQ0AAADCoPdPbQ8HFAAAAPBuUEsBAhQDFAAAAAgAAAAhABEAHMcU"
                    + "AAAAABAAAAEAAAAAAAAAAAAAAIABAAAAAGFQSwUGAAAAAAEAAQAvAAAAMwAAAAAA";

    private static final AtomicBoolean STARTED = new AtomicBoolean();

    /** Let go at once: it may be closed long before the decoder is fast, and its archive may have a million entries. */
    private @Nullable DriveView view;

    private final boolean mounting;

    private Rehearsal(DriveView view, boolean mounting) {
        this.view = view;
        this.mounting = mounting;
    }

    /**
     * Starts it unless it was started before. Returns at once.
     *
     * @param view is asked for a name that it need not have
     */
    static void start(DriveView view) {
        start(view, false);
    }

    /** The same, and sees to it that the decoder is made fast; also if it was started before. */
    static void startForMount(DriveView view) {
        if (!start(view, true)) {
            InflateWarmup.start();
        }
    }

    private static boolean start(DriveView view, boolean mounting) {
        if (STARTED.getAndSet(true)) {
            return false;
        }
        try {
            Thread thread = new Thread(new Rehearsal(view, mounting), "zipfs-rehearsal");
            thread.setDaemon(true);
            thread.start();
        } catch (OutOfMemoryError noThread) {
            // Then the first read takes its time.
        }
        return true;
    }

    @Override
    public void run() {
        try {
            Objects.requireNonNull(view).lookup("rehearsal/a");
            view = null;
            Class.forName(ViewEntry.class.getName());
            read(new MadeUp(Base64.getDecoder().decode(ARCHIVE)));
            if (mounting) {
                InflateWarmup.start();
            }
        } catch (IOException | ReflectiveOperationException | RuntimeException | Error e) {
            // The first read will see for itself.
        }
    }

    private static void read(ArchiveSource source) throws IOException {
        CacheSettings settings = new CacheSettings(0, 0, 0, Path.of(""), 0, EncryptedOnDisk.NEVER);
        try (ArchiveIndex index = new ZipFormat().open(source, new Request());
                CacheWhenNeeded cache =
                        new CacheWhenNeeded(settings, null, new DriveCounters(), new DriveListener() {});
                OpenFile file = new ContentOpener(index, cache, new OpenHandles()).open(0, "rehearsal");
                EntryChannel channel = new EntryChannel(file)) {
            channel.read(ByteBuffer.allocate(1));
            channel.position(1).read(ByteBuffer.allocateDirect(1 << 10));
        }
    }

    private static final class MadeUp implements ArchiveSource {
        private final ByteBuffer bytes;

        MadeUp(byte[] bytes) {
            this.bytes = ByteBuffer.wrap(bytes);
        }

        @Override
        public String name() {
            return "rehearsal";
        }

        @Override
        public long size() {
            return bytes.capacity();
        }

        @Override
        public int read(long position, ByteBuffer dst) {
            if (position >= bytes.capacity()) {
                return -1;
            }
            int length = (int) Math.min(dst.remaining(), bytes.capacity() - position);
            dst.put(bytes.slice((int) position, length));
            return length;
        }

        @Override
        public String fingerprint() {
            return "";
        }

        @Override
        public void close() {}
    }

    private static final class Request implements OpenRequest {
        @Override
        public Optional<java.nio.charset.Charset> charset() {
            return Optional.empty();
        }

        @Override
        public ZoneId zone() {
            return ZoneId.systemDefault();
        }

        @Override
        public PasswordProvider passwords() {
            return PasswordProvider.none();
        }

        @Override
        public ArchiveLimits limits() {
            return ArchiveLimits.defaults();
        }

        @Override
        public void warn(ArchiveWarning warning) {}
    }
}
