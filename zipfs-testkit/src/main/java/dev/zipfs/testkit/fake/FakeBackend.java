package dev.zipfs.testkit.fake;

import dev.zipfs.MountException;
import dev.zipfs.MountPoint;
import dev.zipfs.MountedDrive;
import dev.zipfs.spi.Availability;
import dev.zipfs.spi.DriveBackend;
import dev.zipfs.spi.DriveMount;
import dev.zipfs.spi.DriveView;
import dev.zipfs.spi.MountRequest;
import dev.zipfs.testkit.assertion.DriveViewLaws;
import java.nio.file.Path;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A backend without a driver: "mounts" inside this process, so that a test can look at a view, and at the life of a drive, as
 * a driver would. It is not registered: a test that wants it names it in a
 * {@code META-INF/services/dev.zipfs.spi.DriveBackend} of its own and asks for the backend {@code "fake"}.
 *
 * <p>Mounting checks the view against {@link DriveViewLaws}. Nothing is made on disk: the root is a path that does not exist,
 * and a place can be mounted once at a time in this process.
 *
 * @since 0.1.0
 */
public final class FakeBackend implements DriveBackend {
    private static final Map<Path, FakeMount> MOUNTS = new ConcurrentHashMap<>();
    private static final AtomicInteger NUMBERS = new AtomicInteger();

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
        Path root = root(request.mountPoint());
        MountPoint used = request.mountPoint() instanceof MountPoint.Automatic
                ? MountPoint.directory(root)
                : request.mountPoint();
        FakeMount mount = new FakeMount(view, request, used, root, () -> MOUNTS.remove(root));
        if (MOUNTS.putIfAbsent(root, mount) != null) {
            throw new MountException(
                    MountException.Reason.MOUNT_POINT_IN_USE,
                    "mount point " + used + " is in use by another fake drive");
        }
        return mount;
    }

    private static Path root(MountPoint point) {
        if (point instanceof MountPoint.Directory) {
            return ((MountPoint.Directory) point).path();
        }
        String name = point instanceof MountPoint.Letter
                ? String.valueOf(((MountPoint.Letter) point).letter())
                : String.valueOf(NUMBERS.incrementAndGet());
        return Path.of("fake-drives", name).toAbsolutePath();
    }

    /**
     * The fake behind a drive.
     *
     * @param drive mounted by this backend
     * @return its mount
     * @throws NoSuchElementException if no fake is mounted there
     */
    public static FakeMount mountOf(MountedDrive drive) {
        @Nullable FakeMount mount = MOUNTS.get(drive.root());
        if (mount == null) {
            throw new NoSuchElementException("no fake drive is mounted on " + drive.root());
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
