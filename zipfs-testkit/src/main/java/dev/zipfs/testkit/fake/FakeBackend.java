package dev.zipfs.testkit.fake;

import dev.zipfs.MountException;
import dev.zipfs.MountPoint;
import dev.zipfs.MountedDrive;
import dev.zipfs.spi.Availability;
import dev.zipfs.spi.DriveBackend;
import dev.zipfs.spi.DriveMount;
import dev.zipfs.spi.DriveView;
import dev.zipfs.spi.MountDirectory;
import dev.zipfs.spi.MountRequest;
import dev.zipfs.testkit.assertion.DriveViewLaws;
import java.nio.file.Path;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A backend without a driver: "mounts" inside this process, so that a test can look at a view, and at the life of a drive, as
 * a driver would. It is not registered: a test that wants it names it in a
 * {@code META-INF/services/dev.zipfs.spi.DriveBackend} of its own and asks for the backend {@code "fake"}.
 *
 * <p>Mounting checks the view against {@link DriveViewLaws}. Directories are claimed, made and removed as for a real drive, but
 * nothing is seen in them; letters are taken on every platform, and their root is a path that does not exist. A place can be
 * mounted once at a time in this process.
 *
 * @since 0.1.0
 */
public final class FakeBackend implements DriveBackend {
    private static final Map<Path, FakeMount> MOUNTS = new ConcurrentHashMap<>();

    /** Makes a backend; all of them share one table of mounts. */
    public FakeBackend() {}

    @Override
    public String id() {
        return "fake";
    }

    /** Below every real backend, so that it is taken only where it is asked for. */
    @Override
    public int priority() {
        return Integer.MIN_VALUE;
    }

    @Override
    public Availability availability() {
        return Availability.available("1");
    }

    @Override
    public DriveMount mount(DriveView view, MountRequest request) throws MountException {
        DriveViewLaws.check(view);
        MountPoint asked = request.mountPoint();
        if (asked instanceof MountPoint.Letter) {
            Path root = Path.of("fake-drives", String.valueOf(((MountPoint.Letter) asked).letter()));
            return register(view, request, asked, root.toAbsolutePath(), () -> {});
        }
        MountDirectory directory = asked instanceof MountPoint.Directory
                ? MountDirectory.claim(((MountPoint.Directory) asked).path())
                : MountDirectory.temporary(request.label());
        Path root = directory.path();
        return register(view, request, MountPoint.directory(root), root, directory::close);
    }

    private static FakeMount register(DriveView view, MountRequest request, MountPoint used, Path root, Runnable onEnd)
            throws MountException {
        FakeMount mount = new FakeMount(view, request, used, root, () -> {
            onEnd.run();
            MOUNTS.remove(root);
        });
        if (MOUNTS.putIfAbsent(root, mount) != null) {
            throw new MountException(
                    MountException.Reason.MOUNT_POINT_IN_USE,
                    "mount point " + used + " is in use by another fake drive");
        }
        return mount;
    }

    /**
     * The fake behind a drive.
     *
     * @param drive mounted by this backend
     * @return its mount
     * @throws NoSuchElementException if no fake is mounted there
     */
    public static FakeMount mountOf(MountedDrive drive) {
        return mountAt(drive.root());
    }

    /**
     * The fake that is mounted somewhere.
     *
     * @param root where, as {@link FakeMount#root()} gives it
     * @return its mount
     * @throws NoSuchElementException if no fake is mounted there
     */
    public static FakeMount mountAt(Path root) {
        @Nullable FakeMount mount = MOUNTS.get(root);
        if (mount == null) {
            throw new NoSuchElementException("no fake drive is mounted on " + root);
        }
        return mount;
    }

    /**
     * How many fakes are mounted in this process, for a test that all are gone.
     *
     * @return the count
     */
    public static int mounted() {
        return MOUNTS.size();
    }
}
