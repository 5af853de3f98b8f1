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
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads a deflated entry of a made-up archive in the background, once per process. In a fresh JVM a first read has to load some
 * forty classes and takes about forty times as long as the decoding; whoever reads a moment after opening or mounting finds that
 * done. Then the decoder is made fast, see {@link InflateWarmup}. Whatever goes wrong here is of no consequence.
 */
final class Rehearsal implements Runnable {
    private static final AtomicBoolean STARTED = new AtomicBoolean();

    /** Let go at once: it may be closed long before the decoder is fast, and its archive may have a million entries. */
    private @Nullable DriveView view;

    private Rehearsal(DriveView view) {
        this.view = view;
    }

    /**
     * Starts it unless it was started before. Returns at once.
     *
     * @param view is asked for a name that it need not have
     */
    static void start(DriveView view) {
        if (!STARTED.getAndSet(true)) {
            try {
                Thread thread = new Thread(new Rehearsal(view), "zipfs-rehearsal");
                thread.setDaemon(true);
                thread.start();
            } catch (OutOfMemoryError noThread) {
                // Then the first read takes its time.
            }
        }
    }

    @Override
    public void run() {
        try {
            Objects.requireNonNull(view).lookup("rehearsal/a");
            view = null;
            Class.forName(ViewEntry.class.getName());
            read(new MadeUp(archive()));
            InflateWarmup.start();
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

    private static byte[] archive() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            zip.putNextEntry(new ZipEntry("a"));
            zip.write(new byte[1 << 12]);
        }
        return bytes.toByteArray();
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
