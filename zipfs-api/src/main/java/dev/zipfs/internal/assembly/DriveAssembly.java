package dev.zipfs.internal.assembly;

import dev.zipfs.Archive;
import dev.zipfs.DriveListener;
import dev.zipfs.MountException;
import dev.zipfs.MountOptions;
import dev.zipfs.MountedDrive;
import dev.zipfs.NameRules;
import dev.zipfs.ZipDriveException;
import dev.zipfs.internal.cache.CacheSettings;
import dev.zipfs.internal.metrics.DriveCounters;
import dev.zipfs.internal.metrics.LateLogger;
import dev.zipfs.internal.metrics.SafeListener;
import dev.zipfs.internal.metrics.Silence;
import dev.zipfs.internal.view.EarlyTree;
import dev.zipfs.internal.view.ViewOptions;
import dev.zipfs.internal.zip.PlainIndex;
import dev.zipfs.spi.ArchiveFormat;
import dev.zipfs.spi.ArchiveIndex;
import dev.zipfs.spi.ArchiveSource;
import dev.zipfs.spi.Availability;
import dev.zipfs.spi.DriveBackend;
import dev.zipfs.spi.DriveMount;
import dev.zipfs.spi.MountRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.FutureTask;

/**
 * Makes archives and drives out of their parts, in the order in which data flows: source, format, index, view with the
 * cache behind it, backend. Read this class second, after the package comment of {@code dev.zipfs}.
 */
public final class DriveAssembly {
    private static final LateLogger LOG = new LateLogger(DriveAssembly.class);

    private DriveAssembly() {}

    /** Opens an archive in a file; see {@link dev.zipfs.ZipDrive.Builder#open()}. */
    public static Archive open(Path path, MountOptions options) throws IOException {
        FormatRegistry formats = FormatRegistry.installed();
        return opened(assemble(ArchiveFiles.open(path, formats), options, formats, treeMayBeLate(options)));
    }

    /** Opens an archive from elsewhere; the source is closed with it, also on failure. */
    public static Archive open(ArchiveSource source, MountOptions options) throws IOException {
        return opened(assemble(source, options, FormatRegistry.installed(), treeMayBeLate(options)));
    }

    private static Archive opened(DriveParts parts) {
        Rehearsal.ofReading();
        return new OpenArchive(parts);
    }

    /** Mounts an archive in a file; see {@link dev.zipfs.ZipDrive.Builder#mount()}. */
    public static MountedDrive mount(Path path, MountOptions options) throws IOException {
        FutureTask<DriveBackend> backend = selectInBackground(options);
        FormatRegistry formats = FormatRegistry.installed();
        return mount(ArchiveFiles.open(path, formats), options, formats, backend);
    }

    /** Mounts an archive from elsewhere; the source is closed with it, also on failure. */
    public static MountedDrive mount(ArchiveSource source, MountOptions options) throws IOException {
        return mount(source, options, FormatRegistry.installed(), selectInBackground(options));
    }

    /** What {@link dev.zipfs.ZipDrive#drivers()} shows. */
    public static Map<String, Availability> drivers() {
        return BackendRegistry.installed().availabilities();
    }

    /** Loading a driver's binding takes longer than indexing most archives, so the two overlap. */
    private static FutureTask<DriveBackend> selectInBackground(MountOptions options) {
        FutureTask<DriveBackend> task = new FutureTask<>(() -> {
            BackendRegistry registry = BackendRegistry.installed();
            registry.warmUp(options.backend());
            return registry.select(options.backend());
        });
        Thread thread = new Thread(task, "zipfs-backend-selection");
        thread.setDaemon(true);
        thread.setContextClassLoader(Thread.currentThread().getContextClassLoader());
        thread.start();
        return task;
    }

    private static MountedDrive mount(
            ArchiveSource source, MountOptions options, FormatRegistry formats, FutureTask<DriveBackend> selection)
            throws IOException {
        DriveParts parts = assemble(source, options, formats, false);
        Rehearsal.ofReadingForMount();
        try {
            // Whoever mounts a drive opens its files. Beside the driver's loading the cache costs nothing.
            parts.cache().get();
            DriveBackend backend = Waiting.forResult(selection);
            DriveMount mount = backend.mount(parts.view(), request(source, options));
            LOG.get().debug("{} is mounted at {} by {} {}", source.name(), mount.root(), backend.id(), mount.version());
            return DriveLifecycle.start(parts, mount, backend.id());
        } catch (IOException | RuntimeException | LinkageError e) {
            Closing.after(e, parts);
            if (e instanceof LinkageError) {
                throw new MountException(
                        MountException.Reason.DRIVER_FAILED, "the driver's binding could not be loaded: " + e, e);
            }
            throw e;
        }
    }

    private static MountRequest request(ArchiveSource source, MountOptions options) {
        return MountRequest.of(
                options.mountPoint(),
                options.label()
                        .orElseGet(() -> fileName(source.name()).replaceFirst("(?<=.)\\.[^.]*(\\.\\d{3})?$", "")),
                fileName(source.name()),
                options.visibility());
    }

    private static String fileName(String name) {
        return name.substring(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
    }

    private static DriveParts assemble(
            ArchiveSource source, MountOptions options, FormatRegistry formats, boolean treeMayBeLate)
            throws IOException {
        DriveListener listener = SafeListener.of(options.listener());
        WarningLog warnings = new WarningLog(listener);
        DriveCounters counters = new DriveCounters();
        OpenHandles handles = new OpenHandles();
        EarlyTree tree = new EarlyTree(ViewOptions.of(options), EarlyTree.WORTHWHILE);
        ArchiveIndex index = null;
        boolean assembled = false;
        CacheWhenNeeded cache = new CacheWhenNeeded(
                CacheSettings.of(options), options.cachePolicy().orElse(null), counters, listener);
        Rehearsal.opens();
        try {
            ArchiveFormat format = formats.formatOf(source);
            index = format.open(source, new Opening(source, options, warnings, tree, treeMayBeLate));
            ContentOpener opener = new ContentOpener(index, cache, handles);
            if (treeMayBeLate && index instanceof PlainIndex plain && plain.plain()) {
                tree.leave(index, warnings, opener);
            } else {
                tree.finish(index, warnings, opener);
            }
            DriveParts parts = new DriveParts(
                    source, format.id(), index, cache, tree, opener, handles, counters, warnings, listener);
            assembled = true;
            return parts;
        } catch (IOException | RuntimeException | StackOverflowError e) {
            Closing.after(e, cache, index, source);
            if (e instanceof IOException) {
                throw (IOException) e;
            }
            // A format may come from anybody; its mistakes are shown as what they are, for this archive alone.
            throw new ZipDriveException(
                    source.name() + " could not be opened because of a fault in its format's reader: " + e, e);
        } finally {
            Rehearsal.opened();
            if (!assembled) {
                tree.abandon();
            }
        }
    }

    /** Whether nobody can tell, but by the time it takes, that the tree is not there when the archive is opened. */
    private static boolean treeMayBeLate(MountOptions options) {
        return options.nameRules() == NameRules.POSIX && options.listener() == Silence.LISTENER;
    }
}
