package dev.zipfs.internal.assembly;

import dev.zipfs.EntryType;
import dev.zipfs.MountOptions.EncryptedOnDisk;
import dev.zipfs.internal.cache.CacheSettings;
import dev.zipfs.internal.inflate.InflateWarmup;
import dev.zipfs.internal.io.FileSource;
import dev.zipfs.internal.metrics.DriveCounters;
import dev.zipfs.internal.metrics.SafeListener;
import dev.zipfs.internal.metrics.Silence;
import dev.zipfs.internal.view.EarlyTree;
import dev.zipfs.internal.view.ViewOptions;
import dev.zipfs.internal.zip.PlainIndex;
import dev.zipfs.internal.zip.ZipFormat;
import dev.zipfs.spi.ArchiveIndex;
import dev.zipfs.spi.ArchiveSource;
import dev.zipfs.spi.OpenFile;
import dev.zipfs.spi.RestartStore;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * Opens and reads a made-up archive in the background, once per process. A fresh JVM spends more time on loading the classes that
 * open an archive than on a small archive, and one processor of several on loading those that read an entry would be idle
 * meanwhile. So what is needed next is used on a thread of its own while the caller does what comes before: with the first
 * {@link dev.zipfs.ZipDrive.Builder} an archive is opened, and when the caller's own is open an entry is read. Whatever goes wrong
 * here is of no consequence.
 *
 * <p>Reading gives way to archives that are being opened: those have somebody who waits for them.
 *
 * <p>Where a drive is mounted the decoder is made fast then, see {@link InflateWarmup}. Who only opens archives may never read
 * anything deflated, and may open the next one now: making the decoder fast keeps HotSpot busy for longer than that takes. There it
 * begins with the first deflated entry that is read.
 */
public final class Rehearsal implements Runnable {
    private static final int OPENING = 0;
    private static final int READING = 1;
    private static final int READING_FOR_MOUNT = 2;

    private static final Object LOCK = new Object();
    private static boolean openingStarted;
    private static boolean readingStarted;
    private static int beingOpened;

    private final int act;

    private Rehearsal(int act) {
        this.act = act;
    }

    /** Starts with opening, unless that was started before. Returns at once. */
    public static void ofOpening() {
        synchronized (LOCK) {
            if (openingStarted) {
                return;
            }
            openingStarted = true;
        }
        start(OPENING);
    }

    /** Somebody opens an archive. {@link #opened} must follow. */
    static void opens() {
        synchronized (LOCK) {
            beingOpened++;
        }
    }

    /** It is open, or could not be opened. */
    static void opened() {
        synchronized (LOCK) {
            beingOpened--;
            LOCK.notifyAll();
        }
    }

    /** Goes on with reading, unless that was started before. Returns at once. */
    static void ofReading() {
        ofReading(READING);
    }

    /** The same, and sees to it that the decoder is made fast; also if it was started before. */
    static void ofReadingForMount() {
        if (!ofReading(READING_FOR_MOUNT)) {
            InflateWarmup.start();
        }
    }

    private static boolean ofReading(int act) {
        synchronized (LOCK) {
            if (readingStarted) {
                return false;
            }
            readingStarted = true;
        }
        start(act);
        return true;
    }

    private static void start(int act) {
        try {
            Thread thread = new Thread(new Rehearsal(act), "zipfs-rehearsal");
            thread.setDaemon(true);
            thread.start();
        } catch (OutOfMemoryError noThread) {
            // Then whoever comes first takes the time.
        }
    }

    @Override
    public void run() {
        try {
            if (act == OPENING) {
                open();
            } else {
                read();
            }
            if (act == READING_FOR_MOUNT) {
                InflateWarmup.start();
            }
        } catch (IOException | ReflectiveOperationException | RuntimeException | Error e) {
            // Whoever comes first will see for itself.
        }
    }

    /** What the caller comes to last is done first where that is possible, so that the two do not want the same at once. */
    private static void open() throws IOException, ReflectiveOperationException {
        MadeUpArchive archive = new MadeUpArchive();
        ZipFormat format = new ZipFormat();
        format.recognize(archive);
        try (ArchiveIndex index = format.open(archive, archive)) {
            ((PlainIndex) index).file(new byte[] {'b'});
        }
        new DriveCounters();
        Class<?>[] others = {
            SafeListener.class,
            WarningLog.class,
            OpenHandles.class,
            EarlyTree.class,
            ViewOptions.class,
            CacheWhenNeeded.class,
            CacheSettings.class,
            Opening.class,
            RestartStore.class,
            ContentOpener.class,
            DriveParts.class,
            OpenArchive.class,
            FileEntry.class,
            EntryType.class,
            Closing.class,
            ArchiveFiles.class
        };
        for (Class<?> type : others) {
            Class.forName(type.getName());
        }
        try (ArchiveSource file = FileSource.open(Path.of(System.getProperty("java.home"), "release"))) {
            format.volumes(Path.of("a.zip"), file);
        }
    }

    private static void read() throws IOException {
        CacheSettings settings = new CacheSettings(0, 0, 0, Path.of(""), 0, EncryptedOnDisk.NEVER);
        MadeUpArchive archive = new MadeUpArchive();
        giveWay();
        try (ArchiveIndex index = new ZipFormat().open(archive, archive);
                CacheWhenNeeded cache = new CacheWhenNeeded(settings, null, new DriveCounters(), Silence.LISTENER)) {
            giveWay();
            cache.get();
            giveWay();
            index.open(0).close();
            giveWay();
            try (OpenFile file = new ContentOpener(index, cache, new OpenHandles()).open(0, "rehearsal");
                    EntryChannel channel = new EntryChannel(file)) {
                giveWay();
                channel.read(ByteBuffer.allocate(1));
                channel.position(1).read(ByteBuffer.allocateDirect(1 << 10));
            }
        }
    }

    /** Waits while somebody opens an archive. */
    static void giveWay() {
        synchronized (LOCK) {
            while (beingOpened > 0) {
                try {
                    LOCK.wait();
                } catch (InterruptedException e) {
                    // Nobody has this thread to interrupt it.
                    return;
                }
            }
        }
    }
}
