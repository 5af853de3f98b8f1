package dev.zipfs.internal.assembly;

import dev.zipfs.MountException;
import dev.zipfs.spi.Availability;
import dev.zipfs.spi.DriveBackend;
import dev.zipfs.spi.DriveMount;
import dev.zipfs.spi.DriveView;
import dev.zipfs.spi.MountRequest;

/** A backend that cannot even be made, as one whose native library is missing. */
public final class BrokenBackend implements DriveBackend {
    public BrokenBackend() {
        throw new UnsatisfiedLinkError("no such library");
    }

    @Override
    public String id() {
        return "broken";
    }

    @Override
    public Availability availability() {
        return Availability.available("never");
    }

    @Override
    public DriveMount mount(DriveView view, MountRequest request) throws MountException {
        throw new AssertionError("a backend that could not be made was used");
    }
}
