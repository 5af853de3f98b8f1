package dev.zipfs.winfsp;

import dev.zipfs.MountException;
import dev.zipfs.spi.Availability;
import dev.zipfs.spi.DriveBackend;
import dev.zipfs.spi.DriveMount;
import dev.zipfs.spi.DriveView;
import dev.zipfs.spi.MountRequest;
import dev.zipfs.winfsp.internal.WinFspDriver;

/**
 * Mounts drives through WinFsp on Windows. Needs WinFsp 1.11 or later, of which 2.x is meant; its DLL is found through the
 * registry, in the program folders, or where the system property {@code zipfs.winfsp.dll} says.
 *
 * <p><b>This backend has not been run on Windows yet.</b> Its callbacks are those of {@link LibfuseBackend}, which run under a
 * real kernel; what differs (options, error numbers, layouts, letters) is tested against numbers that were taken from
 * WinFsp's headers.
 *
 * <p>A drive for its owner belongs to the logon session of this process: if the process is elevated, programs that are not do
 * not see it, and the other way round. A drive for everyone needs administrator rights. WinFsp has no question "is it in
 * use": {@link DriveMount#unmount()} counts open files itself, and Windows may keep a file open for a while after the last
 * program has closed it.
 *
 * <p>Making one loads nothing native; {@link #warmUp}, {@link #availability} and {@link #mount} do. Stateless and thread-safe.
 *
 * @since 0.1.0
 */
public final class WinFspBackend implements DriveBackend {
    /** Makes a backend; loads nothing native. */
    public WinFspBackend() {}

    @Override
    public String id() {
        return "winfsp";
    }

    @Override
    public Availability availability() {
        return WinFspDriver.availability();
    }

    @Override
    public void warmUp() {
        WinFspDriver.warmUp();
    }

    @Override
    public DriveMount mount(DriveView view, MountRequest request) throws MountException {
        return WinFspDriver.mountHere(view, request);
    }
}
