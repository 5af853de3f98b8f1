package dev.zipfs.dokan;

import dev.zipfs.MountException;
import dev.zipfs.dokan.internal.DokanDriver;
import dev.zipfs.spi.Availability;
import dev.zipfs.spi.DriveBackend;
import dev.zipfs.spi.DriveMount;
import dev.zipfs.spi.DriveView;
import dev.zipfs.spi.MountRequest;

/**
 * Mounts drives through Dokany 2 (any 2.x version) on 64-bit Windows, on drive letters and on empty NTFS directories.
 *
 * <p><b>How far this is proven.</b> The binding is held, field by field and callback by callback, against the layouts that a
 * Windows compiler gives Dokany's headers; and the whole backend runs, under a real kernel, against a stand-in for the driver
 * that answers Linux's file requests with the callback sequences that Dokan makes of Windows requests. It has not yet run on
 * Windows.
 *
 * <p>The library {@code dokan2.dll} is taken from the file that the system property {@code zipfs.dokan.library} names, else
 * from the directories in {@code jna.library.path}, else from Windows' system directory. On other systems it is only looked
 * for where one of these properties is set.
 *
 * <p>A drive for its owner is visible in the owner's session; one for everyone is made with Windows' mount manager, and so are
 * drives on directories. Dokan lets go of a drive whether or not it is used, so {@link DriveMount#unmount} refuses by itself
 * where files are open; a program that was started from the drive counts only as long as it holds its file open.
 *
 * <p>Making one loads nothing native; {@link #warmUp}, {@link #availability} and {@link #mount} do. Stateless and
 * thread-safe.
 *
 * @since 0.1.0
 */
public final class DokanBackend implements DriveBackend {
    private final DokanDriver driver = new DokanDriver();

    /** Makes a backend; loads nothing native. */
    public DokanBackend() {}

    @Override
    public String id() {
        return "dokan";
    }

    /**
     * After the backends that have run on Windows.
     *
     * @return -10
     */
    @Override
    public int priority() {
        return -10;
    }

    @Override
    public Availability availability() {
        return driver.availability();
    }

    @Override
    public void warmUp() {
        driver.warmUp();
    }

    @Override
    public DriveMount mount(DriveView view, MountRequest request) throws MountException {
        return driver.mount(view, request);
    }
}
